// Squares and moves in words, for those who hear them.
import type { Move } from 'kibitz';

const names: Record<string, string> = {
  p: 'pawn',
  n: 'knight',
  b: 'bishop',
  r: 'rook',
  q: 'queen',
  k: 'king',
};

export const pieceName = (piece: string) => names[piece.toLowerCase()] ?? piece;

export function squareLabel(square: string, piece: string, isTarget: boolean, inCheck: boolean): string {
  const words = [square];
  if (piece !== '.')
    words.push(`${piece === piece.toUpperCase() ? 'white' : 'black'} ${pieceName(piece)}`);
  if (inCheck) words.push('in check');
  if (isTarget) words.push(piece === '.' ? 'can move here' : 'can be taken');
  return words.join(', ');
}

/** "knight takes e5, check" */
export function spoken(move: Move): string {
  const words = move.castling
    ? `castles ${move.castling}`
    : `${pieceName(move.piece)} ${move.captured ? 'takes' : 'to'} ${move.to}`;
  const promoted = move.promotion ? `, becomes a ${pieceName(move.promotion)}` : '';
  const end = move.san.endsWith('#') ? ', checkmate' : move.san.endsWith('+') ? ', check' : '';
  return words + promoted + end;
}
