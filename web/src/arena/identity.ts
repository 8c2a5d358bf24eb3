// Who one is in the arena: a name and the token that proves it, kept by this browser.
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
/** The server does not know the token: its games were begun anew, or it is another one. */
export const refused = signal(false);
/** One's name, once the server knows who is there. */
export const me = signal<string | null>(null);

type Welcome = Omit<ServerMessages['welcome'], 'serverTime'>;
const greetings: ((welcome: Welcome) => void)[] = [];
export const onWelcome = (greet: (welcome: Welcome) => void): void => void greetings.push(greet);

export async function register(name: string): Promise<void> {
  const { token } = await request<'registered'>({ type: 'register', name });
  identity.value = { name, token };
  save('arena', identity.value);
  refused.value = false;
  me.value = name;
  greetings.forEach((greet) => greet({ name, games: [], offers: [] }));
}

onConnect(async () => {
  if (!identity.value) return;
  try {
    const welcome = await request<'welcome'>({ type: 'hello', token: identity.value.token });
    me.value = welcome.name;
    greetings.forEach((greet) => greet(welcome));
  } catch (error) {
    me.value = null;
    refused.value = error instanceof Refusal;
    throw error;
  }
});
