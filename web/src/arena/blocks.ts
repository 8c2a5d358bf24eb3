// Players whom the user wants no contact with. The server keeps who is blocked; whose messages are
// hidden is known to this browser alone.
import { effect, signal } from '@preact/signals';
import { isTexts, load, save } from '../settings/storage';
import { request } from './connection';
import { onWelcome } from './identity';

export const blocked = signal<ReadonlySet<string>>(new Set());

onWelcome(() => {
  request<'blocked'>({ type: 'blocked' }).then(
    ({ players }) => void (blocked.value = new Set(players)),
    () => {}, // asked again after the next connection
  );
});

/** A blocked player can neither challenge the user nor write to them. */
export async function block(player: string): Promise<void> {
  await request({ type: 'block', player });
  blocked.value = new Set(blocked.value).add(player);
}

export async function unblock(player: string): Promise<void> {
  await request({ type: 'unblock', player });
  const rest = new Set(blocked.value);
  rest.delete(player);
  blocked.value = rest;
}

export const muted = signal<ReadonlySet<string>>(new Set(load('arena.muted', isTexts)));
effect(() => save('arena.muted', [...muted.value]));

/** Hides the messages of a player, or shows them again. */
export function toggleMuted(player: string): void {
  const next = new Set(muted.value);
  if (!next.delete(player)) next.add(player);
  muted.value = next;
}
