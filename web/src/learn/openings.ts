// Practice of the user's own openings: which position is asked, and when it comes back. The positions are those
// of My games; what was practised is kept in this browser.
import { computed, effect, signal } from '@preact/signals';
import { rulesLoaded } from '../game/core';
import { beginExercise, type Exercise, exercise, isFlawed, status } from '../game/exercise';
import { putOff, today } from '../game/mistakes';
import { repertoire } from '../my-games/library';
import type { OwnPosition } from '../my-games/repertoire';
import { load, onSavedElsewhere, save } from '../settings/storage';
import { showError } from '../shell/notices';

interface Practised {
  /** As in game/mistakes.ts. */
  box: number;
  due: number;
}
type Deck = Readonly<Record<string, Practised>>;

const isPractised = (value: unknown): value is Practised => {
  const { box, due } = (value ?? {}) as Partial<Practised>;
  return Number.isSafeInteger(box) && box! >= 0 && Number.isSafeInteger(due);
};
const isDeck = (value: unknown): value is Deck =>
  typeof value === 'object' && value !== null && Object.values(value).every(isPractised);
const stored = (): Deck => load('openings', isDeck) ?? {};
const deck = signal<Deck>(stored());
onSavedElsewhere('openings', () => (deck.value = stored()));

/** Null until the library has answered. */
export const ownOpenings = signal<readonly OwnPosition[] | null>(null);
export const askedOpening = signal<OwnPosition | null>(null);
/** The exercise that is not decided yet. */
let open: Exercise | null = null;

const practised = ({ position }: OwnPosition): Practised | undefined => deck.value[position];

/** What is due, the longest first, and then what was never asked, the most frequent first. */
export function dueOpenings(day: number): OwnPosition[] {
  const all = ownOpenings.value ?? [];
  const due = all
    .filter((one) => (practised(one)?.due ?? Infinity) <= day)
    .toSorted((a, b) => practised(a)!.due - practised(b)!.due);
  return [...due, ...all.filter((one) => !practised(one))];
}

/** How many are due or new today, and when the next one is due if none is. */
export const openingsLeft = computed(() => {
  const dues = (ownOpenings.value ?? []).map((one) => practised(one)?.due ?? -Infinity);
  return { today: dueOpenings(today()).length, next: Math.min(...dues), all: dues.length };
});

/** Asks the library for the user's openings; none where the browser keeps no games. */
export async function findOpenings(): Promise<void> {
  ownOpenings.value = await repertoire().catch(() => []);
}

export async function openOpenings(): Promise<void> {
  try {
    await findOpenings();
    nextOpening();
  } catch (error) {
    showError(error);
  }
}

export function nextOpening(): void {
  exercise.value = askedOpening.value = null;
  const [next] = dueOpenings(today());
  if (next) void askOpening(next);
}

/** Puts a position on the board; all moves that the user plays there are right. */
export async function askOpening(next: OwnPosition): Promise<void> {
  const { fen } = (await rulesLoaded()).position('', next.path);
  askedOpening.value = next;
  beginExercise({ start: fen, moves: [[next.move, ...next.others]] });
  open = exercise.peek();
}

/** The first wrong move, the solution or a right move decides, once. */
effect(() => {
  const isOver = isFlawed.value || status.value.kind === 'solved';
  const now = askedOpening.peek();
  if (!isOver || !now || !open || open !== exercise.peek()) return;
  open = null;
  const before = deck.peek()[now.position]?.box ?? -1; // never asked
  deck.value = { ...deck.peek(), [now.position]: putOff(before, !isFlawed.peek(), today()) };
  save('openings', deck.peek());
});
