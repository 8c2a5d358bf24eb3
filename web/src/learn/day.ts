// What a day asks, and the streak of days. Nothing here reads a clock: days are numbers, as in
// game/mistakes.ts.

/**
 * A position from the user's own mistakes, one from their openings, or a puzzle, which is chosen when its turn
 * comes.
 */
export type Task =
  | { kind: 'mistake'; fen: string; san: string }
  | { kind: 'opening'; position: number }
  | { kind: 'puzzle' };

export interface Day {
  number: number;
  tasks: readonly Task[];
  /** Of the tasks that are decided, in their order: whether a good move was found at once. */
  results: readonly boolean[];
}

/** Days on which all tasks were done. */
export interface Streak {
  count: number;
  best: number;
  /** The latest of them. */
  last: number;
}

const mistakesOfDay = 3;
const puzzlesOfDay = 1;
/** The second day after the last one still goes on: a single missed day is forgiven. */
const mostGap = 2;

export const noStreak: Streak = { count: 0, best: 0, last: 0 };

/** The mistakes that are due, and a puzzle; puzzles stand in for mistakes that are missing. */
export function dayOf(number: number, due: readonly { fen: string; san: string }[]): Day {
  const mistakes = due
    .slice(0, mistakesOfDay)
    .map(({ fen, san }): Task => ({ kind: 'mistake', fen, san }));
  const missing = mistakesOfDay - mistakes.length + puzzlesOfDay;
  const puzzles = Array.from({ length: missing }, (): Task => ({ kind: 'puzzle' }));
  return { number, tasks: [...mistakes, ...puzzles], results: [] };
}

/** The same with a position of the user's openings at the end, unless the day is done or has one. */
export const withOpening = (day: Day, position: number): Day =>
  isDone(day) || day.tasks.some(({ kind }) => kind === 'opening')
    ? day
    : { ...day, tasks: [...day.tasks, { kind: 'opening', position }] };

/** The same with a puzzle in the place of a task that cannot be asked any more. */
export const withPuzzleAt = (day: Day, place: number): Day => ({
  ...day,
  tasks: day.tasks.with(place, { kind: 'puzzle' }),
});

/** The same with the result of the next task. */
export const withResult = (day: Day, isGood: boolean): Day =>
  isDone(day) ? day : { ...day, results: [...day.results, isGood] };

export const isDone = ({ tasks, results }: Day): boolean => results.length >= tasks.length;

/** The days in a row, on a day on which the tasks may not be done yet. */
export const streakOn = ({ count, last }: Streak, day: number): number =>
  day - last > mostGap ? 0 : count;

/** Whether a day was missed, which is forgiven if the tasks are done on this one. */
export const isForgiven = (streak: Streak, day: number): boolean =>
  streak.count > 0 && day - streak.last === mostGap;

/** The streak after all tasks of a day, which counts once, also for who travels to the day before. */
export function afterDay(streak: Streak, day: number): Streak {
  // A clock that was wrong and has been put right must not stop the streak until it is that late again.
  if (day < streak.last - 1) return { ...streak, last: day };
  if (day <= streak.last) return streak;
  const count = streakOn(streak, day) + 1;
  return { count, best: Math.max(count, streak.best), last: day };
}

/** The theme for the day's puzzle: that of a mistake, rather of one that was made again. */
export function themeOfDay(day: Day, motifOf: (task: Task) => string | null | undefined): string {
  const found = day.tasks.flatMap((task, place) => {
    const motif = motifOf(task);
    return motif ? [{ theme: themeOf(motif), isGood: day.results[place] ?? true }] : [];
  });
  return (found.find(({ isGood }) => !isGood) ?? found[0])?.theme ?? '';
}

/** The theme of puzzles for what the explainer calls a motif: "back rank" is "back-rank". */
export const themeOf = (motif: string): string => motif.replaceAll(' ', '-');

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
const isCount = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 0;

export const isStreak = (value: unknown): value is Streak =>
  isObject(value) && [value.count, value.best, value.last].every(isCount);

const isTask = (value: unknown): value is Task =>
  isObject(value) &&
  (value.kind === 'puzzle' ||
    (value.kind === 'opening' && isCount(value.position)) ||
    (value.kind === 'mistake' && typeof value.fen === 'string' && typeof value.san === 'string'));

export const isDay = (value: unknown): value is Day =>
  isObject(value) &&
  isCount(value.number) &&
  Array.isArray(value.tasks) &&
  value.tasks.length > 0 &&
  value.tasks.every(isTask) &&
  Array.isArray(value.results) &&
  value.results.length <= value.tasks.length &&
  value.results.every((result) => typeof result === 'boolean');
