// A move of a tree with its number and what annotators think of it: "12… Nf6?!".
import type { TreeNode } from 'kibitz';

const glyphs: Record<number, string> = { 1: '!', 2: '?', 3: '!!', 4: '??', 5: '!?', 6: '?!' };

export function moveText({ ply = 0, san, nags = [] }: TreeNode, withNumber: boolean): string {
  const number = ply % 2 === 0 ? `${ply / 2 + 1}. ` : withNumber ? `${(ply + 1) / 2}… ` : '';
  return `${number}${san}${nags.map((nag) => glyphs[nag] ?? ` $${nag}`).join('')}`;
}
