// The board of each game after its moves. The C++ rules read chess. The other two are only drawn here;
// the server decides which moves are legal and who has won.
import type { Position } from 'kibitz';
import { rules } from '../game/core';
import type { GameKind, GameMove, Setup, Side } from './protocol';

/** The start of a chess game in the form that the rules read. */
export function startOf(game: GameKind, setup: Setup): string {
  if (setup.fen !== undefined) return setup.fen;
  return game === 'chess960' && setup.number !== undefined ? `chess960 ${setup.number}` : '';
}

export const uciMoves = (moves: readonly GameMove[]): string[] =>
  moves.map((move) => ('uci' in move ? move.uci : ''));

/** Null until the rules have loaded. */
export function positionOf(
  game: GameKind,
  setup: Setup,
  moves: readonly GameMove[],
): Position | null {
  return rules.value?.position(startOf(game, setup), uciMoves(moves)) ?? null;
}

export type GridGame = Exclude<GameKind, 'chess' | 'chess960'>;
/** Rows from the top; each space has the number of its side, or null. */
export interface Grid {
  cells: (Side | null)[][];
  last: [row: number, column: number] | null;
  /** The winning spaces, if there are any. */
  line: [row: number, column: number][];
}

const shapes = {
  noughtsandcrosses: { rows: 3, columns: 3, toWin: 3 },
  connectfour: { rows: 6, columns: 7, toWin: 4 },
};
export const shapeOf = (game: GridGame) => shapes[game];

export function gridOf(game: GridGame, moves: readonly GameMove[]): Grid {
  const { rows, columns } = shapes[game];
  const cells: Grid['cells'] = Array.from({ length: rows }, () =>
    Array<Side | null>(columns).fill(null),
  );
  let last: Grid['last'] = null;
  moves.forEach((move, ply) => {
    const space = spaceOf(cells, move);
    if (!space) return;
    cells[space[0]]![space[1]] = (ply % 2) as Side;
    last = space;
  });
  return { cells, last, line: last ? lineThrough(cells, last, shapes[game].toWin) : [] };
}

function spaceOf(cells: Grid['cells'], move: GameMove): [number, number] | null {
  if ('space' in move) return move.space;
  if (!('column' in move)) return null;
  const row = lowestFree(cells, move.column);
  return row < 0 ? null : [row, move.column];
}

/** The row in which a disc lands; -1 if the column is full. */
export const lowestFree = (cells: Grid['cells'], column: number): number =>
  cells.findLastIndex((row) => row[column] === null);

function lineThrough(
  cells: Grid['cells'],
  [row, column]: [number, number],
  toWin: number,
): [number, number][] {
  const side = cells[row]![column];
  for (const [down, right] of [
    [0, 1],
    [1, 0],
    [1, 1],
    [1, -1],
  ] as const) {
    const line: [number, number][] = [[row, column]];
    for (const way of [1, -1])
      for (let step = way; cells[row + down * step]?.[column + right * step] === side; step += way)
        line.push([row + down * step, column + right * step]);
    if (line.length >= toWin) return line;
  }
  return [];
}

/** The name of a space as on a chess board, such as "b2". */
export const spaceName = (game: GridGame, row: number, column: number): string =>
  `${'abcdefg'[column]}${shapes[game].rows - row}`;

export function gridMoveNames(game: GridGame, moves: readonly GameMove[]): string[] {
  return moves.map((_, ply) => {
    const { last } = gridOf(game, moves.slice(0, ply + 1));
    return last ? spaceName(game, ...last) : '';
  });
}

/** The move that a click on a space makes; null if it is not possible. */
export function moveAt(
  game: GridGame,
  { cells }: Grid,
  side: Side,
  row: number,
  column: number,
): GameMove | null {
  if (game === 'connectfour') return lowestFree(cells, column) < 0 ? null : { column };
  return cells[row]![column] === null
    ? { mark: side === 0 ? 'X' : 'O', space: [row, column] }
    : null;
}
