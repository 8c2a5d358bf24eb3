// Asks the laboratory how things stand, again and again while somebody looks.
import { type Signal, signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

const interval = 2000; // milliseconds
/** The most units whose games one answer contains as PGN. */
const unitsOfPgn = 50;

/** Whether the last request was answered. */
export const isAnswering = signal(true);
/** Counts changes by this page, after which everything is asked for at once. */
export const changes = signal(0);

export class NotThere extends Error {}

async function get(path: string): Promise<Response> {
  const response = await fetch(new URL(`lab/${path}`, document.baseURI));
  if (response.status === 404) throw new NotThere();
  if (!response.ok) throw new Error(response.statusText);
  return response;
}

export const ask = async <Value>(path: string): Promise<Value> =>
  (await get(path)).json() as Promise<Value>;

/** Keeps a value up to date while the component is shown; null without a path. */
export function useLive<Value>(path: string | null, value: Signal<Value | null | 'missing'>): void {
  const count = changes.value;
  useEffect(() => {
    if (path === null) return;
    let isShown = true;
    let timer = 0;
    async function look(): Promise<void> {
      if (!document.hidden)
        try {
          const now = await ask<Value>(path!);
          if (!isShown) return;
          value.value = now;
          isAnswering.value = true;
        } catch (error) {
          if (!isShown) return;
          if (error instanceof NotThere) value.value = 'missing';
          else isAnswering.value = false;
        }
      timer = window.setTimeout(() => void look(), interval);
    }
    void look();
    return () => {
      isShown = false;
      clearTimeout(timer);
    };
  }, [path, count]);
}

/** The games of a unit, each as a PGN. */
export async function gamesOfUnit(test: string, unit: number): Promise<string[]> {
  const text = await (await get(`tests/${test}/pgn?from=${unit}&to=${unit + 1}`)).text();
  return text.split(/\n(?=\[Event )/);
}

/** All games that count, in the order of their units. */
export async function allGames(test: string, units: number): Promise<Blob> {
  const parts: string[] = [];
  for (let from = 0; from < units; from += unitsOfPgn)
    parts.push(await (await get(`tests/${test}/pgn?from=${from}`)).text());
  return new Blob(parts, { type: 'application/vnd.chess-pgn' });
}

export function download(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
