// The user's identity in the arena: a name, and the token that proves it, stored in this browser.
import { signal } from '@preact/signals';
import { load, save } from '../settings/storage';
import { Refusal, onConnect, request, requestOnce } from './connection';
import type { ServerMessages } from './protocol';

export interface Identity {
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

/** Whether the server counts points and vouchers for its players. */
export const hasPoints = signal(false);

/** Whether the operator has made the user a moderator. */
export const isModerator = signal(false);

type Welcome = Omit<ServerMessages['welcome'], 'serverTime'>;
const welcomeHandlers: ((welcome: Welcome) => void)[] = [];
export const onWelcome = (handler: (welcome: Welcome) => void): void =>
  void welcomeHandlers.push(handler);

function keep(next: Identity): void {
  identity.value = next;
  save('arena', next);
  refused.value = false;
}

/** @param invitation its code, where the server asks for one; empty if there is none */
export async function register(name: string, invitation: string): Promise<void> {
  const { token, points } = await request<'registered'>({
    type: 'register',
    name,
    ...(invitation && { invitation }),
  });
  keep({ name, token });
  me.value = name;
  hasPoints.value = points === true;
  welcomeHandlers.forEach((handle) => handle({ name, games: [], offers: [] }));
}

// --- Moving the name to another device

/** The token in a link from the other device, or in what follows its last slash. */
export const tokenIn = (text: string): string => text.trim().split('/').at(-1) ?? '';

/** The name that a token proves, asked over a connection of its own, since this one may have another. */
export const nameOf = async (token: string): Promise<string> =>
  (await requestOnce<'welcome'>({ type: 'hello', token })).name;

/** Plays under that name from now on, in this browser. The page starts again with it. */
export function takeOver(next: Identity): void {
  keep(next);
  location.hash = '#arena';
  location.reload();
}

/** By the code of a link for somebody who lost their browser: once. */
export async function signIn(code: string): Promise<void> {
  const { name, token } = await requestOnce<'registered'>({ type: 'signIn', code });
  takeOver({ name, token });
}

onConnect(async () => {
  if (!identity.value) return;
  try {
    const welcome = await request<'welcome'>({ type: 'hello', token: identity.value.token });
    me.value = welcome.name;
    hasPoints.value = welcome.points === true;
    isModerator.value = welcome.moderator === true;
    welcomeHandlers.forEach((handle) => handle(welcome));
  } catch (error) {
    me.value = null;
    refused.value = error instanceof Refusal;
    throw error;
  }
});
