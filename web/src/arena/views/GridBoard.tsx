// The boards of noughts and crosses and of connect four: like the chess board, a grid that is played on
// by mouse, touch and keyboard, and that screen readers read.
import { useRef, useState } from 'preact/hooks';
import { type Grid, type GridGame, moveAt, shapeOf, spaceName } from '../boards';
import type { GameMove, Side } from '../protocol';
import { words } from '../words';

interface Props {
  game: GridGame;
  grid: Grid;
  /** The side that can move here now; null if none can. */
  canPlay: Side | null;
  onMove: (move: GameMove) => void;
}

const has = (spaces: readonly (readonly [number, number])[], row: number, column: number) =>
  spaces.some(([r, c]) => r === row && c === column);

export function GridBoard({ game, grid, canPlay, onMove }: Props) {
  const w = words.value;
  const { rows, columns } = shapeOf(game);
  const [focus, setFocus] = useState<[number, number]>([rows - 1, Math.floor(columns / 2)]);
  const element = useRef<HTMLDivElement>(null);
  const marks = w.sides(game);

  function key(event: KeyboardEvent) {
    const steps: Record<string, [number, number]> = {
      ArrowLeft: [0, -1],
      ArrowRight: [0, 1],
      ArrowUp: [-1, 0],
      ArrowDown: [1, 0],
    };
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    const [row, column] = [focus[0] + step[0], focus[1] + step[1]];
    if (row < 0 || column < 0 || row >= rows || column >= columns) return;
    setFocus([row, column]);
    element.current?.querySelector<HTMLElement>(`[data-space="${row} ${column}"]`)?.focus();
  }

  return (
    <div
      class={`grid-board ${game}`}
      role="grid"
      aria-label={w.gridOf(game)}
      ref={element}
      onKeyDown={key}
    >
      {grid.cells.map((cells, row) => (
        <div role="row" key={row}>
          {cells.map((side, column) => {
            const move = canPlay === null ? null : moveAt(game, grid, canPlay, row, column);
            const classes = ['space'];
            if (side !== null) classes.push(`side-${side}`);
            if (move) classes.push('playable', `next-${canPlay}`);
            if (grid.last && has([grid.last], row, column)) classes.push('newest');
            if (has(grid.line, row, column)) classes.push('won');
            return (
              <button
                key={column}
                type="button"
                role="gridcell"
                class={classes.join(' ')}
                data-space={`${row} ${column}`}
                style={{ '--row': row }}
                tabIndex={focus[0] === row && focus[1] === column ? 0 : -1}
                aria-label={w.space(
                  spaceName(game, row, column),
                  side === null ? '' : marks[side],
                  move !== null,
                )}
                onFocus={() => setFocus([row, column])}
                onClick={() => move && onMove(move)}
              >
                <Mark game={game} side={side} />
              </button>
            );
          })}
        </div>
      ))}
    </div>
  );
}

function Mark({ game, side }: { game: GridGame; side: Side | null }) {
  if (game === 'connectfour')
    return (
      <svg viewBox="0 0 40 40" aria-hidden="true">
        <circle class="hole" cx="20" cy="20" r="16.5" />
        {side !== null && (
          <g class="disc">
            <circle class={`disc-${side}`} cx="20" cy="20" r="16.5" />
            <circle class="rim" cx="20" cy="20" r={side === 0 ? 11 : 5} />
          </g>
        )}
      </svg>
    );
  return (
    <svg viewBox="0 0 40 40" aria-hidden="true">
      {side === 0 && <path class="cross" d="M10 10L30 30M30 10L10 30" />}
      {side === 1 && <circle class="nought" cx="20" cy="20" r="11" />}
    </svg>
  );
}
