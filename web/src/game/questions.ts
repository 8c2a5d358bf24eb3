// One engine for all of the page: what it is asked is answered one after another. What is thought about
// until somebody stops it, the analysis, waits meanwhile.
import type { Answer, Limits, Player } from 'kibitz';
import { signal } from '@preact/signals';
import { theEngine } from './core';

export interface Question {
  start: string;
  moves: readonly string[];
  /** Made when its turn has come. */
  what: () => Limits | Player;
  /** Whether the answer would still be of use. */
  wanted: () => boolean;
  /** The run, by which it can be stopped. */
  begun?: (run: number) => void;
}

/** How many questions wait or are being answered. */
export const questions = signal(0);
let last: Promise<unknown> = Promise.resolve();

/** Null if it is not wanted any more, or was stopped before there was a move. */
export function ask(question: Question): Promise<Answer | null> {
  ++questions.value;
  const answer = last
    .then(() => (question.wanted() ? answered(question) : null))
    .finally(() => --questions.value);
  last = answer.catch(() => {});
  return answer;
}

async function answered({ start, moves, what, wanted, begun }: Question): Promise<Answer | null> {
  const engine = await theEngine();
  if (!wanted()) return null;
  engine.position(start, moves);
  const run = engine.go(what());
  begun?.(run);
  return engine.answer(run);
}

export function stopRun(run: number): void {
  theEngine().then(
    (engine) => engine.stop(run),
    () => {},
  ); // who asked has heard why there is none
}
