// The piece sets besides Staunton's, drawn on a square of 100 units. They are fetched when the user
// has chosen one of them, or looks at the choice. `currentColor` is for inner lines.

interface Drawing {
  outline: string;
  lines?: string;
}
type Drawings = Record<string, Drawing>;

// Flat shapes on a common base, for small screens.
const foot = 'M24 88V80H76V88Z';
const plain: Drawings = {
  p: { outline: `M50 24a14 14 0 0 1 9 24.5L66 76H34L41 48.5A14 14 0 0 1 50 24Z${foot}` },
  n: {
    outline: `M34 76C34 62 44 58 48 48L36 54L24 50L27 40L42 26L44 14L56 22C70 30 74 50 70 76Z${foot}`,
    lines: 'M46 31L46.5 31.5',
  },
  b: {
    outline: `M50 12L55 20C68 30 72 46 58 58L66 76H34L42 58C28 46 32 30 45 20Z${foot}`,
    lines: 'M50 30V46M42 38H58',
  },
  r: {
    outline: `M26 16H38V26H44V16H56V26H62V16H74V40L66 46V76H34V46L26 40Z${foot}`,
    lines: 'M34 46H66',
  },
  q: {
    outline: `M18 24L36 44L40 16L50 42L60 16L64 44L82 24L68 76H32Z${foot}`,
    lines: 'M34 66H66',
  },
  k: {
    outline: `M46 8H54V15H61V23H54V32C74 28 88 44 68 64V76H32V64C12 44 26 28 46 32V23H39V15H46Z${foot}`,
    lines: 'M34 66H66',
  },
};

// Straight lines and arcs alone: each piece is one sign.
const geometric: Drawings = {
  p: { outline: 'M50 18A16 16 0 0 1 60 46.5L76 87H24L40 46.5A16 16 0 0 1 50 18Z' },
  n: {
    outline: 'M30 87L42 56L20 60L14 44L40 24V13L54 18L78 36V87Z',
    lines: 'M43 33H43.5M54 32L66 42V74',
  },
  b: {
    outline: 'M50 13L76 46L62 68L78 87H22L38 68L24 46Z',
    lines: 'M50 30V54M40 42H60',
  },
  r: {
    outline: 'M18 16H36V27H41V16H59V27H64V16H82V42H72V70H82V87H18V70H28V42H18Z',
    lines: 'M28 42H72M28 70H72',
  },
  q: {
    outline: 'M11 22L32 48L33 13L50 44L67 13L68 48L89 22L76 87H24Z',
    lines: 'M29 66H71M26 76H74',
  },
  k: {
    outline: 'M43 12H57V20H66V32H57V38L86 50L74 87H26L14 50L43 38V32H34V20H43Z',
    lines: 'M26 66H74M50 47V57',
  },
};

// Round and heavy, as if turned from one block.
const turned: Drawings = {
  p: {
    outline:
      'M50 18C62 18 67 31 60 40C66 43 65 49 59 50C60 62 63 67 69 73C74 77 73 87 67 87H33C27 87 26 77 31 73C37 67 40 62 41 50C35 49 34 43 40 40C33 31 38 18 50 18Z',
    lines: 'M36 75C45 71 55 71 64 75',
  },
  n: {
    outline:
      'M36 13C42 14 45 17 48 20C72 20 84 42 78 71C84 75 83 87 77 87H27C21 87 20 76 27 72C28 61 38 57 43 48C36 50 33 56 27 58C17 60 12 50 17 44C24 37 25 30 31 25C31 20 33 16 36 13Z',
    lines: 'M37 33H37.5M56 29C67 37 69 52 66 66M32 75C46 71 62 71 73 75',
  },
  b: {
    outline:
      'M50 11C55 11 58 16 56 20C73 30 77 48 62 58C63 66 67 69 74 73C80 77 79 87 73 87H27C21 87 20 77 26 73C33 69 37 66 38 58C23 48 27 30 44 20C42 16 45 11 50 11Z',
    lines: 'M58 28L48 46M40 59H60M31 75C43 71 57 71 69 75',
  },
  r: {
    outline:
      'M26 15H35C37 15 37 24 40 24C43 24 42 15 45 15H55C58 15 57 24 60 24C63 24 63 15 65 15H74C78 15 79 39 68 43C67 58 69 66 76 72C81 77 80 87 74 87H26C20 87 19 77 24 72C31 66 33 58 32 43C21 39 22 15 26 15Z',
    lines: 'M33 43C44 46 56 46 67 43M30 74C43 71 57 71 70 74',
  },
  q: {
    outline:
      'M50 12C57 12 59 20 54 24L60 40L72 27C69 20 81 16 83 24C84 29 80 31 77 31L68 58C66 65 70 69 76 73C81 77 80 87 74 87H26C20 87 19 77 24 73C30 69 34 65 32 58L23 31C20 31 16 29 17 24C19 16 31 20 28 27L40 40L46 24C41 20 43 12 50 12Z',
    lines: 'M33 57C44 53 56 53 67 57M30 75C43 71 57 71 70 75',
  },
  k: {
    outline:
      'M45 11H55V18H63V28H55V35C72 27 91 38 80 52C76 58 69 60 68 65C68 69 71 71 76 74C81 78 80 87 74 87H26C20 87 19 78 24 74C29 71 32 69 32 65C31 60 24 58 20 52C9 38 28 27 45 35V28H37V18H45Z',
    lines: 'M50 42V56M33 62C44 58 56 58 67 62M30 76C43 72 57 72 70 76',
  },
};

const group = (id: string, content: string) =>
  `<g id="kibitz-${id}" stroke-linecap="round" stroke-linejoin="round">${content}</g>`;

const drawn = (drawings: Drawings) =>
  Object.entries(drawings)
    .map(([id, { outline, lines = '' }]) =>
      group(
        id,
        `<path stroke-width="4" d="${outline}"/><path fill="none" stroke="currentColor" stroke-width="4" d="${lines}"/>`,
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

export const otherSets = {
  plain: () => drawn(plain),
  turned: () => drawn(turned),
  geometric: () => drawn(geometric),
  letters: inLetters,
};
