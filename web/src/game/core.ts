// The rules and the engine, fetched when they are first needed.
import { createEngine, Rules, type EnginePort } from 'kibitz';
import { signal } from '@preact/signals';
import { complain, messageOf, trouble } from '../notices';
import { words } from '../words';

/** Null until the rules have arrived. */
export const rules = signal<Rules | null>(null);
/** Whether the board is there, and what stands beside it may follow. */
export const hasBoard = signal(false);

/** Lets the browser draw, and answer to a finger, before what is next. */
export const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve));

// The first move reads the table of openings: better before somebody makes it, when the page rests.
const millisecondsToRest = 500;

let loading: Promise<void> | undefined;
/** Settles when the rules are there, or it has been said why not; another call tries again. */
export async function loadRules(): Promise<void> {
  if (!rules.value) await (loading ??= fetchRules().finally(() => (loading = undefined)));
}

/** The rules, as soon as they are there, however often they have to be asked for. */
export function rulesLoaded(): Promise<Rules> {
  void loadRules();
  return new Promise((resolve) => {
    const stop = rules.subscribe((loaded) => {
      if (!loaded) return;
      resolve(loaded);
      queueMicrotask(() => stop());
    });
  });
}

/** Until what did not arrive is asked for again. */
export const millisecondsToRetry = 3000;
let said = ''; // of what did not arrive

function notArrived(error: unknown): Error {
  said = words.value.notArrived(messageOf(error));
  return new Error(said);
}

/** What was said of it is no longer true. */
function arrived(): void {
  if (trouble.value === said) trouble.value = '';
}

async function fetchRules(): Promise<void> {
  try {
    const loaded = await Rules.load();
    await nextTask();
    rules.value = loaded;
    arrived();
    setTimeout(() => loaded.position('', ['e2e4']), millisecondsToRest);
  } catch (error) {
    complain(notArrived(error));
    setTimeout(() => void loadRules(), millisecondsToRetry);
  }
}

/** ?engine=server: for devices that are slow or short of power. */
const isOnServer = () => new URLSearchParams(location.search).get('engine') === 'server';

let engine: Promise<EnginePort> | undefined;
export function theEngine(): Promise<EnginePort> {
  const threads = Math.max(1, Math.min(4, (navigator.hardwareConcurrency ?? 2) - 1));
  engine ??= createEngine({ threads, ...(isOnServer() && { server: 'api/engine' }) }).then(
    (made) => {
      arrived();
      return made;
    },
    (error) => {
      engine = undefined; // to try again
      throw notArrived(error);
    },
  );
  return engine;
}

/** Whether there is such a line of play; what is wrong with it is said in words. */
export function canPlay(known: Rules, start: string, moves: readonly string[]): boolean {
  try {
    known.position(start, moves);
    return true;
  } catch (error) {
    complain(error);
    return false;
  }
}
