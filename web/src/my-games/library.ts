// The page's side of the library of games: requests to its worker, and what all views know of it.
import { computed, effect, signal } from '@preact/signals';
import type { Color } from 'kibitz';
import type { PlayedMove } from '../game/results';
import { isText, load, save } from '../settings/storage';
import type { ErrorCode, Removed, Reply, Request, Requests, Verb } from './library-protocol';
import type { Side } from './own-moves';
import { namesIn } from './record';

export class LibraryError extends Error {
  constructor(
    readonly code: ErrorCode,
    message: string,
  ) {
    super(message);
  }
}

/** Counts the changes of the library, by this tab and by others. */
export const changes = signal(0);

/** How the user is called in imported games, separated by commas. */
export const ownNames = signal(load('games.names', isText) ?? '');
effect(() => save('games.names', ownNames.value));
const names = computed(() => namesIn(ownNames.value));

interface Waiting {
  resolve: (answer: never) => void;
  reject: (error: LibraryError) => void;
  onProgress?: (share: number, games: number) => void;
}
const waiting = new Map<number, Waiting>();
let lastId = 0;

let worker: Worker | undefined;
function theWorker(): Worker {
  if (worker) return worker;
  worker = new Worker(new URL('./library-worker.ts', import.meta.url), { type: 'module' });
  worker.onmessage = ({ data }: MessageEvent<Reply>) => receive(data);
  worker.onerror = (event) => {
    // It could not be fetched, or ended: the next request starts another.
    worker?.terminate();
    worker = undefined;
    for (const { reject } of waiting.values()) reject(new LibraryError('other', event.message));
    waiting.clear();
  };
  return worker;
}

function receive(reply: Reply): void {
  if ('changed' in reply) {
    ++changes.value;
    return;
  }
  const asked = waiting.get(reply.id);
  if (!asked) return;
  if ('progress' in reply) {
    asked.onProgress?.(reply.progress.share, reply.progress.games);
    return;
  }
  waiting.delete(reply.id);
  if ('error' in reply) asked.reject(new LibraryError(reply.error.code, reply.error.message));
  else asked.resolve(reply.answer as never);
}

function ask<V extends Verb>(
  verb: V,
  args: Requests[V]['args'],
  onProgress?: Waiting['onProgress'],
): Promise<Requests[V]['answer']> {
  const id = ++lastId;
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject, ...(onProgress && { onProgress }) });
    theWorker().postMessage({ id, verb, args } as Request);
  });
}

/** The same for requests that change the library. */
async function change<V extends Verb>(
  verb: V,
  args: Requests[V]['args'],
  onProgress?: Waiting['onProgress'],
): Promise<Requests[V]['answer']> {
  try {
    return await ask(verb, args, onProgress);
  } finally {
    ++changes.value;
  }
}

export const find = (query: Requests['find']['args'][0], most: number) =>
  ask('find', [query, names.value, most]);
export const statistics = () => ask('statistics', [names.value]);
export const ownMoves = (
  { fen, turn }: { fen: string; turn: Color },
  side: Side,
): Promise<PlayedMove[]> => ask('ownMoves', [{ fen, turn }, side, names.value]);
export const repertoire = () => ask('repertoire', [names.value]);
export const pgnOf = (id: number) => ask('pgn', [id]);
export const exportAll = () => ask('exportAll', []);
export const importGames = (source: Blob[] | string, onProgress: Waiting['onProgress']) =>
  change('import', [source], onProgress);
export const addPlayed = (...args: Requests['addPlayed']['args']) => change('addPlayed', args);
export const addReview = (...args: Requests['addReview']['args']) => change('addReview', args);
export const remove = (id: number) => change('remove', [id]);
export const restore = (removed: Removed) => change('restore', [removed]);
export const clear = () => change('clear', []);
