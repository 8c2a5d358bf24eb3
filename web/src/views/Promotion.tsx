// The choice of the piece that a pawn promotes to: on the board, at the square on which it arrives.
import type { Signal } from '@preact/signals';
import type { Move } from 'kibitz';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { focusBoard } from '../board/Board';
import { PieceImage } from '../board/pieces';
import { indexOf } from '../board/reach';
import { words } from '../words';

interface PromotionProps {
  moves: Move[];
  flipped: boolean;
  onChoose: (move: Move | null) => void;
}

const pieces = ['q', 'r', 'b', 'n'];

function Promotion({ moves, flipped, onChoose }: PromotionProps) {
  const box = useRef<HTMLDivElement>(null);
  const latest = useRef(onChoose);
  latest.current = onChoose;
  // Before it is painted, since the user may press Escape as soon as they see it.
  useLayoutEffect(() => {
    box.current?.querySelector('button')?.focus({ preventScroll: true });
    const leave = (event: Event) => {
      const isEscape = event instanceof KeyboardEvent && event.key === 'Escape';
      const isBeside =
        event.type === 'pointerdown' &&
        !(event.target instanceof Node && box.current?.contains(event.target));
      if (!isEscape && !isBeside) return;
      latest.current(null);
      if (isEscape) event.preventDefault();
    };
    addEventListener('keydown', leave, true);
    addEventListener('pointerdown', leave, true);
    return () => {
      removeEventListener('keydown', leave, true);
      removeEventListener('pointerdown', leave, true);
    };
  }, []);
  const white = moves[0]?.piece === 'P';
  const file = indexOf(moves[0]?.to ?? 'a8') % 8;
  return (
    <div
      class={`promotion ${white === flipped ? 'upwards' : ''}`}
      role="dialog"
      aria-label={words.value.promoteTo}
      style={{ '--column': String(flipped ? 7 - file : file) }}
    >
      <div ref={box}>
        {pieces.map((piece) => {
          const move = moves.find(({ promotion }) => promotion === piece);
          return (
            move && (
              <button
                type="button"
                key={piece}
                aria-label={words.value.piece(piece)}
                onClick={() => onChoose(move)}
              >
                <PieceImage piece={white ? piece.toUpperCase() : piece} />
              </button>
            )
          );
        })}
      </div>
    </div>
  );
}

interface Props {
  choice: Signal<Move[] | null>;
  flipped: boolean;
  /** What the board shows: the choice ends when that changes. */
  position: string | undefined;
  play: (move: Move) => void;
}

/** Shown on the board while `choice` holds moves; plays the one that is chosen. */
export function PromotionChoice({ choice, flipped, position, play }: Props) {
  useEffect(() => void (choice.value = null), [position]);
  if (!choice.value) return null;
  const choose = (chosen: Move | null) => {
    choice.value = null;
    focusBoard();
    if (chosen) play(chosen);
  };
  return <Promotion moves={choice.value} flipped={flipped} onChoose={choose} />;
}
