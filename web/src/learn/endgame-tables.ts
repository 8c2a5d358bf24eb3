// The page's side of the worker that has the endgame tables. The worker ends when the drills are left, and its
// memory with it: up to forty megabytes.
import type { EndgameDrill, EndgameLook } from 'kibitz/endgames';
import type { Asked, Reply } from './endgame-protocol';

interface Waiting {
  resolve: (answer: never) => void;
  reject: (error: Error) => void;
}
const waiting = new Map<number, Waiting>();
let lastId = 0;
let worker: Worker | undefined;

function theWorker(): Worker {
  if (worker) return worker;
  worker = new Worker(new URL('./endgame-worker.ts', import.meta.url), { type: 'module' });
  worker.onmessage = ({ data }: MessageEvent<Reply>) => receive(data);
  worker.onerror = (event) => {
    const all = [...waiting.values()];
    closeTables();
    for (const { reject } of all) reject(new Error(event.message));
  };
  return worker;
}

function receive(reply: Reply): void {
  const asked = waiting.get(reply.id);
  if (!asked) return;
  waiting.delete(reply.id);
  if ('error' in reply) asked.reject(new Error(reply.error));
  else asked.resolve(reply.answer as never);
}

function ask<Answer>(asked: Asked): Promise<Answer> {
  const id = ++lastId;
  return new Promise<Answer>((resolve, reject) => {
    waiting.set(id, { resolve, reject });
    theWorker().postMessage({ ...asked, id });
  });
}

/** Ends the worker. What it was asked is not answered any more. */
export function closeTables(): void {
  worker?.terminate();
  worker = undefined;
  waiting.clear();
}

/** Ties are broken another way each time. */
export const seed = (): number => crypto.getRandomValues(new Int32Array(1))[0]!;

export const allDrills = () =>
  ask<{ drills: EndgameDrill[]; hold: number }>({ verb: 'drills', args: [] });

/** How many tables of all that were missing have been computed. */
export interface Progress {
  built: number;
  all: number;
}

/** Computes the tables of a drill one by one, as long as they are wanted. */
export async function prepare(
  drill: string,
  isWanted: (progress: Progress) => boolean,
): Promise<void> {
  const build = (most: number) => ask<number>({ verb: 'prepare', args: [drill, most] });
  const all = await build(0);
  for (let missing = all; missing > 0 && isWanted({ built: all - missing, all }); )
    missing = await build(1);
}

export const startOf = (drill: string) => ask<string>({ verb: 'start', args: [drill, seed()] });
export const lookAt = (fen: string, most: number) =>
  ask<EndgameLook>({ verb: 'look', args: [fen, most, seed()] });
