// Which moves a pair of squares can mean.
import type { Move } from 'kibitz';

/** Whether the move ends on the square. Castling can also be entered by the square of the rook. */
export const arrives = (move: Move, square: string): boolean =>
  move.to === square || move.rook === square;

/** The moves from one square to another: several for a promotion. Where the king can both castle and
 *  simply go to the square, as in Chess960, it goes. */
export function movesBetween(legal: readonly Move[], from: string, to: string): Move[] {
  const arriving = legal.filter((move) => move.from === from && arrives(move, to));
  const simple = arriving.filter(({ castling }) => !castling);
  return simple.length > 0 ? simple : arriving;
}
