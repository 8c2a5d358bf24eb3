// What the ledger's numbers and facts mean to one player, for the views: pure, without a connection.
import type { Claim, Deposit, Redemption, Stake, Swap, SwapItem } from '../generated/messages';

export const pointsToken = 'points';

/** What can be done about something that is under way; each is an action of docs/ledger.md. */
export type Step =
  | 'confirmDeposit'
  | 'voidDeposit'
  | 'handOver'
  | 'receive'
  | 'dispute'
  | 'giveBack'
  | 'settleRedemption'
  | 'withdrawClaim'
  | 'acceptClaim'
  | 'exercise'
  | 'expire'
  | 'cancelOrder'
  | 'acceptSwap'
  | 'cancelSwap';

export function depositSteps(deposit: Deposit, me: string, now: number): Step[] {
  const isTrustee = deposit.trustee === me;
  if (isTrustee && now < deposit.due) return ['confirmDeposit', 'voidDeposit'];
  return isTrustee || deposit.from === me || now >= deposit.due ? ['voidDeposit'] : [];
}

export function redemptionSteps(redemption: Redemption, me: string, now: number): Step[] {
  const { stage, holder, trustee, due } = redemption;
  if (stage === 'disputed') return trustee === me ? ['giveBack'] : [];
  if (now >= due) return ['settleRedemption'];
  const steps: Step[] = [];
  if (holder === me) steps.push('receive');
  if (holder === me && stage === 'handedOver') steps.push('dispute');
  if (trustee === me && stage === 'asked') steps.push('handOver');
  if (trustee === me) steps.push('giveBack');
  return steps;
}

/** Whether it is settled by time, or by a result that is known. */
export const isDue = (claim: Claim, now: number): boolean =>
  claim.kind === 'result' ? claim.known === true : now >= (claim.expires ?? Infinity);

export function claimSteps(claim: Claim, me: string, now: number): Step[] {
  const due = isDue(claim, now);
  if (!claim.accepted) {
    if (claim.writer === me) return ['withdrawClaim'];
    return due ? [] : ['acceptClaim'];
  }
  // Anybody may settle what is due.
  if (due) return ['expire'];
  return claim.held && (claim.kind === 'call' || claim.kind === 'put') ? ['exercise'] : [];
}

export function swapSteps(swap: Swap, me: string, now: number): Step[] {
  return swap.to === me && now < swap.due ? ['acceptSwap', 'cancelSwap'] : ['cancelSwap'];
}

/** The item that a token of a balance stands for. */
export function itemOf(token: string, amount: number): SwapItem {
  const claim = /^claim:(\d+)$/.exec(token);
  return claim ? { claim: Number(claim[1]) } : { token, amount };
}

/** The world that an item belongs to, as the names of actions begin. */
export function worldOf(token: string, claims: readonly Claim[]): 'play' | 'backed' {
  const id = (itemOf(token, 1) as { claim?: number }).claim;
  if (id !== undefined)
    return claims.find((claim) => claim.id === id)?.kind === 'result' ? 'play' : 'backed';
  return token === pointsToken ? 'play' : 'backed';
}

// --- Signatures

/** What every text begins with that a player signs. */
const purpose = 'kibitz ledger action 1\n';

/**
 * Whether a text to sign is about this action and nothing else. A player who is new to the ledger has a number that
 * no name is known for yet.
 */
export function saysWhatWasAsked(
  text: string,
  asked: { action: string; details: { [name: string]: unknown }; reference: string },
  players: { [number: string]: string | undefined },
): boolean {
  const said = text.startsWith(purpose) ? objectIn(text.slice(purpose.length)) : null;
  if (!said || !isObject(said.details) || typeof said.reference !== 'string') return false;
  const { action, reference } = said;
  const details = said.details as { [name: string]: unknown };
  const isPlayer = (number: unknown, name: unknown) =>
    isNumber(number) && (players[String(number)] ?? name) === name;
  const isSame = (name: string) => {
    const [is, wanted] = [details[name] ?? null, asked.details[name] ?? null];
    return typeof wanted === 'string' && isNumber(is)
      ? isPlayer(is, wanted)
      : sorted(is) === sorted(wanted);
  };
  const names = new Set([...Object.keys(details), ...Object.keys(asked.details)]);
  names.delete('by');
  return (
    action === asked.action && reference.endsWith(`:${asked.reference}`) && [...names].every(isSame)
  );
}

function objectIn(text: string): { [name: string]: unknown } | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? (value as { [name: string]: unknown }) : null;
  } catch {
    return null;
  }
}

/** As JSON, with the names of each object in their order. */
const sorted = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    isObject(part) && !Array.isArray(part) ? Object.fromEntries(Object.entries(part).sort()) : part,
  );

// --- History

/** A line of the ledger, as docs/ledger.md specifies it. */
export interface Line {
  action: string;
  details: { [name: string]: unknown };
  number: number;
  /** The hash of the line before it. */
  previous: string;
  /** By the key of the player who acted; older servers and players without a key have none. */
  signature?: string;
  time: number;
}

/** How far a ledger goes: how many facts, and the hash of the last one's line. */
export interface Head {
  facts: number;
  head: string;
}

/**
 * Whether a ledger goes on from where it was seen to be.
 * @param next the line after the last fact that was seen, if there is one
 */
export function goesOn(seen: Head, is: Head, next: Line | undefined): boolean {
  if (is.facts < seen.facts) return false;
  if (is.facts === seen.facts) return is.head === seen.head;
  return seen.facts === 0 || next?.previous === seen.head;
}

/** The facts in a part of the file; its last line may be the one that ends it. */
export const linesOf = (text: string): Line[] =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line)
    .filter((line) => line.action !== undefined);

/** Each line once, in the ledger's order. */
export function joinLines(some: readonly Line[], others: readonly Line[]): Line[] {
  const byNumber = new Map([...some, ...others].map((line) => [line.number, line]));
  return [...byNumber.values()].sort((one, other) => one.number - other.number);
}

/** What happened, for a table: whom it is about, and what it is of. */
export interface HistoryEntry {
  number: number;
  time: number;
  action: string;
  by: number | null;
  to: number | null;
  /** What it moves or is about, where the line says so. */
  what: SwapItem | null;
  /** The name of a contest. */
  contest: string;
  isSigned: boolean;
}

const isNumber = (value: unknown): value is number => typeof value === 'number';
const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

function itemIn(details: Line['details']): SwapItem | null {
  for (const name of ['what', 'prize', 'asset', 'gives', 'lots'])
    if (isObject(details[name])) return details[name] as SwapItem;
  const amount = details.amount ?? details.writerStake;
  return isNumber(amount) ? { token: pointsToken, amount } : null;
}

/** What joining the contest of a fund costs. */
const entryFeeOf = (fund: Line['details']): SwapItem | null =>
  isNumber(fund.entry) ? { token: pointsToken, amount: fund.entry } : null;

function playersIn(details: Line['details']): number[] {
  const named = ['by', 'to', 'player', 'organiser', 'trustee'].map((name) => details[name]);
  const standings = details.standings as { player: number }[] | undefined;
  return [...named, ...(standings ?? []).map(({ player }) => player)].filter(isNumber);
}

/**
 * The facts that concern a player, the newest first. A step counts as theirs if what it is about
 * does, as far as that is among the lines.
 */
export function historyOf(lines: readonly Line[], me: number): HistoryEntry[] {
  const all = new Map<number, { entry: HistoryEntry; details: Line['details'] }>();
  const mine = new Set<number>(); // the numbers of what they have part in
  const entries: HistoryEntry[] = [];
  for (const { action, details, number, signature, time } of lines) {
    const begun = [details.about, details.redemption, details.fund].find(isNumber);
    const before = begun === undefined ? undefined : all.get(begun);
    const isFee = action === 'enterFund' || action === 'leaveFund';
    const entry: HistoryEntry = {
      number,
      time,
      action,
      by: isNumber(details.by) ? details.by : null,
      to: isNumber(details.to) ? details.to : isNumber(details.player) ? details.player : null,
      what:
        isFee && before
          ? entryFeeOf(before.details)
          : (itemIn(details) ?? before?.entry.what ?? null),
      contest:
        typeof details.contest === 'string' ? details.contest : (before?.entry.contest ?? ''),
      isSigned: signature !== undefined,
    };
    all.set(number, { entry, details });
    const isMine = playersIn(details).includes(me) || (begun !== undefined && mine.has(begun));
    if (!isMine) continue;
    mine.add(number);
    if (begun !== undefined) mine.add(begun);
    entries.push(entry);
  }
  return entries.reverse();
}

export const amountOf = (balances: readonly Stake[], token: string): number =>
  balances.find((one) => one.token === token)?.amount ?? 0;
