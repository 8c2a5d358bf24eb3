// The whole page shares one engine. Requests are answered one after another, and the analysis, which
// runs until it is stopped, waits for them.
import type { Answer, EnginePort, Request } from 'kibitz';
import { effect, signal, untracked } from '@preact/signals';
import { configureEngine, theEngine } from './core';
import { hasLargeNetwork } from './large-network';
import { prefer } from '../settings/preferences';

export interface Question {
  start: string;
  moves: readonly string[];
  /** Called when the request is next. */
  what: () => Request;
  /** Who is asked; the page's engine if nothing is given. */
  whom?: () => Promise<EnginePort>;
  /** Whether the answer is still needed. */
  wanted: () => boolean;
  /** Called with the number of the run, which stops it. */
  begun?: (run: number) => void;
}

/** The number of requests that wait or are being answered. */
export const questions = signal(0);
let last: Promise<unknown> = Promise.resolve();

/** Returns null if the answer is no longer needed, or the run was stopped before it had a move. */
export function ask(question: Question): Promise<Answer | null> {
  ++questions.value;
  const answer = last
    .then(() => (question.wanted() ? answered(question) : null))
    .finally(() => --questions.value);
  last = answer.catch(() => {});
  return answer;
}

/** Changes the engine's threads or memory. */
export function changeEngine(to: { threads: number } | { hashMb: number }): Promise<void> {
  prefer(to);
  return configureBetweenQuestions();
}

effect(() => {
  if (hasLargeNetwork.value) untracked(configureBetweenQuestions).catch(() => {});
});

function configureBetweenQuestions(): Promise<void> {
  ++questions.value;
  const changed = last.then(configureEngine).finally(() => --questions.value);
  last = changed.catch(() => {});
  return changed;
}

async function answered({
  start,
  moves,
  what,
  wanted,
  begun,
  whom = theEngine,
}: Question): Promise<Answer | null> {
  const engine = await whom();
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
  ); // the request itself has reported the error
}
