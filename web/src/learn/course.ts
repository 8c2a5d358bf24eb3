// The lesson that is open, and which tasks the user has solved, kept in this browser.
import { computed, effect, signal } from '@preact/signals';
import lessonsAddress from '../../data/lessons.txt?url';
import { isTexts, load, save } from '../settings/storage';
import { showError } from '../shell/notices';
import { beginExercise, status } from '../game/exercise';
import { type Lesson, readLessons } from './lessons';

export const lessons = signal<readonly Lesson[]>([]);
/** Which lesson is open, and which of its tasks; none while the list is shown. */
export const place = signal<{ lesson: string; task: number } | null>(null);

/** "rook 2": the third task of the lesson "rook". */
export const solved = signal<ReadonlySet<string>>(new Set(load('lessons', isTexts)));
effect(() => save('lessons', [...solved.value]));

const keyOf = (lesson: string, task: number) => `${lesson} ${task}`;
export const solvedIn = ({ id, tasks }: Lesson): number =>
  tasks.filter((_, task) => solved.value.has(keyOf(id, task))).length;

export const lesson = computed(
  () => lessons.value.find(({ id }) => id === place.value?.lesson) ?? null,
);
export const task = computed(() => lesson.value?.tasks[place.value?.task ?? 0] ?? null);

export async function openLessons(): Promise<void> {
  try {
    if (lessons.value.length > 0) return;
    const response = await fetch(lessonsAddress);
    if (!response.ok) throw new Error(String(response.status));
    lessons.value = readLessons(await response.text());
  } catch (error) {
    showError(error);
  }
}

export function goTo(id: string, number: number): void {
  place.value = { lesson: id, task: number };
  const next = task.value;
  if (next) beginExercise({ start: next.start, moves: next.moves });
}

/** Opens a lesson at the first task that is not solved yet. */
export function openLesson({ id, tasks }: Lesson): void {
  const open = tasks.findIndex((_, number) => !solved.value.has(keyOf(id, number)));
  goTo(id, Math.max(0, open));
}

/** Goes to the next task, or to the next lesson; to the list behind the last one. */
export function nextTask(): void {
  const now = place.value;
  const shown = lesson.value;
  if (!now || !shown) return;
  if (now.task + 1 < shown.tasks.length) return goTo(now.lesson, now.task + 1);
  const next = lessons.value[lessons.value.indexOf(shown) + 1];
  if (next) openLesson(next);
  else place.value = null;
}

effect(() => {
  if (status.value.kind !== 'solved') return;
  const now = place.peek();
  if (now) solved.value = new Set(solved.peek()).add(keyOf(now.lesson, now.task));
});
