// The piece sets, each a group of shapes with the same six ids. Fill and outline are set where a shape
// is used; `currentColor` is for inner lines.
import { pieceShapes } from '../generated/pieces';

export const pieceSets = ['staunton', 'plain', 'letters'] as const;
export type PieceSet = (typeof pieceSets)[number];

// Flat shapes on a common base, for small screens.
const foot = 'M24 88V80H76V88Z';
const plainShapes: Record<string, string> = {
  p: `M50 24a14 14 0 0 1 9 24.5L66 76H34L41 48.5A14 14 0 0 1 50 24Z${foot}`,
  n: `M34 76C34 62 44 58 48 48L36 54L24 50L27 40L42 26L44 14L56 22C70 30 74 50 70 76Z${foot}`,
  b: `M50 12L55 20C68 30 72 46 58 58L66 76H34L42 58C28 46 32 30 45 20Z${foot}`,
  r: `M26 16H38V26H44V16H56V26H62V16H74V40L66 46V76H34V46L26 40Z${foot}`,
  q: `M18 24L36 44L40 16L50 42L60 16L64 44L82 24L68 76H32Z${foot}`,
  k: `M46 8H54V15H61V23H54V32C74 28 88 44 68 64V76H32V64C12 44 26 28 46 32V23H39V15H46Z${foot}`,
};
const plainLines: Record<string, string> = {
  n: 'M46 31L46.5 31.5',
  b: 'M50 30V46M42 38H58',
  k: 'M34 66H66',
  q: 'M34 66H66',
  r: 'M34 46H66',
  p: '',
};

const group = (id: string, content: string) =>
  `<g id="kibitz-${id}" stroke-linecap="round" stroke-linejoin="round">${content}</g>`;

const plain = () =>
  Object.entries(plainShapes)
    .map(([id, outline]) =>
      group(
        id,
        `<path stroke-width="4" d="${outline}"/><path fill="none" stroke="currentColor" stroke-width="4" d="${plainLines[id]}"/>`,
      ),
    )
    .join('');

// A disc with the letter of the piece in the page's language.
const inLetters = (letters: Record<string, string>) =>
  Object.entries(letters)
    .map(([id, letter]) =>
      group(
        id,
        '<circle cx="50" cy="50" r="39" stroke-width="4"/>' +
          '<circle cx="50" cy="50" r="32" fill="none" stroke="currentColor" stroke-width="2"/>' +
          `<text x="50" y="66" text-anchor="middle" fill="currentColor" stroke="none" font-family="Georgia, 'DejaVu Serif', serif" font-weight="700" font-size="46">${letter}</text>`,
      ),
    )
    .join('');

export function shapesOf(set: PieceSet, letters: Record<string, string>): string {
  if (set === 'plain') return plain();
  return set === 'letters' ? inLetters(letters) : pieceShapes;
}
