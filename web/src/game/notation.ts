// Moves with the piece letters of the page's language. Everything that is stored, exported or sent has
// the English letters of PGN.
import { words } from '../words';

/** A piece's letter before the squares of its move, or behind the = of a promotion. */
const pieceLetters = /(?<![A-Za-z])[KQRBN](?=[a-h]?[1-8]?x?[a-h][1-8])|(?<==)[QRBN]/g;

/** A text with moves in standard algebraic notation: "Qxf7#" is "Dxf7#" in German. */
export const inOwnLetters = (text: string): string =>
  text.replace(pieceLetters, (letter) => words.value.letters[letter.toLowerCase()] ?? letter);
