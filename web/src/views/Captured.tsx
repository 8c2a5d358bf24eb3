// The pieces that a side has captured, and how much more its own are worth.
import type { Color, Move } from 'kibitz';
import { PieceImage } from '../board/pieces';

const worth: Record<string, number> = { p: 1, n: 3, b: 3, r: 5, q: 9 };
const isWhite = (piece: string) => piece === piece.toUpperCase();

/** What the side's pieces on the board are worth, in pawns. */
const worthOf = (board: string, color: Color) =>
  [...board]
    .filter((piece) => isWhite(piece) === (color === 'white'))
    .reduce((sum, piece) => sum + (worth[piece.toLowerCase()] ?? 0), 0);

interface Props {
  by: Color;
  moves: readonly Move[];
  board: string | undefined;
}

export function Captured({ by, moves, board }: Props) {
  const captured = moves
    .filter(({ piece, captured: taken }) => taken && isWhite(piece) === (by === 'white'))
    .map(({ captured: taken }) => taken!);
  const kinds = [...'qrbnp']
    .map((kind) => captured.filter((piece) => piece.toLowerCase() === kind))
    .filter((same) => same.length > 0);
  const ahead = board ? worthOf(board, by) - worthOf(board, by === 'white' ? 'black' : 'white') : 0;
  return (
    <span class="captured" aria-hidden="true">
      {kinds.map((same) => (
        <span class="same" key={same[0]}>
          {same.map((piece, i) => (
            <PieceImage piece={piece} key={i} />
          ))}
        </span>
      ))}
      {captured.length > 0 && ahead > 0 && <small>+{ahead}</small>}
    </span>
  );
}
