// Points as the views show them: the purse, what everybody may see, and the player's history.
import { signal } from '@preact/signals';
import { addressOf, readResource, request, serverTime, status } from '../arena/connection';
import { me } from '../arena/identity';
import type { Answers, ServerMessages, Stake } from '../generated/messages';
import { messageOf } from '../shell/notices';
import { load, save } from '../settings/storage';
import {
  goesOn,
  type Head,
  type HistoryEntry,
  historyOf,
  joinLines,
  type Line,
  linesOf,
} from './ledger';
import { type Asked, ownKey, signatureFor, WrongText } from './signing';
import { words } from './words';

export type Purse = Omit<ServerMessages['purse'], 'type' | 'id'>;
export type Summary = Answers['/arena/ledger'];

const betweenLooks = 4_000; // milliseconds

/** Nothing until the server has answered. */
export const purse = signal<Purse | null>(null);
export const summary = signal<Summary | null>(null);
/** What has just happened, for the eyes and for screen readers. */
export const note = signal('');
/** The fact up to which the ledger was seen to be another one than it is now; 0 if it never was. */
export const rewrittenAfter = signal(0);
/** The key of letters in this browser; null if it has none, undefined until that is known. */
export const key = signal<string | null | undefined>(undefined);
/** Why the last action was refused. */
export const trouble = signal('');
/** The server's time when it was last asked, so that what is due shows as due. */
export const now = signal(serverTime());

/** "5 points, 2 × book@Club" */
export const stakesText = (stakes: readonly Stake[]): string => stakes.map(stakeText).join(', ');
export function stakeText({ amount, token }: Stake): string {
  const w = words.value;
  const claim = /^claim:(\d+)$/.exec(token);
  if (claim) return w.claim(Number(claim[1]));
  return token === 'points' ? w.points(amount) : `${amount} × ${token}`;
}

/** Looks again and again until the returned function is called. */
export function begin(): () => void {
  void look();
  void ownKey().then((own) => {
    key.value = own?.public ?? null;
  });
  const looks = setInterval(() => document.hidden || void look(), betweenLooks);
  return () => clearInterval(looks);
}

/** Asks the server for what there is; what others have changed is said aloud. */
export async function look(isOwnChange = false): Promise<void> {
  if (status.value !== 'connected') return;
  try {
    const had = purse.value;
    const has = me.value ? await request<'purse'>({ type: 'purse' }) : null;
    now.value = serverTime();
    if (!summary.value || has?.facts !== summary.value.facts || !has)
      summary.value = await readResource<Summary>('ledger');
    const isChanged = JSON.stringify(had?.balances) !== JSON.stringify(has?.balances);
    purse.value = has;
    if (has) await compare(has);
    if (had && has && isChanged && !isOwnChange)
      note.value = words.value.changed(stakesText(has.balances));
    if (had?.facts !== has?.facts) await readNewHistory();
  } catch {
    // The connection is lost; the next look follows.
  }
}

const isHead = (value: unknown): value is Head =>
  typeof (value as Head | null)?.facts === 'number' && typeof (value as Head).head === 'string';

/** Keeps the ledger's head in this browser, unless it does not go on from the one that was kept. */
async function compare({ facts, head }: Purse): Promise<void> {
  const name = `ledger.${addressOf()}`;
  const seen = load(name, isHead);
  if (seen?.head === head) return;
  if (seen) {
    const next = facts > seen.facts ? (await readLines(seen.facts + 1))[0] : undefined;
    if (facts > seen.facts && !next) return; // the server could not be asked
    if (!goesOn(seen, { facts, head }, next)) {
      rewrittenAfter.value = seen.facts;
      return;
    }
  }
  save(name, { facts, head });
}

/** Signed, if the player has shown a key. The first one that they show signs itself. */
async function send(asked: Asked): Promise<void> {
  const shown = asked.action === 'bindKey' ? String(asked.details.key) : null;
  const signer = purse.value?.key ?? shown;
  const signature = await signatureFor(asked, signer, summary.value?.players ?? {});
  await request({ type: 'ledger', ...asked, ...(signature !== undefined && { signature }) });
}

/** From now on the player signs what they do, with the key of their letters. */
export const showKey = (): Promise<boolean> =>
  act('bindKey', { key: key.value }, words.value.done.bindKey);

/**
 * Does something in the ledger, and shows it. False if it was refused.
 * @param done what is said then
 */
export async function act(
  action: string,
  details: { [name: string]: unknown },
  done: string,
): Promise<boolean> {
  trouble.value = '';
  note.value = '';
  try {
    // The same request is not done twice if the answer is lost and the user tries again at once.
    await send({ action, details, reference: crypto.randomUUID() });
  } catch (error) {
    trouble.value = error instanceof WrongText ? words.value.wrongText : messageOf(error);
    return false;
  }
  await look(true);
  note.value = done;
  return true;
}

// --- History

/** As many facts as the server gives at once. */
const pageLength = 1000;

const lines = signal<readonly Line[]>([]);
export const history = signal<HistoryEntry[]>([]);
/** The first fact that was looked at. */
export const lookedFrom = signal(1);

const ownNumber = (): number =>
  Number(Object.entries(summary.value?.players ?? {}).find(([, name]) => name === me.value)?.[0]);

async function readLines(from: number): Promise<Line[]> {
  const answer = await fetch(addressOf('ledger', String(from)));
  return answer.ok ? linesOf(await answer.text()) : [];
}

async function readNewHistory(): Promise<void> {
  const last = summary.value?.facts ?? 0;
  const known = lines.value.at(-1)?.number ?? 0;
  const isFar = known === 0 || last - known > pageLength;
  const from = isFar ? Math.max(1, last - pageLength + 1) : known + 1;
  const read = await readLines(from);
  if (isFar) lookedFrom.value = from;
  show(read);
}

/** Looks at the facts before those that were looked at. */
export async function readOlder(): Promise<void> {
  const from = Math.max(1, lookedFrom.value - pageLength);
  const read = await readLines(from);
  lookedFrom.value = from;
  show(read);
}

/** Two readings may be under way at once, and then both bring the same facts. */
function show(read: readonly Line[]): void {
  lines.value = joinLines(lines.value, read);
  history.value = historyOf(lines.value, ownNumber());
}

export const nameOf = (player: number | null): string => {
  const w = words.value;
  if (player === null) return w.operator;
  const name = summary.value?.players[String(player)] ?? `#${player}`;
  return name === me.value ? w.you : name;
};
