// Endgame drills: a new position at each try, the best defence, and every move of the learner's judged by the
// tables. What was done is kept in this browser.
import type { Color, Move, Position } from 'kibitz';
import type { EndgameDrill, EndgameLook } from 'kibitz/endgames';
import { batch, computed, effect, signal } from '@preact/signals';
import { rules, rulesLoaded } from '../game/core';
import { load, onSavedElsewhere, save } from '../settings/storage';
import { showError } from '../shell/notices';
import { allDrills, closeTables, lookAt, type Progress, prepare, startOf } from './endgame-tables';

const millisecondsToReply = 450;
/** So many plies show why a move was wrong. */
const refutationPlies = 5;

/** The best that was done in a drill: how many moves more than needed, or -1 if it took help. */
type Records = Readonly<Record<string, number>>;
export const withHelp = -1;
const isRecords = (value: unknown): value is Records =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every((one) => Number.isSafeInteger(one) && one >= withHelp);
const stored = (): Records => load('endgames', isRecords) ?? {};
export const records = signal<Records>(stored());
onSavedElsewhere('endgames', () => (records.value = stored()));
effect(() => save('endgames', records.value));

/** The fewer the better; with help it is worse than any number. */
const rank = (record: number) => (record === withHelp ? Infinity : record);
export const isBetter = (record: number, before: number | undefined): boolean =>
  before === undefined || rank(record) < rank(before);

export const drills = signal<readonly EndgameDrill[]>([]);
const holdFor = signal(0);

export type Judged =
  /** Moves to mate now; how many more it takes than it would have with the best move. */
  { kind: 'won'; move: Move; mateIn: number; slower: number } | { kind: 'held'; move: Move };

export type Status =
  | { kind: 'computing'; progress: Progress | null }
  | { kind: 'open' }
  /** The move is being judged or answered. */
  | { kind: 'busy' }
  /** The move threw the result away; what the other side does about it, nothing where the game is over. */
  | { kind: 'thrown'; move: Move; refutation: string[]; isLost: boolean; isStalemate: boolean }
  /** The moves that were made, and how many are needed; nothing needed where a draw was held. */
  | { kind: 'done'; moves: number; needed: number; surplus: number };

export const drill = signal<EndgameDrill | null>(null);
export const status = signal<Status>({ kind: 'computing', progress: null });
export const judged = signal<Judged | null>(null);
/** The best move, once it was asked for. */
export const shown = signal<Move | null>(null);
/** Whether a move was taken back or shown. */
export const isHelped = signal(false);
const start = signal('');
const played = signal<readonly string[]>([]);
/** What the tables say of each position in which the learner was to move. */
let looks: EndgameLook[] = [];
/** Counts the tries: what comes for an earlier one is dropped. */
let tries = 0;

const positionAfter = (moves: readonly string[]): Position | null =>
  start.value && rules.value ? rules.value.position(start.value, [...moves]) : null;
export const position = computed(() => positionAfter(played.value));
export const learner = computed<Color>(() =>
  start.value.split(' ')[1] === 'b' ? 'black' : 'white',
);
export const canTry = computed(() => status.value.kind === 'open');
/** In moves, from the plies that the tables count. */
const movesIn = (plies: number) => Math.ceil(plies / 2);
/** How many moves the mate takes from the start. */
export const neededAtStart = signal(0);
/** How many more moves the draw is to be held. */
export const leftToHold = computed(() => holdFor.value - movesIn(played.value.length));
export const canTakeBack = computed(
  () => status.value.kind === 'thrown' || (status.value.kind === 'open' && played.value.length > 0),
);

export async function openEndgames(): Promise<void> {
  try {
    if (drills.value.length > 0) return;
    const known = await allDrills();
    batch(() => {
      drills.value = known.drills;
      holdFor.value = known.hold;
    });
  } catch (error) {
    showError(error);
  }
}

/** Back to the list. */
export function closeDrill(): void {
  ++tries;
  batch(() => {
    drill.value = null;
    start.value = '';
    played.value = [];
    judged.value = shown.value = null;
  });
}

export function leaveEndgames(): void {
  closeDrill();
  closeTables();
}

/** Begins a drill with another position. */
export async function begin(next: EndgameDrill): Promise<void> {
  const now = ++tries;
  batch(() => {
    drill.value = next;
    start.value = '';
    played.value = [];
    judged.value = shown.value = null;
    isHelped.value = false;
    status.value = { kind: 'computing', progress: null };
  });
  try {
    await rulesLoaded();
    await prepare(next.id, (progress) => {
      if (now === tries) status.value = { kind: 'computing', progress };
      return now === tries;
    });
    if (now !== tries) return;
    const fen = await startOf(next.id);
    const look = await lookAt(fen, 1);
    if (now !== tries) return;
    looks = [look];
    batch(() => {
      start.value = fen;
      neededAtStart.value = movesIn(look.plies);
      status.value = { kind: 'open' };
    });
  } catch (error) {
    if (now !== tries) return;
    closeDrill();
    showError(error);
  }
}

export async function attempt(move: Move): Promise<void> {
  const look = looks.at(-1);
  const now = tries;
  if (!canTry.value || !look) return;
  const worth = look.moves.find(({ uci }) => uci === move.uci);
  if (!worth) return;
  batch(() => {
    played.value = [...played.value, move.uci];
    status.value = { kind: 'busy' };
    judged.value = shown.value = null;
  });
  try {
    if (worth.result !== look.result) await refute(move, worth.result === 'loss', now);
    else {
      judged.value =
        worth.result === 'win'
          ? {
              kind: 'won',
              move,
              mateIn: movesIn(worth.plies - 1),
              slower: movesIn(worth.plies) - movesIn(look.plies),
            }
          : { kind: 'held', move };
      if (isReached(move)) finish(movesIn(worth.plies - 1));
      else await answer(now);
    }
  } catch (error) {
    if (now !== tries) return;
    takeBack();
    showError(error);
  }
}

async function refute(move: Move, isLost: boolean, now: number): Promise<void> {
  const after = position.value;
  if (!after) return;
  const best = after.legal.length > 0 ? (await lookAt(after.fen, refutationPlies)).best : [];
  if (now !== tries) return;
  status.value = {
    kind: 'thrown',
    move,
    refutation: best,
    isLost,
    isStalemate: after.outcome?.reason === 'stalemate',
  };
}

/** The other side's best move, and what the tables say after it. */
async function answer(now: number): Promise<void> {
  const after = position.value;
  if (!after) return;
  const [{ best }] = await Promise.all([
    lookAt(after.fen, 1),
    new Promise((done) => setTimeout(done, millisecondsToReply)),
  ]);
  if (now !== tries) return;
  const moves = [...played.value, best[0]!];
  const here = positionAfter(moves);
  if (!here) return;
  if (drill.value?.goal === 'hold' && here.outcome) {
    played.value = moves;
    return finish(0);
  }
  const look = await lookAt(here.fen, 1);
  if (now !== tries) return;
  looks.push(look);
  batch(() => {
    played.value = moves;
    status.value = { kind: 'open' };
  });
}

/** Whether the learner's move, after which the result is still there, ends the drill. */
function isReached(move: Move): boolean {
  const { outcome, claim } = position.value ?? {};
  switch (drill.value?.goal) {
    case 'hold':
      return Boolean(outcome ?? claim) || leftToHold.value <= 0;
    case 'promotion':
      return Boolean(outcome ?? move.promotion);
    case 'capture':
      return Boolean(outcome ?? move.captured);
    default:
      return Boolean(outcome);
  }
}

/** `left`: the moves that a mate would still take. */
function finish(left: number): void {
  const now = drill.value;
  if (!now) return;
  const moves = movesIn(played.value.length);
  const needed = now.goal === 'hold' ? 0 : neededAtStart.value;
  const surplus = needed === 0 ? 0 : moves + left - needed;
  const reached = isHelped.value ? withHelp : surplus;
  batch(() => {
    status.value = { kind: 'done', moves, needed, surplus };
    if (isBetter(reached, records.value[now.id]))
      records.value = { ...records.value, [now.id]: reached };
  });
}

/** The learner's last move, and what answered it. Where it could not be judged, that is no help. */
export function takeBack(): void {
  const isAnswered = status.value.kind === 'open';
  const isHelp = status.value.kind !== 'busy';
  if (isAnswered) looks.pop();
  batch(() => {
    played.value = played.value.slice(0, isAnswered ? -2 : -1);
    isHelped.value ||= isHelp;
    judged.value = shown.value = null;
    status.value = { kind: 'open' };
  });
}

export function showBest(): void {
  const best = looks.at(-1)?.best[0];
  const move = canTry.value ? position.value?.legal.find(({ uci }) => uci === best) : undefined;
  if (!move) return;
  batch(() => {
    isHelped.value = true;
    shown.value = move;
  });
}
