// The way to the server: the token, and commands, which are those of `kibitz admin`.
import { signal } from '@preact/signals';

/** `out`: the server does not let this page in. */
export const session = signal<'entering' | 'in' | 'out'>('entering');
/** Whether the last request reached nobody. */
export const isLost = signal(false);

const storedAt = 'kibitz.operator';

/** The server refused, for a reason that the code names. */
export class Refused extends Error {
  constructor(
    readonly code: string,
    text: string,
  ) {
    super(text);
  }
}

/** With the code in the address, which is good once, or with the token from before a reload. */
export async function enter(): Promise<void> {
  const code = location.hash.slice(1);
  if (code) {
    history.replaceState(null, '', location.pathname); // nobody finds it in the history
    const answer = await post('/admin/session', { code }).catch(() => null);
    const { token } = ((await answer?.json().catch(() => null)) ?? {}) as { token?: string };
    if (token) sessionStorage.setItem(storedAt, token);
  }
  session.value = sessionStorage.getItem(storedAt) ? 'in' : 'out';
}

export async function leave(): Promise<void> {
  await post('/admin/leave', {}).catch(() => {});
  isOut();
}

/** Gives a command to the server; what it answers. */
export async function command<Answer>(
  name: string,
  fields: Record<string, unknown> = {},
): Promise<Answer> {
  const answer = await post('/admin/command', { command: name, ...fields }).catch((error) => {
    isLost.value = true;
    throw error;
  });
  isLost.value = false;
  if (answer.status === 401) isOut();
  const { ok, error, code } = (await answer.json()) as {
    ok: Answer;
    error?: string;
    code?: string;
  };
  if (error !== undefined) throw new Refused(code ?? '', error);
  return ok;
}

function isOut(): void {
  sessionStorage.removeItem(storedAt);
  session.value = 'out';
}

const post = (path: string, body: object) =>
  fetch(path, {
    method: 'POST',
    headers: { Authorization: `Bearer ${sessionStorage.getItem(storedAt) ?? ''}` },
    body: JSON.stringify(body),
  });
