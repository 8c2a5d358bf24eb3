// A thousand puzzles near the user's rating, kept in this browser for times without a network. The service worker
// keeps whatever the page fetches, so that to fetch their pieces is all there is to do.
import { signal } from '@preact/signals';
import { pieces } from '../generated/puzzles';
import { showError } from '../shell/notices';
import { type Piece, piecesFor } from './puzzles';
import { training } from './training';

const puzzlesOfPack = 1000;

/** What is kept: not known yet or nothing can be kept, less than the pack, being fetched, or all of it. */
export const pack = signal<'unknown' | 'missing' | 'fetching' | 'kept'>('unknown');

/** The nearest pieces that have so many puzzles together. */
export function packFor(all: readonly Piece[], rating: number, least = puzzlesOfPack): Piece[] {
  const chosen: Piece[] = [];
  let puzzles = 0;
  for (const piece of piecesFor(all, '', rating)) {
    if (puzzles >= least) break;
    chosen.push(piece);
    puzzles += piece.count;
  }
  return chosen;
}

const wanted = () => packFor(pieces, training.peek().rating);
export const sizeOfPack = () => wanted().reduce((sum, { count }) => sum + count, 0);

/** Without a service worker nothing is kept, and nothing is offered. */
export async function lookForPack(): Promise<void> {
  if (!navigator.serviceWorker?.controller || pack.peek() === 'fetching') return;
  const found = await Promise.all(wanted().map(({ address }) => caches.match(address)));
  pack.value = found.every(Boolean) ? 'kept' : 'missing';
}

export async function keepPack(): Promise<void> {
  pack.value = 'fetching';
  try {
    for (const { address } of wanted()) {
      const response = await fetch(address);
      if (!response.ok) throw new Error(String(response.status));
    }
  } catch (error) {
    showError(error);
  }
  pack.value = 'unknown';
  await lookForPack();
}
