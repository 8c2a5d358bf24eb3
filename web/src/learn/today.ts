// The tasks of today: which one is on the board, and what becomes of it. They are kept in this browser.
import { computed, effect, signal } from '@preact/signals';
import { rulesLoaded } from '../game/core';
import { type Exercise, exercise, isFlawed, status } from '../game/exercise';
import { dueOn, forget, mistakes, today } from '../game/mistakes';
import { load, onSavedElsewhere, save } from '../settings/storage';
import { showError } from '../shell/notices';
import {
  afterDay,
  type Day,
  dayOf,
  isDay,
  isDone,
  isStreak,
  noStreak,
  type Streak,
  type Task,
  themeOfDay,
  withOpening,
  withPuzzleAt,
  withResult,
} from './day';
import { askedOpening, askOpening, dueOpenings, findOpenings, ownOpenings } from './openings';
import { asked, askMistake } from './own-mistakes';
import { askPuzzle, puzzle, puzzleOf } from './training';

export const day = signal<Day | null>(load('today', isDay));
export const streak = signal<Streak>(load('streak', isStreak) ?? noStreak);
onSavedElsewhere('streak', () => (streak.value = load('streak', isStreak) ?? noStreak));

/** The place of the task on the board; behind the last one when the day is done. */
export const place = signal(0);
/** The theme that the day's puzzle was chosen by; empty if its kind is any. */
export const theme = signal('');
export const task = computed<Task | null>(() => day.value?.tasks[place.value] ?? null);

/** The exercise that is not decided yet; null while none of today's is on the board. */
let open: Exercise | null = null;
/** Counts the tasks asked, since a user may go elsewhere while the puzzles are fetched. */
let count = 0;

function keep(next: Day): void {
  day.value = next;
  save('today', next);
}

/** Begins with today's tasks, or goes on with them. */
export async function openToday(number = today()): Promise<void> {
  day.value = load('today', isDay) ?? day.value; // another tab may have gone on
  if (day.value?.number !== number) keep(dayOf(number, dueOn(number)));
  place.value = day.value!.results.length;
  void addOpening(number);
  await ask();
}

/** One position of the user's openings as a last task, once the library has answered. */
async function addOpening(number: number): Promise<void> {
  await findOpenings();
  const [first] = dueOpenings(number);
  if (!first || day.value?.number !== number) return;
  const next = withOpening(day.value, first.position);
  if (next !== day.value) keep(next);
}

export async function nextTask(): Promise<void> {
  place.value = day.value?.results.length ?? 0;
  await ask();
}

/** Another part of the page is shown. */
export function leaveToday(): void {
  ++count;
  open = null;
}

async function ask(): Promise<void> {
  const mine = ++count;
  open = exercise.value = asked.value = askedOpening.value = puzzle.value = null;
  try {
    await rulesLoaded();
    if (mine !== count || !task.value) return;
    if (task.value.kind === 'puzzle' || !(await askOwn(task.value))) {
      const wanted = themeOfDay(day.value!, (one) => findMistake(one)?.motif);
      const ofTheme = wanted ? await puzzleOf(wanted) : null;
      const found = ofTheme ?? (await puzzleOf(''));
      if (mine !== count) return;
      theme.value = ofTheme ? wanted : '';
      askPuzzle(found);
    }
    open = exercise.value;
  } catch (error) {
    showError(error);
  }
}

const findMistake = (wanted: Task) =>
  wanted.kind === 'mistake'
    ? mistakes.value.find(({ fen, san }) => fen === wanted.fen && san === wanted.san)
    : undefined;

/** Asks a position of the user's own; one that is gone or damaged makes room for a puzzle. */
async function askOwn(wanted: Task): Promise<boolean> {
  const isAsked = wanted.kind === 'opening' ? await askOwnOpening(wanted) : askOwnMistake(wanted);
  if (!isAsked) keep(withPuzzleAt(day.value!, place.value));
  return isAsked;
}

async function askOwnOpening({ position }: Extract<Task, { kind: 'opening' }>): Promise<boolean> {
  if (!ownOpenings.value) await findOpenings();
  const opening = ownOpenings.value?.find((one) => one.position === position);
  if (opening) await askOpening(opening);
  return opening !== undefined;
}

function askOwnMistake(wanted: Task): boolean {
  const mistake = findMistake(wanted);
  if (mistake && askMistake(mistake)) return true;
  if (mistake) forget(mistake);
  return false;
}

function decide(isGood: boolean): void {
  open = null;
  const next = withResult(day.peek()!, isGood);
  keep(next);
  if (!isDone(next)) return;
  streak.value = afterDay(streak.peek(), next.number);
  save('streak', streak.peek());
}

/** The first wrong move, the solution or a good move decides, once. */
effect(() => {
  const isOver = isFlawed.value || status.value.kind === 'solved';
  if (isOver && open && open === exercise.peek()) decide(!isFlawed.peek());
});
