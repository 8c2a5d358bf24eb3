// What the user played in a position, from the courses of their games.
import { byGames, type PlayedMove, type Results } from '../game/results';
import { unpackMove, type GameCourse, type GameRecord } from './record';

/** The side that the user played in the games to count. */
export const sides = ['both', 'white', 'black'] as const;
export type Side = (typeof sides)[number];

const resultKeys: Record<string, keyof Results> = {
  '1-0': 'white',
  '1/2-1/2': 'draws',
  '0-1': 'black',
};

/** The moves in the games with a result, the most frequent first. A game counts once for a position. */
export function movesIn(
  position: number,
  games: Iterable<{ record: Pick<GameRecord, 'result'>; course: Omit<GameCourse, 'id'> }>,
): PlayedMove[] {
  const moves = new Map<number, PlayedMove>();
  for (const { record, course } of games) {
    const key = resultKeys[record.result];
    const packed = course.moves[course.positions.indexOf(position)];
    if (!key || packed === undefined) continue;
    const known = moves.get(packed) ?? { uci: unpackMove(packed), white: 0, draws: 0, black: 0 };
    ++known[key];
    moves.set(packed, known);
  }
  return [...moves.values()].toSorted(byGames);
}
