// The user's identity in the arena: a name, and the token that proves it, stored in this browser.
import { signal } from '@preact/signals';
import { load, save } from '../game/storage';
import { Refusal, onConnect, request } from './connection';
import type { ServerMessages } from './protocol';

interface Identity {
  name: string;
  token: string;
}

const isIdentity = (value: unknown): value is Identity => {
  const one = value as Identity | null;
  return typeof one?.name === 'string' && typeof one.token === 'string';
};

export const identity = signal<Identity | null>(load('arena', isIdentity));
/** Whether the server does not know the token: its data was deleted, or it is another server. */
export const refused = signal(false);
/** The user's name, once the server has accepted the token. */
export const me = signal<string | null>(null);

type Welcome = Omit<ServerMessages['welcome'], 'serverTime'>;
const welcomeHandlers: ((welcome: Welcome) => void)[] = [];
export const onWelcome = (handler: (welcome: Welcome) => void): void =>
  void welcomeHandlers.push(handler);

export async function register(name: string): Promise<void> {
  const { token } = await request<'registered'>({ type: 'register', name });
  identity.value = { name, token };
  save('arena', identity.value);
  refused.value = false;
  me.value = name;
  welcomeHandlers.forEach((handle) => handle({ name, games: [], offers: [] }));
}

onConnect(async () => {
  if (!identity.value) return;
  try {
    const welcome = await request<'welcome'>({ type: 'hello', token: identity.value.token });
    me.value = welcome.name;
    welcomeHandlers.forEach((handle) => handle(welcome));
  } catch (error) {
    me.value = null;
    refused.value = error instanceof Refusal;
    throw error;
  }
});
