// A game being played: whose turn it is, clocks, the opponent's answers, the end. All of it is kept
// over a reload.
import type { Color, Move, Position } from 'kibitz';
import { batch, computed, effect, signal } from '@preact/signals';
import { complain, rules, theEngine } from './core';
import { type Clock, findOpponent, nameOf, question } from './opponents';
import { load, save } from './storage';
import { preferences } from './preferences';
import { sound } from './sound';
import { reasonWords, words } from '../words';

export interface Ending {
  result: '1-0' | '0-1' | '1/2-1/2';
  reason: string;
}

export interface Played {
  start: string;
  moves: string[];
  opponent: string;
  /** Of the person who plays; against another person, at the bottom first. */
  color: Color;
  seed: number;
  clock: Clock | null;
  ending: Ending | null;
}

const isPlayed = (value: unknown): value is Played => {
  const game = value as Played;
  return (
    typeof game === 'object' &&
    game !== null &&
    typeof game.start === 'string' &&
    Array.isArray(game.moves) &&
    game.moves.every((move) => typeof move === 'string') &&
    typeof game.opponent === 'string' &&
    (game.color === 'white' || game.color === 'black') &&
    typeof game.seed === 'number' &&
    (game.clock === null || Number.isFinite(game.clock?.white + game.clock?.black + game.clock?.increment))
  );
};

const fresh = (): Played => ({
  start: '',
  moves: [],
  opponent: 'level-04',
  color: 'white',
  seed: newSeed(),
  clock: null,
  ending: null,
});

function newSeed(): number {
  return crypto.getRandomValues(new Uint32Array(1))[0]! & 0x7fffffff;
}

export const game = signal<Played>(load('game', isPlayed) ?? fresh());
effect(() => save('game', game.value));

/** The position after all moves; null until the rules are there. */
export const position = computed<Position | null>(() => {
  if (!rules.value) return null;
  try {
    return rules.value.position(game.value.start, game.value.moves);
  } catch (error) {
    // Something else wrote into the storage.
    complain(error);
    return rules.value.position('');
  }
});
export const ending = computed<Ending | null>(
  () => position.value?.outcome ?? game.value.ending,
);
export const opponent = computed(() => findOpponent(game.value.opponent));
export const againstPerson = computed(() => game.value.opponent === 'person');
export const isMyTurn = computed(
  () =>
    position.value !== null &&
    ending.value === null &&
    (againstPerson.value || position.value.turn === game.value.color),
);

/** Where the next game begins, if another part of the page says so: a FEN. */
export const proposedStart = signal('');

/** How many moves are shown; null for all. */
export const shownPly = signal<number | null>(null);
export const shown = computed<Position | null>(() => {
  const ply = shownPly.value;
  if (ply === null || !rules.value || !position.value) return position.value;
  return rules.value.position(game.value.start, game.value.moves.slice(0, ply));
});

export const premove = signal<{ from: string; to: string } | null>(null);
export const hint = signal<{ from: string; to: string } | null>(null);
export const thinking = signal<{ share: number | null; milliseconds: number } | null>(null);
/** Spoken by screen readers. */
export const announcement = signal('');
export const drawAnswer = signal('');

/** What the opponent last thought of its own position, in centipawns. */
let opponentsView = 0;
let run = 0;

export function newGame(settings: Partial<Played>): void {
  stopThinking();
  batch(() => {
    game.value = { ...fresh(), ...settings, seed: newSeed() };
    shownPly.value = null;
    premove.value = hint.value = null;
    drawAnswer.value = '';
    announcement.value = words.value.newGameBegins;
  });
  opponentsView = 0;
}

export function play(move: Move): void {
  const before = position.value;
  if (!before || ending.value) return;
  punchClock(before.turn);
  if (ending.value) return; // the flag fell
  batch(() => {
    game.value = { ...game.value, moves: [...game.value.moves, move.uci] };
    shownPly.value = null;
    hint.value = null;
    drawAnswer.value = '';
    announcement.value = words.value.moveOf(before.turn, words.value.spoken(move));
  });
  sound(move.captured ? 'capture' : 'move');
}

/** A move as somebody typed it; what is wrong with it in words. */
export function playTyped(text: string): string {
  if (!rules.value || !isMyTurn.value) return words.value.notYourMove;
  try {
    play(rules.value.readMove(game.value.start, game.value.moves, text.trim()));
    return '';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

export function takeBack(): void {
  const { moves, color } = game.value;
  if (moves.length === 0) return;
  stopThinking();
  // So that it is the same person's turn again.
  const turn = position.value?.turn;
  const count = againstPerson.value || turn !== color ? 1 : 2;
  game.value = { ...game.value, moves: moves.slice(0, Math.max(0, moves.length - count)), ending: null };
  shownPly.value = null;
  premove.value = hint.value = null;
  announcement.value = words.value.takenBack;
}

function end(result: Ending['result'], reason: string): void {
  stopThinking();
  game.value = { ...game.value, ending: { result, reason } };
}

const wins = (color: Color): Ending['result'] => (color === 'white' ? '1-0' : '0-1');
const other = (color: Color): Color => (color === 'white' ? 'black' : 'white');

export function resign(): void {
  const loser = againstPerson.value ? (position.value?.turn ?? 'white') : game.value.color;
  if (!ending.value) end(wins(other(loser)), `${loser} resigns`);
}

/** Claims a draw that the rules give, or offers one. */
export function draw(): void {
  const claim = position.value?.claim;
  if (claim && isMyTurn.value) return end('1/2-1/2', claim);
  if (againstPerson.value) return end('1/2-1/2', 'agreed');
  // Those who think they are not better agree once the opening is over.
  const openingPlies = 40;
  if (game.value.moves.length >= openingPlies && opponentsView <= 0) end('1/2-1/2', 'agreed');
  else drawAnswer.value = words.value.declines(nameOf(opponent.value));
}

// --- The opponent

export function stopThinking(): void {
  if (!thinking.value) return;
  thinking.value = null;
  const was = run;
  run = 0;
  if (was) void theEngine().then((engine) => engine.stop());
}

/** Makes the opponent move at once. */
export function hurry(): void {
  void theEngine().then((engine) => engine.stop());
}

let subscribed = false;
async function askOpponent(): Promise<void> {
  thinking.value = { share: null, milliseconds: 0 };
  const asked = game.value;
  try {
    const engine = await theEngine();
    if (game.value !== asked || !thinking.value) return;
    if (!subscribed) {
      subscribed = true;
      engine.on('progress', (of, progress) => {
        if (of === run) thinking.value = progress;
      });
    }
    const turn = position.value!.turn;
    engine.position(asked.start, asked.moves);
    let answer = await new Promise<{ move: string; centipawns?: number } | null>(
      (resolve, reject) => {
        const forget = [
          engine.on('move', (of, found) => of === run && (forgetAll(), resolve(found))),
          engine.on('error', (of, words) => of === run && (forgetAll(), reject(new Error(words)))),
        ];
        const forgetAll = () => forget.forEach((call) => call());
        run = engine.go(question(opponent.value, turn, clockNow(), asked.seed));
      },
    );
    if (game.value !== asked) return;
    // Nothing, if it was told to move before it had seen any.
    answer ??= await engine.think({ depth: 1 });
    if (game.value !== asked) return;
    thinking.value = null;
    opponentsView = answer.centipawns ?? 0;
    const move = position.value!.legal.find(({ uci }) => uci === answer.move);
    if (move) play(move);
    playPremove();
  } catch (error) {
    thinking.value = null;
    complain(error);
  }
}

function playPremove(): void {
  const wish = premove.value;
  premove.value = null;
  if (!wish || !isMyTurn.value) return;
  const moves = position.value!.legal.filter(
    ({ from, to, rook }) => from === wish.from && (to === wish.to || rook === wish.to),
  );
  const move = moves.find(({ promotion }) => promotion === 'q') ?? moves[0];
  if (move) play(move);
}

effect(() => {
  if (!position.value || ending.value || isMyTurn.value || !preferences.value.started) return;
  // Reads no more signals than these, so that it runs once for each move.
  void Promise.resolve().then(() => {
    if (!thinking.value && position.value && !ending.value && !isMyTurn.value) void askOpponent();
  });
});

export async function showHint(): Promise<void> {
  if (!isMyTurn.value) return;
  const asked = game.value;
  const milliseconds = 800;
  try {
    const engine = await theEngine();
    engine.position(asked.start, asked.moves);
    const answer = await engine.think({ milliseconds });
    if (game.value !== asked) return;
    const move = position.value?.legal.find(({ uci }) => uci === answer.move);
    if (!move) return;
    hint.value = { from: move.from, to: move.to };
    announcement.value = words.value.hintIs(words.value.spoken(move));
  } catch (error) {
    complain(error);
  }
}

// --- Clocks: what is left at the last move, and since when one runs.

let runsSince = 0;
export const now = signal(0);

export function clockNow(): Clock | null {
  const { clock, moves } = game.value;
  const turn = position.value?.turn;
  if (!clock || !turn || ending.value || moves.length === 0) return clock;
  return { ...clock, [turn]: clock[turn] - (performance.now() - runsSince) };
}

function punchClock(turn: Color): void {
  const clock = clockNow();
  checkFlag();
  if (clock && !ending.value) {
    const increment = game.value.moves.length > 0 ? clock.increment : 0;
    game.value = { ...game.value, clock: { ...clock, [turn]: clock[turn] + increment } };
  }
  runsSince = performance.now();
}

function checkFlag(): void {
  const clock = clockNow();
  const here = position.value;
  if (!clock || !here || ending.value || clock[here.turn] > 0) return;
  const winner = other(here.turn);
  game.value = { ...game.value, clock: { ...clock, [here.turn]: 0 } };
  if (here.canWin[winner]) end(wins(winner), 'time ran out');
  else end('1/2-1/2', 'time ran out, but there is no way to win');
}

/** While the page is open; a clock waits while it is not. */
export function startClock(): () => void {
  runsSince = performance.now();
  const interval = setInterval(() => {
    if (!game.value.clock || ending.value) return;
    now.value = performance.now();
    checkFlag();
  }, 100);
  // Closing the tab must not give the time back.
  const keep = () => {
    const clock = clockNow();
    if (clock && !ending.value) {
      game.value = { ...game.value, clock };
      runsSince = performance.now();
    }
  };
  addEventListener('pagehide', keep);
  return () => {
    clearInterval(interval);
    removeEventListener('pagehide', keep);
  };
}

effect(() => {
  const over = ending.value;
  if (!over) return;
  announcement.value = `${over.result}, ${reasonWords(over.reason)}.`;
  sound('end');
});
