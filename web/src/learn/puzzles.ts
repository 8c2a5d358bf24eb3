// The puzzles: their files (docs/puzzles.md), of which each has those of near ratings, and which one comes next.

export interface Puzzle {
  start: string;
  /** In UCI notation; the first and the last are the solver's. */
  moves: string[];
  themes: string[];
  rating: number;
  /** Where it comes from: its file, and its number there from 0. */
  place?: { file: string; number: number };
}

/** Lines that are no puzzles are left out. */
export function readPuzzles(text: string): Puzzle[] {
  const puzzles: Puzzle[] = [];
  for (const line of text.split('\n')) {
    if (line === '' || line.startsWith('#')) continue;
    const [start, moves, themes, rating] = line.split(';');
    if (!start || !moves || themes === undefined || !Number(rating)) continue;
    puzzles.push({
      start,
      moves: moves.split(' '),
      themes: themes === '' ? [] : themes.split(' '),
      rating: Number(rating),
    });
  }
  return puzzles;
}

/** What is known of a piece of the puzzles before it is fetched. */
export interface Piece {
  address: string;
  /** How many puzzles it has. */
  count: number;
  lowest: number;
  highest: number;
  /** How many of them are of each theme. */
  themes: Readonly<Record<string, number>>;
}

const distance = ({ lowest, highest }: Piece, rating: number) =>
  Math.max(0, lowest - rating, rating - highest);

/** The pieces that may have a puzzle of a theme, or any if it is empty, the nearest to a rating first. */
export const piecesFor = (pieces: readonly Piece[], theme: string, rating: number): Piece[] =>
  pieces
    .filter(({ themes }) => theme === '' || themes[theme])
    .toSorted((a, b) => distance(a, rating) - distance(b, rating));

/** A choice of this many nearest puzzles keeps the order from being the same every time. */
const candidates = 12;

export interface Wish {
  /** Empty for any. */
  theme: string;
  rating: number;
  seen: ReadonlySet<string>;
}

const ofTheme = (puzzles: readonly Puzzle[], theme: string) =>
  puzzles.filter(({ themes }) => theme === '' || themes.includes(theme));
const unseenOf = (puzzles: readonly Puzzle[], { seen }: Wish) =>
  puzzles.filter(({ start }) => !seen.has(start));

/** Whether there is a choice of puzzles that were not seen. */
export const hasChoice = (puzzles: readonly Puzzle[], wish: Wish): boolean =>
  unseenOf(ofTheme(puzzles, wish.theme), wish).length >= candidates;

/**
 * A puzzle of the theme whose rating is near; none that was seen while there are others. `random` is
 * between 0 and 1.
 */
export function choosePuzzle(
  puzzles: readonly Puzzle[],
  wish: Wish,
  random: number,
): Puzzle | null {
  const all = ofTheme(puzzles, wish.theme);
  const unseen = unseenOf(all, wish);
  const near = (unseen.length > 0 ? unseen : all)
    .toSorted((a, b) => Math.abs(a.rating - wish.rating) - Math.abs(b.rating - wish.rating))
    .slice(0, candidates);
  return near[Math.floor(random * near.length)] ?? null;
}

/** All themes (docs/puzzles.md), in the order in which they are offered. */
export const themeGroups = {
  motifs: [
    'fork',
    'pin',
    'skewer',
    'discovered-attack',
    'discovered-check',
    'double-check',
    'hanging',
    'trapped',
    'removes-defender',
    'overloaded',
    'attraction',
    'intermezzo',
    'sacrifice',
    'attacking-f2-f7',
  ],
  mates: [
    'mate-in-1',
    'mate-in-2',
    'mate-in-3',
    'mate-in-4',
    'back-rank',
    'smothered-mate',
    'arabian-mate',
    'anastasias-mate',
    'dovetail-mate',
    'hook-mate',
    'bodens-mate',
    'double-bishop-mate',
  ],
  moves: ['quiet-move', 'advanced-pawn', 'promotion', 'underpromotion', 'castling', 'en-passant'],
  endgames: [
    'pawn-endgame',
    'knight-endgame',
    'bishop-endgame',
    'rook-endgame',
    'queen-endgame',
    'queen-rook-endgame',
  ],
  stages: ['opening', 'middlegame', 'endgame'],
  lengths: ['one-move', 'short', 'long', 'very-long'],
} as const;
export type ThemeGroup = keyof typeof themeGroups;

/** A theme of which there are fewer is not offered: its puzzles would come again too soon. */
const fewestOfTopic = 20;

/** What can be chosen, by groups, each theme with the number of its puzzles. */
export function topicsIn(
  pieces: readonly Pick<Piece, 'themes'>[],
): [ThemeGroup, [string, number][]][] {
  const counts = themesIn(pieces);
  return Object.entries(themeGroups).map(([group, themes]) => [
    group as ThemeGroup,
    themes
      .map((theme): [string, number] => [theme, counts.get(theme) ?? 0])
      .filter(([, count]) => count >= fewestOfTopic),
  ]);
}

/** How many puzzles have each theme. */
export function themesIn(pieces: readonly Pick<Piece, 'themes'>[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { themes } of pieces)
    for (const [theme, count] of Object.entries(themes))
      counts.set(theme, (counts.get(theme) ?? 0) + count);
  return counts;
}
