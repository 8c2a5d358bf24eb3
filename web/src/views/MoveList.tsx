// The moves of a game without variations, with buttons to step through them.
import { useEffect, useRef } from 'preact/hooks';
import { words } from '../words';
import { type Steps, useStepKeys } from './step-keys';
import { Walk } from './Walk';
import { inOwnLetters } from '../game/notation';

interface Props {
  moves: readonly { san: string }[];
  /** The ply of the position after all moves. */
  start: number;
  /** How many moves are shown on the board. */
  shown: number;
  onShow: (ply: number) => void;
}

export function MoveList({ moves, start, shown, onShow }: Props) {
  const list = useRef<HTMLOListElement>(null);
  // The current move stays in sight, also when the window is turned or resized.
  useEffect(() => {
    const box = list.current;
    if (!box) return;
    const follow = () => {
      const now = box.querySelector<HTMLElement>('[aria-current]');
      if (!now) return;
      // Rows beside the board, a strip below it.
      box.scrollTop = now.offsetTop - box.clientHeight / 2;
      box.scrollLeft = now.offsetLeft - box.clientWidth / 2;
    };
    follow();
    const resized = new ResizeObserver(follow);
    resized.observe(box);
    return () => resized.disconnect();
  }, [shown, moves.length]);
  const steps: Steps = {
    start: () => onShow(0),
    back: () => onShow(Math.max(0, shown - 1)),
    forward: () => onShow(Math.min(moves.length, shown + 1)),
    end: () => onShow(moves.length),
  };
  useStepKeys(steps);
  const first = start - moves.length; // plies before the first move
  const rows: { number: number; white?: number; black?: number }[] = [];
  moves.forEach((_, i) => {
    const ply = first + i;
    if (ply % 2 === 0 || i === 0) rows.push({ number: Math.floor(ply / 2) + 1 });
    rows.at(-1)![ply % 2 === 0 ? 'white' : 'black'] = i;
  });
  const cell = (i: number | undefined) =>
    i === undefined ? (
      <span />
    ) : (
      <button
        type="button"
        class="move"
        aria-current={shown === i + 1 ? 'true' : undefined}
        onClick={() => onShow(i + 1)}
      >
        {inOwnLetters(moves[i]!.san)}
      </button>
    );
  return (
    <>
      <ol class="moves" ref={list} aria-label={words.value.moves} tabIndex={0}>
        {rows.map(({ number, white, black }) => (
          <li key={number}>
            <span class="number">{number}.</span>
            {white === undefined ? <span class="gap">…</span> : cell(white)}
            {cell(black)}
          </li>
        ))}
      </ol>
      <Walk atStart={shown === 0} atEnd={shown === moves.length} steps={steps} />
    </>
  );
}
