// The rules and the engine. Both are fetched when they are first needed.
import { createEngine, Rules, type Config, type EnginePort } from 'kibitz';
import { signal } from '@preact/signals';
import { fetchLargeNetwork, hasLargeNetwork } from './large-network';
import { showError, messageOf, errorMessage } from '../shell/notices';
import { preferences } from '../settings/preferences';
import { loadFaultWords, words } from '../words';

/** Null until they have loaded. */
export const rules = signal<Rules | null>(null);
/** Whether the board has been drawn; the panel beside it follows in a later task. */
export const hasBoard = signal(false);

/** Lets the browser paint and handle input before the next step. */
export const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve));

// The first move reads the table of openings, which takes a while: better done in advance.
const millisecondsToRest = 500;

let loading: Promise<void> | undefined;
/** Resolves when the rules have loaded or the user has been told why not. Another call tries again. */
export async function loadRules(): Promise<void> {
  if (!rules.value) await (loading ??= fetchRules().finally(() => (loading = undefined)));
}

/** Resolves when the rules have loaded, however many attempts that takes. */
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

export const millisecondsToRetry = 3000;
let lastFailure = ''; // the message about it

function loadingError(error: unknown): Error {
  lastFailure = words.value.loadingFailed(messageOf(error));
  return new Error(lastFailure);
}

/** Removes the message about the failed download, which has succeeded now. */
function loadingSucceeded(): void {
  if (errorMessage.value === lastFailure) errorMessage.value = '';
}

async function fetchRules(): Promise<void> {
  try {
    const [loaded] = await Promise.all([Rules.load(), loadFaultWords()]);
    await nextTask();
    rules.value = loaded;
    loadingSucceeded();
    setTimeout(() => loaded.position('', ['e2e4']), millisecondsToRest);
  } catch (error) {
    showError(loadingError(error));
    setTimeout(() => void loadRules(), millisecondsToRetry);
  }
}

/** The address has ?engine=server: for devices that are slow or short of power. */
const isOnServer = () => new URLSearchParams(location.search).get('engine') === 'server';

const mostThreadsByDefault = 4;
/** One core is left to the page. */
export const usualThreads = (): number =>
  Math.max(1, Math.min(mostThreadsByDefault, (navigator.hardwareConcurrency ?? 2) - 1));

/** What the user prefers, or what suits the device. */
function engineConfig(): Config {
  const { threads, hashMb } = preferences.peek();
  return {
    threads: threads || usualThreads(),
    ...(hashMb > 0 && { hashMb }),
    network: hasLargeNetwork.peek() ? 'large' : 'small',
  };
}

/** Gives an engine that is there already the threads and the memory that the user prefers now, and the best network. */
export async function configureEngine(): Promise<void> {
  if (engine) await (await engine).config(engineConfig());
}

let engine: Promise<EnginePort> | undefined;
export function theEngine(): Promise<EnginePort> {
  engine ??= createEngine({
    ...engineConfig(),
    ...(isOnServer() && { server: 'api/engine' }),
  }).then(
    (made) => {
      loadingSucceeded();
      if (!isOnServer()) fetchLargeNetwork();
      return made;
    },
    (error) => {
      engine = undefined; // so that the next call tries again
      throw loadingError(error);
    },
  );
  return engine;
}

let explainer: Promise<EnginePort> | undefined;
/** The engine that explains moves: one on this device, since a server's explains none. */
export function theExplainer(): Promise<EnginePort> {
  if (!isOnServer()) return theEngine();
  explainer ??= createEngine({}).catch((error) => {
    explainer = undefined;
    throw loadingError(error);
  });
  return explainer;
}

/** Whether the moves can be played from the start; if not, the user is told why. */
export function canPlay(known: Rules, start: string, moves: readonly string[]): boolean {
  try {
    known.position(start, moves);
    return true;
  } catch (error) {
    showError(error);
    return false;
  }
}
