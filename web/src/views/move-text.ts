// Moves as text, with number and glyphs: "12… Nf6?!".
import type { TreeNode } from 'kibitz';
import { turnOf } from '../game/glance';
import { inOwnLetters } from '../game/notation';

// The usual symbols for the glyphs of the PGN standard, as far as common fonts have them.
const glyphs: Record<number, string> = {
  1: '!',
  2: '?',
  3: '!!',
  4: '??',
  5: '!?',
  6: '?!',
  7: '□',
  8: '□',
  10: ' =',
  11: ' =',
  12: ' =',
  13: ' ∞',
  14: ' +/=',
  15: ' =/+',
  16: ' ±',
  17: ' ∓',
  18: ' +−',
  19: ' −+',
  22: ' ⊙',
  23: ' ⊙',
  32: ' ↑↑',
  33: ' ↑↑',
  36: ' ↑',
  37: ' ↑',
  40: ' →',
  41: ' →',
  44: ' =/∞',
  45: ' =/∞',
  132: ' ⇆',
  133: ' ⇆',
  138: ' ⊕',
  139: ' ⊕',
  140: ' ∆',
  146: ' N',
};

/** The glyphs that judge a move, that judge the position after it, and others; one of each is set. */
export const glyphGroups = {
  move: [1, 2, 3, 4, 5, 6, 7],
  position: [10, 13, 14, 15, 16, 17, 18, 19],
  remark: [22, 32, 36, 40, 44, 132, 138, 140, 146],
};

export const glyphText = (nag: number): string => (glyphs[nag] ?? `$${nag}`).trim();

export function moveText({ ply = 0, san, nags = [] }: TreeNode, withNumber: boolean): string {
  const number = ply % 2 === 0 ? `${ply / 2 + 1}. ` : withNumber ? `${(ply + 1) / 2}… ` : '';
  return `${number}${inOwnLetters(san ?? '')}${nags.map((nag) => glyphs[nag] ?? ` $${nag}`).join('')}`;
}

/** The moves of a line from a position, each on one line: "12… Nf6", "13. e5". */
export function numberedMoves({ fen, san }: { fen: string; san: readonly string[] }): string[] {
  const first = Number(fen.split(/\s+/)[5] ?? 1);
  const offset = turnOf(fen) === 'white' ? 0 : 1;
  return san.map(inOwnLetters).map((move, i) => {
    const number = first + Math.floor((i + offset) / 2);
    if ((i + offset) % 2 === 0) return `${number}.\u00a0${move}`;
    return i === 0 ? `${number}…\u00a0${move}` : move;
  });
}
