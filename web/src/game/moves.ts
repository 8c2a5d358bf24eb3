// What somebody means who takes a man from one square to another.
import type { Move } from 'kibitz';

/** Whether the move leads there: castling leads to the king's square and to his rook's. */
export const arrives = (move: Move, square: string): boolean =>
  move.to === square || move.rook === square;

/** Several where a pawn is promoted. The king on his rook castles, and so he does where only castling
 *  leads; where he can simply go, as in Chess960, he goes. */
export function movesBetween(legal: readonly Move[], from: string, to: string): Move[] {
  const arriving = legal.filter((move) => move.from === from && arrives(move, to));
  const simple = arriving.filter(({ castling }) => !castling);
  return simple.length > 0 ? simple : arriving;
}
