// Letters as the views show them: the key of this browser, the mailbox, and the people.
import { effect, signal } from '@preact/signals';
import { fromBase64url, toBase64url } from './bytes';
import { setHasKey, unread } from './mark';
import { hasCurves, readPublicKey, type OwnKey } from './keys';
import { knownKey, nameOf, open, write, type OpenedLetter } from './letter';
import { Post, type ListedLetter } from './post';
import { refusalOf, refuseUnless, type Refusal } from './refusal';
import { forgetAll, keep, kept, type Person, type SentLetter } from './safe';

const betweenLooks = 20_000; // milliseconds
const mostCopies = 500; // of letters that were sent; the oldest go

/** Why there can be no letters here, if so: no secure connection, or an old browser. */
export const obstacle = signal<'insecure' | 'oldBrowser' | 'noStorage' | null>(null);
/** Nothing if the browser has no key; undefined until that is known. */
export const own = signal<OwnKey | null | undefined>(undefined);
/** The mailbox, the newest letters first; nothing until the server has answered. */
export const letters = signal<ListedLetter[] | null>(null);
/** The letter that is read. */
export const shown = signal<ListedLetter | null>(null);
/** Why the mailbox could not be read. */
export const trouble = signal<Refusal | null>(null);
export const people = signal<ReadonlyMap<string, Person>>(new Map());
/** The names that senders have in the server's arena, by address; empty for those without one. */
export const arenaNames = signal<ReadonlyMap<string, string>>(new Map());
export const read = signal<ReadonlySet<string>>(new Set());
/** Copies of the letters that were sent from this browser, the newest first. */
export const copies = signal<readonly SentLetter[]>([]);
effect(() => {
  unread.value = letters.value?.filter(({ letter }) => !read.value.has(letter)).length ?? 0;
});

let server: URL;
let post: Post | undefined;
let begun: Promise<void> | undefined;
let looks: ReturnType<typeof setInterval> | undefined;

/** Reads what the browser keeps, and looks into the mailbox from then on. */
export function begin(address: URL): Promise<void> {
  server = address;
  begun ??= readAll();
  return begun;
}

async function readAll(): Promise<void> {
  if (!globalThis.crypto?.subtle) obstacle.value = 'insecure';
  else if (!(await hasCurves())) obstacle.value = 'oldBrowser';
  else
    try {
      people.value = (await kept('people')) ?? new Map();
      read.value = (await kept('read')) ?? new Set();
      copies.value = (await kept('sent')) ?? [];
      await take((await kept('key')) ?? null);
    } catch {
      obstacle.value = 'noStorage';
    }
}

async function take(key: OwnKey | null): Promise<void> {
  own.value = key;
  setHasKey(key !== null);
  letters.value = null;
  shown.value = null;
  post = key ? new Post(server, key) : undefined;
  clearInterval(looks);
  if (!key) return;
  looks = setInterval(() => document.hidden || void look(), betweenLooks);
  void look();
}

/** Keeps a key in this browser. */
export async function takeKey(key: OwnKey): Promise<void> {
  await keep('key', key);
  await take(key);
}

/** Forgets the key, the people, and what was read. */
export async function forget(): Promise<void> {
  await forgetAll();
  people.value = new Map();
  read.value = new Set();
  copies.value = [];
  await take(null);
}

/** Asks the server which letters there are. */
export async function look(): Promise<void> {
  try {
    const found: ListedLetter[] = [];
    for (let more = true; more; ) {
      const answer = await ask('list', { after: found.at(-1)?.number ?? 0 });
      found.push(...answer.letters);
      more = answer.more;
    }
    letters.value = found.reverse();
    trouble.value = null;
    void learnNames(found.map(({ from }) => from)).catch(() => {}); // they stay unknown
  } catch (error) {
    trouble.value = refusalOf(error);
  }
}

async function learnNames(addresses: string[]): Promise<void> {
  const names = new Map(arenaNames.value);
  const unknown = new Set(addresses.filter((address) => !names.has(address)));
  if (!unknown.size) return;
  const { namesOf } = await import('./owners');
  for (const address of unknown) names.set(address, (await namesOf(ask, address)).join(', '));
  arenaNames.value = names;
}

export const ask: Post['ask'] = (type, message) => post!.ask(type, message);

/** Fetches and opens a letter. It then counts as read, also one that is refused. */
export async function openLetter({ letter, from }: ListedLetter): Promise<OpenedLetter> {
  const file = fromBase64url((await ask('get', { letter })).file);
  refuseUnless(file && (await nameOf(file)) === letter, 'otherLetter');
  await markRead(letter);
  const opened = await open(file, own.value!);
  refuseUnless(opened.from === from, 'wrongSender');
  return opened;
}

async function markRead(letter: string): Promise<void> {
  read.value = new Set(read.value).add(letter);
  await keep('read', new Set(read.value));
}

export async function remove({ letter }: ListedLetter): Promise<void> {
  await ask('delete', { letter });
  letters.value = letters.value?.filter((one) => one.letter !== letter) ?? null;
  await markRead(letter);
}

export async function send(text: string, address: string): Promise<void> {
  const { key } = await ask('find', { address });
  const file = await write(text, own.value!, await knownKey(key, address));
  await ask('send', { file: toBase64url(file) });
  const copy = await write(text, own.value!, readPublicKey(own.value!.public)!);
  const time = Math.floor(Date.now() / 1000);
  copies.value = [{ to: address, time, file: copy }, ...copies.value].slice(0, mostCopies);
  await keep('sent', [...copies.value]);
}

export const openCopy = async ({ file }: SentLetter): Promise<string> =>
  (await open(file, own.value!)).text;

/** The file of a waiting letter, as it was sealed. */
export async function sealedFile({ letter }: ListedLetter): Promise<Blob> {
  const file = fromBase64url((await ask('get', { letter })).file);
  refuseUnless(file && (await nameOf(file)) === letter, 'otherLetter');
  return new Blob([file]);
}

/** The page of the server's arena. */
export function arenaPage(): string {
  const page = new URL('./', server);
  page.protocol = server.protocol.replace('ws', 'http');
  return page.href;
}

/** The address of somebody, given by it or by their name. */
export function addressFor(text: string): string {
  const known = [...people.value].find(([, { name }]) => name === text.trim());
  return known?.[0] ?? text.trim();
}

export const personAt = (address: string): Person =>
  people.value.get(address) ?? { name: '', isVerified: false, isBlocked: false };

export async function changePerson(address: string, change: Partial<Person>): Promise<void> {
  if (change.isBlocked !== undefined) await ask('block', { address, on: change.isBlocked });
  const changed = new Map(people.value);
  changed.set(address, { ...personAt(address), ...change });
  await keep('people', changed);
  people.value = changed;
}
