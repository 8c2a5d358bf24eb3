// How hard the puzzles are by those who have tried them, where a server of ours counts that (docs/puzzles.md). Elsewhere,
// and without a network, the ratings of the files hold.
import type { Puzzle } from './puzzles';
import type { Rating } from './rating';

const addressOf = (file: string) => `api/puzzles/${encodeURIComponent(file)}`;

/** Whether the puzzles came from a server that counts. */
let isCounted = false;

const isRatings = (value: unknown): value is { ratings: (number | null)[] } =>
  typeof value === 'object' &&
  value !== null &&
  Array.isArray((value as { ratings?: unknown }).ratings);

/** Changes the ratings of a file's puzzles, all of them in order, once the server has answered. */
export async function rateBySolvers(
  file: string,
  puzzles: Puzzle[],
  { headers }: Response,
): Promise<void> {
  isCounted = headers.get('Kibitz-Puzzles') === 'counted';
  if (!isCounted || !navigator.onLine) return;
  try {
    const answer = await fetch(addressOf(file));
    const found: unknown = answer.ok ? await answer.json() : null;
    if (!isRatings(found)) return;
    puzzles.forEach((puzzle, number) => {
      const rating = found.ratings[number];
      if (typeof rating === 'number' && Number.isFinite(rating)) puzzle.rating = rating;
    });
  } catch {
    // Those of the file hold.
  }
}

/** Says how the user, as strong as they were before, did with a puzzle. Nobody waits for the answer. */
export async function tellServer(puzzle: Puzzle, solver: Rating, solved: boolean): Promise<void> {
  if (!isCounted || !navigator.onLine || !puzzle.place) return;
  const { file, number } = puzzle.place;
  const { rating, deviation } = solver;
  try {
    await fetch(addressOf(file), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ puzzle: number, solved, rating, deviation }),
    });
  } catch {
    // The result stays in this browser.
  }
}
