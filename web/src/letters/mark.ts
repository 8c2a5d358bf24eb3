// How many letters wait unread, for the mark beside the link to the letters. The rest of the letters
// is fetched only when it is opened, or if this browser has a key.
import { signal } from '@preact/signals';
import { load, save } from '../settings/storage';

export const unread = signal(0);

/** Whether this browser has a key; the key itself is in IndexedDB. */
export const hasKey = (): boolean => load('letters', (value) => value === true) ?? false;

export function setHasKey(isThere: boolean): void {
  if (isThere !== hasKey()) save('letters', isThere);
  if (!isThere) unread.value = 0;
}

/**
 * The arena that the page belongs to, where others find this player's key by their name. Nothing in
 * letters.html, and while the player has no name.
 */
export const arenaName = signal<{
  name: string;
  /** Empty texts take the key away. */
  say: (key: string, signature: string) => Promise<unknown>;
} | null>(null);
