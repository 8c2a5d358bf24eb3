// A finished game of the arena as PGN.
import type { Rules } from 'kibitz';
import { startOf, uciMoves } from './boards';
import type { Course } from './course';
import type { Side } from './protocol';

interface End {
  ending: string;
  winner: Side | null;
}

/** Lost by both players, as neither was connected. */
export const isForfeited = ({ ending, winner }: End): boolean =>
  ending === 'disconnect' && winner === null;

/** The result tag; a game that does not count has none. */
export function pgnResult({ ending, winner }: End): '1-0' | '0-1' | '1/2-1/2' | '*' {
  if (ending === 'aborted' || isForfeited({ ending, winner })) return '*';
  return winner === null ? '1/2-1/2' : winner === 0 ? '1-0' : '0-1';
}

export function tagsOf({ start, end }: Course): Record<string, string> {
  const { players, contest, time } = start;
  return {
    Event: contest || 'Kibitz',
    Date: new Date(time).toISOString().slice(0, 10).replaceAll('-', '.'),
    White: players[0],
    Black: players[1],
    ...(end && { Result: pgnResult(end) }),
  };
}

export function pgnOf(rules: Rules, course: Course): string {
  const { game, setup } = course.start;
  const made = rules.newGame(startOf(game, setup));
  try {
    let node = 0;
    for (const move of uciMoves(course.moves)) node = made.play(node, move);
    for (const [name, value] of Object.entries(tagsOf(course))) made.tag(name, value);
    if (course.end) made.result(pgnResult(course.end));
    return made.pgn();
  } finally {
    made.close();
  }
}
