// What the user played in a position, as the database has added it up.
import type { ReplyTally } from 'kibitz/database';
import type { Color } from 'kibitz';
import { byGames, gamesIn, type PlayedMove } from '../game/results';

/** The side that the user played in the games to count. */
export const sides = ['both', 'white', 'black'] as const;
export type Side = (typeof sides)[number];

/** The moves in the games with a result, the most frequent first. */
export const playedMoves = (
  turn: Color,
  replies: readonly (Pick<ReplyTally, 'wins' | 'draws' | 'losses'> & { uci: string })[],
): PlayedMove[] =>
  replies
    .map(({ uci, wins, draws, losses }) =>
      turn === 'white'
        ? { uci, white: wins, draws, black: losses }
        : { uci, white: losses, draws, black: wins },
    )
    .filter((move) => move.uci !== '' && gamesIn(move) > 0)
    .toSorted(byGames);
