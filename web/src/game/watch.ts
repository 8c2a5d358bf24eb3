// A game between two of the opponents. It survives a reload.
import type { Position } from 'kibitz';
import { computed, effect, signal } from '@preact/signals';
import { canPlay, rules, rulesLoaded } from './core';
import { showError } from '../shell/notices';
import { ask, stopRun } from './questions';
import { engineOpponent, findOpponent, type Opponent, question } from './opponents';
import { isTexts, load, save } from '../settings/storage';
import type { Ending } from './play';

export interface Watched {
  white: string;
  black: string;
  /** Per move; 0 means as fast as possible. */
  seconds: number;
  start: string;
  moves: string[];
  seed: number;
  /** The side that resigned, if one did. */
  resigned?: 'white' | 'black' | undefined;
}

const isWatched = (value: unknown): value is Watched => {
  const game = value as Watched;
  return (
    typeof game === 'object' &&
    game !== null &&
    typeof game.white === 'string' &&
    typeof game.black === 'string' &&
    typeof game.seconds === 'number' &&
    typeof game.start === 'string' &&
    isTexts(game.moves) &&
    typeof game.seed === 'number' &&
    [undefined, 'white', 'black'].includes(game.resigned)
  );
};

export const watched = signal<Watched>(
  load('watched', isWatched) ?? {
    white: 'attacker',
    black: 'defender',
    seconds: 1,
    start: '',
    moves: [],
    seed: 1,
  },
);
effect(() => save('watched', watched.value));
export const running = signal(false);

export const position = computed<Position | null>(() => {
  if (!rules.value) return null;
  try {
    return rules.value.position(watched.value.start, watched.value.moves);
  } catch {
    return rules.value.position(''); // until the effect below repairs the game
  }
});
// The stored game may be damaged or foreign: begin a new one.
effect(() => {
  const { start, moves } = watched.peek();
  if (rules.value && !canPlay(rules.value, start, moves))
    watched.value = { ...watched.peek(), start: '', moves: [] };
});

/** A draw that can be claimed ends the game: the opponents would repeat moves for ever. */
export const ending = computed<Ending | null>(() => {
  const here = position.value;
  if (!here) return null;
  const { resigned } = watched.value;
  if (resigned)
    return { result: resigned === 'white' ? '0-1' : '1-0', reason: `${resigned} resigns` };
  return here.outcome ?? (here.claim ? { result: '1/2-1/2', reason: here.claim } : null);
});

export const opponentOf = (color: 'white' | 'black'): Opponent =>
  findOpponent(watched.value[color]);

export function newGame(): void {
  pause();
  const seed = crypto.getRandomValues(new Uint32Array(1))[0]! & 0x7fffffff;
  watched.value = { ...watched.value, moves: [], seed, resigned: undefined };
  void goOn();
}

export function pause(): void {
  if (!running.value) return;
  running.value = false;
  stopRun(run);
}

let run = 0;
/** Counts the times that the game was started or continued: only the last loop goes on. */
let round = 0;
const shortestThought = 200; // milliseconds
const sleep = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds));

export async function goOn(): Promise<void> {
  if (running.value) return;
  running.value = true;
  const mine = ++round;
  const isMine = () => running.value && round === mine;
  try {
    await rulesLoaded();
    while (isMine() && position.value && !ending.value) {
      const { start, moves, seconds, seed } = watched.value;
      const turn = position.value.turn;
      const opponent = opponentOf(turn);
      const time = Math.max(shortestThought, seconds * 1000);
      const began = performance.now();
      const wanted = () => isMine() && watched.value.moves === moves;
      const what = () =>
        opponent.id === engineOpponent.id
          ? { milliseconds: time }
          : { ...question(opponent, turn, null, seed), patience: 0 };
      const answer = await ask({ start, moves, what, wanted, begun: (of) => (run = of) });
      await sleep(Math.max(0, seconds * 1000 - (performance.now() - began)));
      if (!answer || !wanted()) continue;
      watched.value = answer.resigns
        ? { ...watched.value, resigned: turn }
        : { ...watched.value, moves: [...moves, answer.move] };
    }
  } catch (error) {
    showError(error);
  } finally {
    if (round === mine) running.value = false;
  }
}
