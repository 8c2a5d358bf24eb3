// What the user has done with the puzzles: the rating, the streak and the puzzles seen, kept in this
// browser.
import { computed, effect, signal } from '@preact/signals';
import puzzlesAddress from '../../data/puzzles.txt?url';
import { load, save } from '../settings/storage';
import { showError } from '../shell/notices';
import { beginExercise, exercise, isFlawed, isStudied, status } from '../game/exercise';
import { keepOutcome } from './outcomes';
import { choosePuzzle, type Puzzle, readPuzzles, themesIn } from './puzzles';
import { afterPuzzle, newcomer, type Rating } from './rating';

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

export const puzzles = signal<readonly Puzzle[]>([]);
export const themes = computed(() => themesIn(puzzles.value));
export const puzzle = signal<Puzzle | null>(null);
/** What the last result changed the rating by; null before the puzzle is decided. */
export const change = signal<number | null>(null);

/** Fetches the puzzles, once. */
export async function fetchPuzzles(): Promise<void> {
  if (puzzles.value.length > 0) return;
  const response = await fetch(puzzlesAddress);
  if (!response.ok) throw new Error(String(response.status));
  puzzles.value = readPuzzles(await response.text());
}

/** Fetches the puzzles and begins with one. */
export async function openPuzzles(): Promise<void> {
  try {
    await fetchPuzzles();
    nextPuzzle();
  } catch (error) {
    showError(error);
  }
}

export function nextPuzzle(): void {
  askPuzzle(puzzleOf(training.value.theme));
}

/** A puzzle of a theme, or of any, that suits the user. */
export function puzzleOf(theme: string): Puzzle | null {
  const { rating, seen } = training.value;
  return choosePuzzle(puzzles.value, { theme, rating, seen: new Set(seen) }, Math.random());
}

export function askPuzzle(next: Puzzle | null): void {
  puzzle.value = next;
  change.value = null;
  if (next) beginExercise({ start: next.start, moves: next.moves.map((move) => [move]) });
}

export function chooseTheme(theme: string): void {
  training.value = { ...training.peek(), theme };
  nextPuzzle();
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
