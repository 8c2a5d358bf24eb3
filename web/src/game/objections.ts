// Why a move cannot be made, in words, for somebody who tried it.
import type { Position } from 'kibitz';
import { indexOf, nameOf } from '../board/reach';
import { words } from '../words';
import { rules } from './core';
import { inOwnLetters } from './notation';

const squares = Array.from({ length: 64 }, (_, index) => nameOf(index));
const pieceOn = ({ board }: Position, square: string) => board[indexOf(square)] ?? '.';

const movesOf = ({ moves }: Position) => moves.map(({ uci }) => uci);

const obstacleTo = (position: Position, from: string, to: string) =>
  rules.value?.obstacle(position.start, movesOf(position), from, to);

/** Why the piece on one square cannot go to the other; null if it can, or if it is not its turn. */
export function objectionTo(position: Position, from: string, to: string): string | null {
  const found = obstacleTo(position, from, to);
  if (!found) return null;
  const by = found.by ? { square: found.by, piece: pieceOn(position, found.by) } : undefined;
  return words.value.objections[found.kind](
    { square: from, piece: pieceOn(position, from) },
    by,
    to,
  );
}

/** A move in algebraic notation: the piece's letter, where it comes from, and its target. */
const algebraic = /^(\p{Lu}?)([a-h]?)([1-8]?)[x:-]?([a-h][1-8])(?:=?\p{Lu})?[+#!?]*$/u;

/** Why a typed move cannot be played. */
export function objectionToTyped(position: Position, text: string): string {
  const w = words.value;
  const [, letter = '', file = '', rank = '', to = ''] = algebraic.exec(text) ?? [];
  if (!to) return w.noMove(text);
  const kind = letter ? (pieceOfLetter(letter) ?? '') : file && rank ? '.' : 'p';
  const piece = position.turn === 'white' ? kind.toUpperCase() : kind;
  const places = squares.filter(
    (square) =>
      (kind === '.' || pieceOn(position, square) === piece) &&
      square.startsWith(kind === 'p' ? file || to[0]! : file) &&
      square.endsWith(rank),
  );
  const possible = position.legal.filter((move) => move.to === to && places.includes(move.from));
  if (possible.length > 1) return w.whichMove(possible.map(({ san }) => inOwnLetters(san)));
  const kinds = places.map((from) => obstacleTo(position, from, to)?.kind);
  // Of several pieces, the one that moves like that is meant.
  const meant = places.find((_, i) => kinds[i] && kinds[i] !== 'shape') ?? places[0];
  return (meant && objectionTo(position, meant, to)) ?? w.noMove(text);
}

/** In the page's language, or else in English. */
function pieceOfLetter(letter: string): string | undefined {
  const { letters } = words.value;
  const own = Object.keys(letters).find((piece) => letters[piece] === letter);
  return own ?? ('PNBRQK'.includes(letter) ? letter.toLowerCase() : undefined);
}
