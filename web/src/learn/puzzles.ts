// The puzzles: their file (docs/puzzles.md), and which one comes next.

export interface Puzzle {
  start: string;
  /** In UCI notation; the first and the last are the solver's. */
  moves: string[];
  themes: string[];
  rating: number;
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

/** A choice of this many nearest puzzles keeps the order from being the same every time. */
const candidates = 12;

/**
 * A puzzle of the theme whose rating is near; none that was seen while there are others. `random` is
 * between 0 and 1.
 */
export function choosePuzzle(
  puzzles: readonly Puzzle[],
  wish: { theme: string; rating: number; seen: ReadonlySet<string> },
  random: number,
): Puzzle | null {
  const ofTheme = puzzles.filter(({ themes }) => wish.theme === '' || themes.includes(wish.theme));
  const unseen = ofTheme.filter(({ start }) => !wish.seen.has(start));
  const near = (unseen.length > 0 ? unseen : ofTheme)
    .toSorted((a, b) => Math.abs(a.rating - wish.rating) - Math.abs(b.rating - wish.rating))
    .slice(0, candidates);
  return near[Math.floor(random * near.length)] ?? null;
}

/** The themes that some puzzles have, with their number, the most frequent first. */
export function themesIn(puzzles: readonly Puzzle[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const { themes } of puzzles)
    for (const theme of themes) counts.set(theme, (counts.get(theme) ?? 0) + 1);
  return [...counts].toSorted((a, b) => b[1] - a[1] || a[0].localeCompare(b[0]));
}
