// Arrows and rings over the board.
import type { Arrow } from './arrow';
import { indexOf } from './reach';

// In squares.
const ringRadius = 0.44;
const headLength = 0.42;
const headHalf = 0.24;

function Drawn({ arrow, flipped }: { arrow: Arrow; flipped: boolean }) {
  const { from, to, kind } = arrow;
  const middle = (square: string): [number, number] => {
    const index = indexOf(square);
    const x = index % 8;
    const y = 7 - Math.floor(index / 8);
    return flipped ? [7.5 - x, 7.5 - y] : [x + 0.5, y + 0.5];
  };
  const [x1, y1] = middle(from);
  if (from === to) return <circle class={`ring ${kind}`} cx={x1} cy={y1} r={ringRadius} />;
  const [x2, y2] = middle(to);
  const length = Math.hypot(x2 - x1, y2 - y1);
  const neck = (length - headLength) / length;
  const [nx, ny] = [x1 + (x2 - x1) * neck, y1 + (y2 - y1) * neck];
  const [px, py] = [((y2 - y1) / length) * headHalf, (-(x2 - x1) / length) * headHalf];
  return (
    <g class={`arrow ${kind}`}>
      <line x1={x1} y1={y1} x2={nx} y2={ny} />
      <polygon points={`${x2},${y2} ${nx + px},${ny + py} ${nx - px},${ny - py}`} />
    </g>
  );
}

export function Arrows({ arrows, flipped }: { arrows: readonly Arrow[]; flipped: boolean }) {
  return (
    <svg class="arrows" viewBox="0 0 8 8" aria-hidden="true">
      {arrows.map((arrow) => (
        <Drawn key={`${arrow.from}${arrow.to}${arrow.kind}`} arrow={arrow} flipped={flipped} />
      ))}
    </svg>
  );
}
