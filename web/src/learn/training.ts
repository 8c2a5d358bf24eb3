// What the user has done with the puzzles: the rating, the streak and the puzzles seen, kept in this
// browser.
import { effect, signal } from '@preact/signals';
import { pieces } from '../generated/puzzles';
import { load, save } from '../settings/storage';
import { showError } from '../shell/notices';
import { beginExercise, exercise, isFlawed, isStudied, status } from '../game/exercise';
import { keepOutcome } from './outcomes';
import {
  choosePuzzle,
  hasChoice,
  type Piece,
  piecesFor,
  type Puzzle,
  readPuzzles,
  topicsIn,
} from './puzzles';
import { afterPuzzle, newcomer, type Rating } from './rating';
import { rateBySolvers, tellServer } from './solvers';

interface Training extends Rating {
  theme: string;
  solved: number;
  tried: number;
  streak: number;
  bestStreak: number;
  /** The positions of the latest puzzles. */
  seen: string[];
}

const nothingYet: Training = {
  ...newcomer,
  theme: '',
  solved: 0,
  tried: 0,
  streak: 0,
  bestStreak: 0,
  seen: [],
};
const mostSeen = 2000;

const isTraining = (value: unknown): value is Training =>
  typeof value === 'object' &&
  value !== null &&
  Object.entries(nothingYet).every(
    ([key, usual]) =>
      typeof (value as Record<string, unknown>)[key] === typeof usual &&
      (typeof usual !== 'number' || Number.isFinite((value as Record<string, unknown>)[key])),
  ) &&
  Array.isArray((value as Training).seen);

export const training = signal<Training>(load('training', isTraining) ?? nothingYet);
effect(() => save('training', training.value));

export const topics = topicsIn(pieces);
export const puzzle = signal<Puzzle | null>(null);
/** What the last result changed the rating by; null before the puzzle is decided. */
export const change = signal<number | null>(null);

const fetched = new Map<string, Promise<Puzzle[]>>();

/** The puzzles of a piece, which are fetched once; another call tries again after a failure. */
function puzzlesOf({ address }: Piece): Promise<Puzzle[]> {
  const known = fetched.get(address) ?? fetchPiece(address);
  fetched.set(address, known);
  known.catch(() => fetched.delete(address));
  return known;
}

async function fetchPiece(address: string): Promise<Puzzle[]> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(String(response.status));
  const file = address.slice(address.lastIndexOf('/') + 1);
  const puzzles = readPuzzles(await response.text());
  puzzles.forEach((one, number) => (one.place = { file, number }));
  void rateBySolvers(file, puzzles, response);
  return puzzles;
}

/**
 * A puzzle of a theme, or of any, that suits the user; fetches as many pieces as it takes. Without a network those
 * that were kept have to do; it is an error if there are none.
 */
export async function puzzleOf(theme: string): Promise<Puzzle | null> {
  const { rating, seen } = training.peek();
  const wish = { theme, rating, seen: new Set(seen) };
  const found: Puzzle[] = [];
  let problem: unknown = null;
  for (const piece of piecesFor(pieces, theme, rating)) {
    try {
      found.push(...(await puzzlesOf(piece)));
    } catch (error) {
      problem ??= error;
    }
    if (hasChoice(found, wish)) break;
  }
  if (problem && found.length === 0) throw problem;
  return choosePuzzle(found, wish, Math.random());
}

let lastAsked = 0;

/** Asks the next puzzle, unless another one has been asked for meanwhile. */
export async function nextPuzzle(): Promise<void> {
  const mine = ++lastAsked;
  try {
    const next = await puzzleOf(training.peek().theme);
    if (mine === lastAsked) askPuzzle(next);
  } catch (error) {
    showError(error);
  }
}

export function askPuzzle(next: Puzzle | null): void {
  ++lastAsked;
  puzzle.value = next;
  change.value = null;
  if (next) beginExercise({ start: next.start, moves: next.moves.map((move) => [move]) });
}

export function chooseTheme(theme: string): void {
  training.value = { ...training.peek(), theme };
  leavePuzzles(); // one of another theme is not to be solved meanwhile
  void nextPuzzle();
}

/** Another part of the page is shown: what is being fetched is not asked any more. */
export function leavePuzzles(): void {
  ++lastAsked;
  puzzle.value = exercise.value = null;
}

/** The first wrong move, the solution or the last right move decides about a puzzle, once. */
effect(() => {
  const isDecided = isFlawed.value || status.value.kind === 'solved';
  const now = puzzle.peek();
  if (!isDecided || !now || change.peek() !== null) return;
  if (exercise.peek()?.start !== now.start) return; // a lesson or a mistake

  const isSolved = !isFlawed.peek();
  const before = training.peek();
  // Who only looks at the solution learns, and keeps their rating.
  const after: Partial<Rating> = isStudied.peek() ? {} : afterPuzzle(before, now.rating, isSolved);
  if (!isStudied.peek()) void tellServer(now, before, isSolved);
  const streak = isSolved ? before.streak + 1 : 0;
  keepOutcome(now.themes, isSolved);
  change.value = Math.round(after.rating ?? before.rating) - Math.round(before.rating);
  training.value = {
    ...before,
    ...after,
    solved: before.solved + (isSolved ? 1 : 0),
    tried: before.tried + 1,
    streak,
    bestStreak: Math.max(streak, before.bestStreak),
    seen: [...before.seen, now.start].slice(-mostSeen),
  };
});
