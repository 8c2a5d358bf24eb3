// The user's own mistakes, as reviews found them, kept in this browser. They come back as exercises
// after longer and longer times, as flash cards do in boxes (S. Leitner, "So lernt man lernen", 1972).
import type { Color, ScoredLine } from 'kibitz';
import { signal } from '@preact/signals';
import type { Judged } from './review';
import { isText, isTexts, load, onSavedElsewhere, save } from '../settings/storage';

export interface Mistake {
  /** The position in which it was made. */
  fen: string;
  /** The mistake, in standard algebraic notation. */
  san: string;
  best: ScoredLine;
  /** Who played, "Ann – Bob"; empty if the game does not say. */
  game: string;
  /** How many times in a row it was answered well. */
  box: number;
  /** The day from which on it is asked again. */
  due: number;
  /** What punishes it; null if no motif does, missing while nobody has looked. */
  motif?: string | null;
}

/** The days until a mistake comes back, by the times in a row that it was answered well. */
const daysUntilNext = [1, 3, 7, 16, 35, 90] as const;
const mostKept = 400;
const millisecondsOfDay = 86_400_000;
const millisecondsOfMinute = 60_000;

/** The days since 1970 on the user's own calendar. */
export const today = (now = new Date()): number =>
  Math.floor((now.getTime() - now.getTimezoneOffset() * millisecondsOfMinute) / millisecondsOfDay);

const isMistake = (value: unknown): value is Mistake => {
  const { fen, san, best, game, box, due, motif } = (value ?? {}) as Partial<Mistake>;
  const { centipawns = 0, mate = 0, pv } = best ?? {};
  return (
    [fen, san, game, motif ?? ''].every(isText) &&
    [box, due, centipawns, mate].every(Number.isSafeInteger) &&
    box! >= 0 &&
    isTexts(pv) &&
    pv.length > 0
  );
};
const isDeck = (value: unknown): value is Mistake[] =>
  Array.isArray(value) && value.every(isMistake);

const stored = (): Mistake[] => load('mistakes', isDeck) ?? [];
/** Those that come back first are first. */
export const mistakes = signal<readonly Mistake[]>(stored());
onSavedElsewhere('mistakes', () => (mistakes.value = stored()));

function keep(all: readonly Mistake[]): void {
  mistakes.value = all.toSorted((a, b) => a.due - b.due).slice(0, mostKept);
  save('mistakes', mistakes.value);
}

const isSame = (a: Mistake, b: Mistake) => a.fen === b.fen && a.san === b.san;

/** Adds the mistakes and blunders that a review found in the moves of a side, for tomorrow. */
export function addMistakes(moves: readonly Judged[], side: Color, game: string): void {
  const day = today();
  const found = moves
    .filter(({ ply, verdict }) => (ply % 2 === 0) === (side === 'white') && isGrave(verdict))
    .map(({ better, san, known }) => ({
      fen: better.fen,
      san,
      best: known.best,
      game,
      box: 0,
      due: day + daysUntilNext[0],
    }))
    .filter((mistake) => isMistake(mistake));
  const fresh = found.filter((one) => !mistakes.value.some((other) => isSame(one, other)));
  if (fresh.length > 0) keep([...mistakes.value, ...fresh]);
}
const isGrave = (verdict: Judged['verdict']) => verdict === 'mistake' || verdict === 'blunder';

export const dueOn = (day: number): Mistake[] => mistakes.value.filter(({ due }) => due <= day);

/** When something comes back that is in a box: later each time that the answer was good at once. */
export function putOff(box: number, isGood: boolean, day: number): { box: number; due: number } {
  const next = isGood ? Math.min(box + 1, daysUntilNext.length - 1) : 0;
  return { box: next, due: day + daysUntilNext[next]! };
}

/** Puts a mistake off: for longer each time that the user finds a better move at once. */
export function answered(mistake: Mistake, isGood: boolean, day = today()): void {
  const next = { ...mistake, ...putOff(mistake.box, isGood, day) };
  keep(mistakes.value.map((one) => (isSame(one, mistake) ? next : one)));
}

/** Keeps what the explainer has found out about a mistake. */
export function noteMotif(fen: string, san: string, motif: string | null): void {
  const isMeant = (one: Mistake) => one.fen === fen && one.san === san;
  if (mistakes.value.some((one) => isMeant(one) && one.motif !== motif))
    keep(mistakes.value.map((one) => (isMeant(one) ? { ...one, motif } : one)));
}

export function forget(mistake: Mistake): void {
  keep(mistakes.value.filter((one) => !isSame(one, mistake)));
}
