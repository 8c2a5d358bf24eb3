// The choice of the piece that a pawn promotes to.
import type { Signal } from '@preact/signals';
import type { Move } from 'kibitz';
import { PieceImage } from '../board/Board';
import { useModal } from '../design/modal';
import { words } from '../words';

function Promotion({ moves, onChoose }: { moves: Move[]; onChoose: (move: Move | null) => void }) {
  const { dialog, closed } = useModal(() => onChoose(null));
  const white = moves[0]?.piece === 'P';
  return (
    <dialog ref={dialog} class="promotion" aria-label={words.value.promoteTo} onClose={closed}>
      {['q', 'r', 'b', 'n'].map((piece) => {
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
    </dialog>
  );
}

/** Shown while `choice` holds moves; plays the one that is chosen. */
export function PromotionChoice({
  choice,
  play,
}: {
  choice: Signal<Move[] | null>;
  play: (move: Move) => void;
}) {
  if (!choice.value) return null;
  const choose = (chosen: Move | null) => {
    choice.value = null;
    if (chosen) play(chosen);
  };
  return <Promotion moves={choice.value} onChoose={choose} />;
}
