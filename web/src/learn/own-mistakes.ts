// Practice of the user's own mistakes: which one is asked now, and what becomes of it.
import { effect, signal } from '@preact/signals';
import { rules, rulesLoaded } from '../game/core';
import { answered, dueOn, forget, type Mistake, mistakes, today } from '../game/mistakes';
import { judgementOf } from '../game/review';
import { showError } from '../shell/notices';
import { beginExercise, exercise, isFlawed, status } from '../game/exercise';
import { keepOutcome } from './outcomes';
import { themeOf } from './day';

export const asked = signal<Mistake | null>(null);
/** Whether the user goes on although nothing is due today. */
const isEarly = signal(false);
let isDecided = false;

export async function openMistakes(): Promise<void> {
  isEarly.value = false;
  try {
    await rulesLoaded();
    nextMistake();
  } catch (error) {
    showError(error);
  }
}

/** Asks what is due; also what is not yet due, if the user wants to go on. */
export function nextMistake(): void {
  const before = asked.value;
  const open = isEarly.value ? mistakes.value : dueOn(today());
  // Not the same one twice in a row, unless it is the only one.
  const next = open.find(({ fen, san }) => fen !== before?.fen || san !== before.san) ?? open[0];
  exercise.value = asked.value = null;
  if (next && !askMistake(next)) drop(next);
}

/** Puts a mistake on the board; false if it is damaged. */
export function askMistake(mistake: Mistake): boolean {
  if (!canBeAsked(mistake)) return false;
  isDecided = false;
  asked.value = mistake;
  ask(mistake);
  return true;
}

export function practiseEarly(): void {
  isEarly.value = true;
  nextMistake();
}

export function forgetAsked(): void {
  if (asked.value) drop(asked.value);
}

function drop(mistake: Mistake): void {
  forget(mistake);
  nextMistake();
}

/** What was stored may be damaged. */
function canBeAsked({ fen, best }: Mistake): boolean {
  try {
    return rules.value!.position(fen).legal.some(({ uci }) => uci === best.pv[0]);
  } catch {
    return false;
  }
}

function ask({ fen, best }: Mistake): void {
  beginExercise({
    start: fen,
    moves: [[best.pv[0]!]],
    isAlsoRight: async (uci) => {
      const judgement = await judgementOf(fen, uci, best);
      return !judgement || judgement.mark === '';
    },
  });
}

/** The first wrong move, the solution or a good move decides, once. */
effect(() => {
  const isOver = isFlawed.value || status.value.kind === 'solved';
  const now = asked.peek();
  if (!isOver || !now || isDecided || exercise.peek()?.start !== now.fen) return;
  isDecided = true;
  answered(now, !isFlawed.peek());
  keepOutcome(now.motif ? [themeOf(now.motif)] : [], !isFlawed.peek());
});
