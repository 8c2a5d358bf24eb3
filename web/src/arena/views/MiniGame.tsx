// A small live picture of a game with names and clocks, which links to the game.
import { type GridGame, gridOf, positionOf, shapeOf } from '../boards';
import { serverTime } from '../connection';
import { clocksAt, type Course } from '../course';
import type { Follower } from '../games';
import { linkTo } from '../place';
import { isChess, type Side } from '../protocol';
import { words } from '../words';
import { nameOf } from '../../board/reach';
import { clockText } from '../../game/clock-text';
import { RatingOf } from './RatingOf';
import { scoreOf } from './results';
import { useGame, useTicks } from './useGame';

export function MiniGame({ id, as }: { id: string; as: Follower }) {
  const game = useGame(id, as);
  const course = game?.course.value ?? null;
  const second = 1000;
  useTicks(second, course !== null && !course.end && !course.paused);
  return (
    <a class="mini" href={linkTo('game', id)}>
      <span class="hidden">
        {course ? words.value.games[course.start.game] : words.value.loading}
      </span>
      {course ? (
        <>
          <MiniSide course={course} side={1} />
          <MiniBoard course={course} />
          <MiniSide course={course} side={0} />
        </>
      ) : (
        <svg viewBox="0 0 8 8" aria-hidden="true" />
      )}
    </a>
  );
}

function MiniSide({ course, side }: { course: Course; side: Side }) {
  const isRunning = course.toMove === side && !course.end;
  return (
    <span class={`mini-side ${isRunning ? 'turn' : ''}`}>
      <span class={`mark side-${side} ${course.start.game}`} aria-hidden="true" />
      <span class="mini-name">{course.start.players[side]}</span>
      <RatingOf name={course.start.players[side]} game={course.start.game} />
      <span class="mini-clock">
        {course.end
          ? course.end.winner === null
            ? course.end.ending === 'aborted'
              ? ''
              : '½'
            : course.end.winner === side
              ? '1'
              : '0'
          : clockText(clocksAt(course, serverTime())[side])}
      </span>
    </span>
  );
}

function MiniBoard({ course }: { course: Course }) {
  const { game, setup } = course.start;
  return (
    <span class={`mini-board ${course.end ? 'ended' : ''}`}>
      {isChess(game) ? (
        <MiniChess
          board={positionOf(game, setup, course.moves)?.board ?? ''}
          last={lastOf(course)}
        />
      ) : (
        <MiniGrid game={game as GridGame} course={course} />
      )}
      {course.end && <b>{scoreOf(course.end)}</b>}
    </span>
  );
}

const lastOf = ({ moves }: Course): [string, string] | null => {
  const last = moves.at(-1);
  return last && 'uci' in last ? [last.uci.slice(0, 2), last.uci.slice(2, 4)] : null;
};

/** 64 letters from a1, White below. */
export function MiniChess({ board, last }: { board: string; last: [string, string] | null }) {
  const squares = [...Array(64).keys()];
  const x = (index: number) => (index % 8) * 100;
  const y = (index: number) => (7 - Math.floor(index / 8)) * 100;
  const isLast = (index: number) => last?.includes(nameOf(index));
  return (
    <svg viewBox="0 0 800 800" aria-hidden="true">
      <rect class="light-squares" width="800" height="800" />
      <path
        class="dark-squares"
        d={squares
          .filter((i) => (i + Math.floor(i / 8)) % 2 === 0)
          .map((i) => `M${x(i)} ${y(i)}h100v100h-100z`)
          .join('')}
      />
      {squares.filter(isLast).map((i) => (
        <rect class="last-square" key={i} x={x(i)} y={y(i)} width="100" height="100" />
      ))}
      {[...board].map((piece, i) =>
        piece === '.' ? null : (
          <use
            key={i}
            href={`#kibitz-${piece.toLowerCase()}`}
            class={piece === piece.toUpperCase() ? 'piece-white' : 'piece-black'}
            transform={`translate(${x(i)} ${y(i)})`}
          />
        ),
      )}
    </svg>
  );
}

function MiniGrid({ game, course }: { game: GridGame; course: Course }) {
  const { cells, line } = gridOf(game, course.moves);
  const { rows, columns } = shapeOf(game);
  const left = (rows < columns ? 0 : (rows - columns) / 2) * 40;
  const top = ((Math.max(rows, columns) - rows) / 2) * 40;
  const size = Math.max(rows, columns) * 40;
  const isWon = (row: number, column: number) => line.some(([r, c]) => r === row && c === column);
  return (
    <svg viewBox={`0 0 ${size} ${size}`} class={game} aria-hidden="true">
      {game === 'connectfour' ? (
        <rect class="rack" x={left} y={top} width={columns * 40} height={rows * 40} rx="14" />
      ) : (
        <path class="lines" d="M40 8v104M80 8v104M8 40h104M8 80h104" />
      )}
      {cells.flatMap((row, r) =>
        row.map((side, c) => {
          const [x, y] = [left + c * 40 + 20, top + r * 40 + 20];
          const won = isWon(r, c) ? 'won' : '';
          if (game === 'connectfour')
            return (
              <circle
                key={`${r}${c}`}
                class={`${side === null ? 'hole' : `disc-${side}`} ${won}`}
                cx={x}
                cy={y}
                r="16"
              />
            );
          if (side === null) return null;
          return side === 0 ? (
            <path
              key={`${r}${c}`}
              class={`cross ${won}`}
              d={`M${x - 10} ${y - 10}l20 20m0 -20l-20 20`}
            />
          ) : (
            <circle key={`${r}${c}`} class={`nought ${won}`} cx={x} cy={y} r="11" />
          );
        }),
      )}
    </svg>
  );
}
