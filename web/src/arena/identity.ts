// The user's identity in the arena: a name, and the token that proves it, stored in this browser.
import { signal } from '@preact/signals';
import { load, save } from '../settings/storage';
import { showError } from '../shell/notices';
import { Refusal, on, onConnect, request, requestOnce } from './connection';
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
/** Why the server does not let the user in; null if it does, or has not been asked. */
export const refused = signal<Refusal | null>(null);
/** The user's name, once the server has accepted the token. */
export const me = signal<string | null>(null);

/** Whether the server counts points and vouchers for its players. */
export const hasPoints = signal(false);

/** Whether the operator has made the user a moderator. */
export const isModerator = signal(false);
/** Of moderators: how many reports nobody has closed yet. */
export const openReports = signal(0);

/** It has lost its data, or it is another server. */
export const unknownToken = 'unknownToken';

type Welcome = Omit<ServerMessages['welcome'], 'serverTime'>;
const welcomeHandlers: ((welcome: Welcome) => void)[] = [];
export const onWelcome = (handler: (welcome: Welcome) => void): void =>
  void welcomeHandlers.push(handler);

function keep(next: Identity): void {
  identity.value = next;
  save('arena', next);
  refused.value = null;
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

on('moderator', (role) => {
  isModerator.value = role.moderator;
  openReports.value = role.openReports ?? 0;
});

/** By the code of a link for somebody who lost their browser: once. */
export async function signIn(code: string): Promise<void> {
  const { name, token } = await requestOnce<'registered'>({ type: 'signIn', code });
  takeOver({ name, token });
}

onConnect(async () => {
  if (!identity.value) return;
  try {
    const welcome = await request<'welcome'>({ type: 'hello', token: identity.value.token });
    refused.value = null;
    me.value = welcome.name;
    hasPoints.value = welcome.points === true;
    isModerator.value = welcome.moderator === true;
    openReports.value = welcome.openReports ?? 0;
    welcomeHandlers.forEach((handle) => handle(welcome));
  } catch (error) {
    me.value = null;
    if (error instanceof Refusal) {
      // The form for a new name tells of a name that is unknown. Whoever was locked out is told
      // wherever they are.
      if (error.code !== unknownToken && refused.value?.code !== error.code) showError(error);
      refused.value = error;
    }
    throw error;
  }
});
