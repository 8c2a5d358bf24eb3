// Why a move cannot be made, in words, for somebody who tried it.
import type { Position } from 'kibitz';
import { words } from '../words';
import { rules } from './core';

const pieceOn = ({ board }: Position, square: string) =>
  board['abcdefgh'.indexOf(square[0]!) + 8 * (Number(square[1]) - 1)] ?? '.';

const movesOf = ({ moves }: Position) => moves.map(({ uci }) => uci);

/** Why the piece on one square cannot go to the other; null if it can, or if it is not its turn. */
export function objectionTo(position: Position, from: string, to: string): string | null {
  const found = rules.value?.obstacle(position.start, movesOf(position), from, to);
  if (!found) return null;
  const by = found.by ? { square: found.by, piece: pieceOn(position, found.by) } : undefined;
  return words.value.objections[found.kind](
    { square: from, piece: pieceOn(position, from) },
    by,
    to,
  );
}

/** Why a typed move cannot be played, if it names its squares or only one piece can be meant. */
export function objectionToTyped(position: Position, text: string): string | null {
  const squares = /^([a-h][1-8])-?([a-h][1-8])/.exec(text);
  if (squares) return objectionTo(position, squares[1]!, squares[2]!);
  const [, letter = '', to] = /^(\p{Lu}?)x?([a-h][1-8])[+#]?$/u.exec(text) ?? [];
  if (!to) return null;
  const { letters } = words.value;
  const kind = Object.keys(letters).find((piece) => letters[piece] === letter) ?? letter;
  const piece = position.turn === 'white' ? kind.toUpperCase() : kind.toLowerCase();
  const places = [...position.board].flatMap((one, i) =>
    letter && one === piece ? [`${'abcdefgh'[i % 8]}${Math.floor(i / 8) + 1}`] : [],
  );
  return places.length === 1 ? objectionTo(position, places[0]!, to) : null;
}
