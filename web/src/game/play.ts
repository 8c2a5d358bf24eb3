// The game being played: whose turn it is, the clocks, the opponent's moves and the result. All of it
// survives a reload.
import type { Planned } from '../board/reach';
import type { Answer, Color, Move, Position } from 'kibitz';
import { batch, computed, effect, signal, untracked } from '@preact/signals';
import { canPlay, millisecondsToRetry, rules, rulesLoaded, theEngine } from './core';
import { showError } from '../shell/notices';
import { ask, stopRun } from './questions';
import { type Clock, findOpponent, nameOf, question } from './opponents';
import { boardOf, startBoard, turnOf } from './glance';
import { isText, isTexts, load, onSavedElsewhere, save } from '../settings/storage';
import { movesBetween } from '../board/moves';
import { prefer, preferences } from '../settings/preferences';
import { sound, soundOf } from './sound';
import { tryTyped } from './typed';
import { lastMoveWords, announce } from './speech';
import { endWordsFor, words } from '../words';

export interface Ending {
  result: '1-0' | '0-1' | '1/2-1/2';
  reason: string;
}

export interface Played {
  start: string;
  moves: string[];
  opponent: string;
  /** The user's colour; between two people, the colour at the bottom. */
  color: Color;
  seed: number;
  clock: Clock | null;
  ending: Ending | null;
}

const isEnding = (value: unknown): value is Ending | null => {
  const over = value as Ending;
  return (
    value === null ||
    (['1-0', '0-1', '1/2-1/2'].includes(over?.result) && typeof over.reason === 'string')
  );
};

const isPlayed = (value: unknown): value is Played => {
  const game = value as Played;
  return (
    typeof game === 'object' &&
    game !== null &&
    typeof game.start === 'string' &&
    isTexts(game.moves) &&
    typeof game.opponent === 'string' &&
    (game.color === 'white' || game.color === 'black') &&
    typeof game.seed === 'number' &&
    isEnding(game.ending) &&
    (game.clock === null ||
      [game.clock?.white, game.clock?.black, game.clock?.increment].every(Number.isFinite))
  );
};

/** A game that has not begun, with the opponent, colour and clock that the user prefers. */
const fresh = (): Played => ({
  start: '',
  moves: [],
  opponent: preferences.value.opponent,
  color: preferences.value.color === 'black' ? 'black' : 'white',
  seed: newSeed(),
  clock: chosenClock(),
  ending: null,
});

function newSeed(): number {
  return crypto.getRandomValues(new Uint32Array(1))[0]! & 0x7fffffff;
}

const kept = load('game', isPlayed);
// Before the first game the stored one is only what an earlier version of the page proposed.
const isBegun = kept && (preferences.value.started || kept.moves.length > 0);
export const game = signal<Played>(isBegun ? kept : fresh());
effect(() => save('game', game.value));

/** The position after all moves; null until the rules have loaded. */
export const position = computed<Position | null>(() => {
  if (!rules.value) return null;
  try {
    return rules.value.position(game.value.start, game.value.moves);
  } catch {
    return rules.value.position(''); // until the effect below repairs the game
  }
});

/** The last known position, shown until the rules have loaded. */
const keptFen = load('game.fen', isText) ?? '';
effect(() => {
  if (position.value) save('game.fen', position.value.fen);
});
export const boardBeforeRules = computed(() => {
  const { start, moves } = game.value;
  if (moves.length > 0) return boardOf(keptFen);
  return start.includes('/') ? boardOf(start) : startBoard;
});
const turnBeforeRules = computed(() =>
  turnOf(game.value.moves.length > 0 ? keptFen : game.value.start),
);

// The stored game may be damaged or foreign: keep the moves that can be played.
effect(() => {
  if (!rules.value) return;
  const { start, moves } = game.peek();
  let good = moves.length;
  while (good >= 0 && !canPlay(rules.value, start, moves.slice(0, good))) --good;
  if (good < 0) game.value = fresh();
  else if (good < moves.length) game.value = { ...game.peek(), moves: moves.slice(0, good) };
});

export const ending = computed<Ending | null>(() => position.value?.outcome ?? game.value.ending);
export const opponent = computed(() => findOpponent(game.value.opponent));
export const againstPerson = computed(() => game.value.opponent === 'person');
export const isMyTurn = computed(
  () =>
    position.value !== null &&
    ending.value === null &&
    (againstPerson.value || position.value.turn === game.value.color),
);

/** Whether the user has closed the result that lies over the board. */
export const resultClosed = signal(false);
effect(() => {
  if (!ending.value) resultClosed.value = false;
});

/** The FEN that another view proposes as the start of the next game; empty if none does. */
export const proposedStart = signal('');

/** How many moves are shown; null for all. */
export const shownPly = signal<number | null>(null);
export const shown = computed<Position | null>(() => {
  const ply = shownPly.value;
  if (ply === null || !rules.value || !position.value) return position.value;
  return rules.value.position(game.value.start, game.value.moves.slice(0, ply));
});

export function showPly(ply: number): void {
  shownPly.value = ply === game.value.moves.length ? null : ply;
  if (shown.value) announce(lastMoveWords(shown.value));
}

interface Sum {
  san: string;
  /** In pawns; positive is good for White. */
  adjusted: number;
  drawn: boolean;
}
/** How the classic player rated its moves at its last turn, the best first. */
const lastSums = signal<{ before: string[]; of: Sum[] } | null>(null);
/** The same while that move is the last or the one before it; null for other opponents. */
export const sums = computed<Sum[] | null>(() => {
  const { before, of } = lastSums.value ?? { before: [], of: null };
  const { moves } = game.value;
  const isRecent = moves.length > before.length && moves.length <= before.length + 2;
  return isRecent && before.every((move, index) => move === moves[index]) ? of : null;
});

function keepSums({ candidates }: Answer, before: string[], legal: readonly Move[]): void {
  lastSums.value = candidates
    ? {
        before,
        of: candidates.map(({ move, adjusted, drawn }) => ({
          san: legal.find(({ uci }) => uci === move)?.san ?? move,
          adjusted,
          drawn,
        })),
      }
    : null;
}

/** The user's moves for their next turns, in order. */
export const planned = signal<readonly Planned[]>([]);
export const hint = signal<{ from: string; to: string } | null>(null);
export const thinking = signal<{ share: number | null; milliseconds: number } | null>(null);
const nothing = () => '';
/** The answer to a draw offer or a premove, until the next move. A function, so that it follows the language. */
export const note = signal<() => string>(nothing);

// Two tabs can show the same game: an older state must not overwrite a newer one.
onSavedElsewhere('game', () => {
  const saved = load('game', isPlayed);
  if (!saved) return;
  const mine = game.value;
  const course = ({ clock: _, ...rest }: Played) => JSON.stringify(rest);
  runsSince = performance.now();
  if (course(saved) === course(mine)) {
    game.value = { ...mine, clock: saved.clock }; // the opponent goes on thinking
    return;
  }
  stopThinking();
  batch(() => {
    game.value = saved;
    planned.value = [];
    shownPly.value = hint.value = drawOffer.value = null;
    note.value = nothing;
    if (position.value) announce(lastMoveWords(position.value));
  });
});

let run = 0;

export function newGame(settings: Partial<Played>): void {
  stopThinking();
  batch(() => {
    game.value = { ...fresh(), ...settings, seed: newSeed() };
    shownPly.value = null;
    planned.value = [];
    hint.value = null;
    note.value = nothing;
    drawOffer.value = null;
    announce(words.value.newGameBegins);
  });
}

/** Begins a game with the opponent, clock and colour that the user prefers. */
export function newPreferredGame(settings: Partial<Played> = {}): void {
  const { opponent, color } = preferences.value;
  prefer({ started: true, flipped: false });
  newGame({
    opponent,
    color: color === 'random' ? randomColor() : color,
    clock: chosenClock(),
    ...settings,
  });
}

/** The same opponent, clock and kind of start, with the colours swapped. */
export function rematch(): void {
  const { start, opponent, color, clock } = game.value;
  newGame({
    start: start.startsWith('chess960') ? randomChess960() : start,
    opponent,
    color: other(color),
    clock: clock && chosenClock(),
  });
}

/** The user goes on with the other side's pieces, and the opponent with theirs. */
export function swapSides(): void {
  if (ending.value) return;
  stopThinking();
  game.value = { ...game.value, color: other(game.value.color) };
  planned.value = [];
  shownPly.value = hint.value = null;
  note.value = nothing;
  announce(words.value.youPlay(game.value.color));
}

/** Somebody else goes on with the opponent's pieces. */
export function changeOpponent(id: string): void {
  if (ending.value || id === game.value.opponent) return;
  stopThinking();
  game.value = { ...game.value, opponent: id };
  planned.value = [];
  hint.value = drawOffer.value = null;
  note.value = nothing;
  announce(words.value.opponentIs(nameOf(opponent.value)));
}

/** The time control chosen for the last game. */
export function chosenClock(): Clock | null {
  const { minutes, increment } = preferences.value;
  const time = minutes * 60_000;
  return time > 0 ? { white: time, black: time, increment: increment * 1000 } : null;
}

const chess960Starts = 960;
const randomColor = (): Color => (newSeed() % 2 ? 'white' : 'black');
export const randomChess960 = (): string => `chess960 ${newSeed() % chess960Starts}`;

export function play(move: Move): void {
  const before = position.value;
  if (!before || ending.value) return;
  punchClock(before.turn);
  if (ending.value) return; // the flag fell
  batch(() => {
    game.value = { ...game.value, moves: [...game.value.moves, move.uci] };
    shownPly.value = null;
    hint.value = null;
    note.value = nothing;
    drawOffer.value = null;
    announce(words.value.moveOf(before.turn, words.value.spoken(move)));
    // Making a move, by mouse or typed, begins the first game.
    if (!preferences.value.started) prefer({ started: true });
  });
  sound(soundOf(move));
}

/** Plays a move that the user typed; returns what is wrong with it, or nothing. */
export async function playTyped(text: string): Promise<string> {
  await rulesLoaded();
  if (!rules.value || !isMyTurn.value) return words.value.notYourMove;
  const found = tryTyped(position.value!, text);
  if ('wrong' in found) return found.wrong;
  play(found.move);
  return '';
}

export function takeBack(): void {
  const { moves, color } = game.value;
  if (moves.length === 0) return;
  stopThinking();
  readClock(); // the elapsed time belongs to the side to move
  // Against the program, take back its answer, too.
  const turn = position.value?.turn;
  const count = againstPerson.value || turn !== color ? 1 : 2;
  game.value = {
    ...game.value,
    moves: moves.slice(0, Math.max(0, moves.length - count)),
    ending: null,
  };
  shownPly.value = null;
  planned.value = [];
  hint.value = drawOffer.value = null;
  note.value = nothing;
  announce(words.value.takenBack);
}

function end(result: Ending['result'], reason: string): void {
  if (ending.value) return;
  stopThinking();
  planned.value = [];
  drawOffer.value = null;
  note.value = nothing;
  game.value = { ...game.value, ending: { result, reason } };
}

const wins = (color: Color): Ending['result'] => (color === 'white' ? '1-0' : '0-1');
const other = (color: Color): Color => (color === 'white' ? 'black' : 'white');

/** How the game ended, for the user. */
export const endSentence = (over: Ending): string =>
  endWordsFor(againstPerson.peek() ? null : game.peek().color, over);

export function resign(): void {
  const loser = againstPerson.value ? (position.value?.turn ?? 'white') : game.value.color;
  end(wins(other(loser)), `${loser} resigns`);
}

/** The side that has offered a draw, between two people. */
export const drawOffer = signal<Color | null>(null);

/** Claims a draw where the rules allow it, or offers one. */
export async function draw(): Promise<void> {
  const here = position.value;
  if (!here || ending.value) return;
  if (here.claim && isMyTurn.value) return end('1/2-1/2', here.claim);
  if (againstPerson.value) {
    drawOffer.value = here.turn;
    return;
  }
  if (await opponentAgrees(here)) end('1/2-1/2', 'agreed');
  else if (!ending.value) note.value = () => words.value.declines(nameOf(opponent.value));
}

/** An opponent agrees once the opening is over, unless they stand better. */
async function opponentAgrees(here: Position): Promise<boolean> {
  const openingPlies = 40;
  if (game.value.moves.length < openingPlies) return false;
  const asked = game.value;
  const milliseconds = 200;
  try {
    const answer = await ask({
      start: asked.start,
      moves: asked.moves,
      what: () => ({ milliseconds }),
      wanted: () => game.value === asked,
    });
    if (!answer || game.value !== asked) return false;
    const forTurn = answer.mate !== undefined ? answer.mate : (answer.centipawns ?? 0);
    return (here.turn === asked.color ? -forTurn : forTurn) <= 0;
  } catch (error) {
    showError(error);
    return false;
  }
}

export function answerDraw(agreed: boolean): void {
  if (agreed && drawOffer.value) end('1/2-1/2', 'agreed');
  drawOffer.value = null;
}

// --- The opponent

export function stopThinking(): void {
  if (!thinking.value) return;
  thinking.value = null;
  stopRun(run);
}

let isHurried = false; // perhaps before the engine has begun

/** Makes the opponent move at once. */
export function hurry(): void {
  isHurried = true;
  stopRun(run);
}

let subscribed = false;
async function askOpponent(): Promise<void> {
  thinking.value = { share: null, milliseconds: 0 };
  isHurried = false;
  const asked = game.value;
  try {
    const engine = await theEngine();
    if (!subscribed) {
      subscribed = true;
      engine.on('progress', (of, progress) => {
        if (of === run && thinking.value) thinking.value = progress;
      });
    }
    const { start, moves } = asked;
    const turn = position.value!.turn;
    // The clocks may change while the engine thinks; the moves must not.
    const wanted = () => game.value.moves === moves && thinking.value !== null;
    const begun = (of: number) => {
      run = of;
      if (isHurried) stopRun(of);
    };
    const player = () => question(opponent.value, turn, clockNow(), asked.seed);
    let answer = await ask({ start, moves, what: player, wanted, begun });
    // There is no answer if the user pressed "Move now" before the engine had found a move. Then it
    // is given the time for one.
    const begunAnew = (of: number) => {
      run = of;
    };
    answer ??= await ask({
      start,
      moves,
      what: () => ({ depth: 1 }),
      wanted,
      begun: begunAnew,
    });
    if (!wanted()) return;
    thinking.value = null;
    if (answer?.resigns) return end(wins(other(turn)), `${turn} resigns`);
    const { legal } = position.value!;
    const move = legal.find(({ uci }) => uci === answer?.move);
    if (answer) keepSums(answer, moves, legal);
    if (move) play(move);
    playPremove();
  } catch (error) {
    thinking.value = null;
    showError(error);
    setTimeout(askWhereDue, millisecondsToRetry);
  }
}

/** The side whose premoves are accepted; null if no side's are. */
export const premoves = computed<Color | null>(() => {
  if (ending.value || isMyTurn.value) return null;
  if (!rules.value && againstPerson.value) return turnBeforeRules.value;
  return againstPerson.value ? null : game.value.color;
});

export function setPremove(from: string, to: string): void {
  // Until the rules are there, the move may be another try at the same turn.
  planned.value = rules.value ? [...planned.value, { from, to }] : [{ from, to }];
  const waitsForRules = !rules.value && turnBeforeRules.value === premoves.value;
  note.value = () =>
    waitsForRules ? words.value.moveWaits(from, to) : words.value.premoveSet(from, to);
}

export function cancelPremove(): void {
  planned.value = [];
  note.value = () => words.value.premoveCancelled;
}

function playPremove(): void {
  const [wish, ...rest] = planned.value;
  if (!wish || !isMyTurn.value) {
    planned.value = [];
    return;
  }
  const moves = movesBetween(position.value!.legal, wish.from, wish.to);
  const move = moves.find(({ promotion }) => promotion === 'q') ?? moves[0];
  planned.value = move ? rest : []; // the later ones were made for a game that did not come
  if (move) play(move);
  else note.value = () => words.value.premoveImpossible(wish.from, wish.to);
}

// A move made before the rules had loaded is played now, unless it is the opponent's turn.
effect(() => {
  if (rules.value && untracked(() => isMyTurn.value)) untracked(playPremove);
});

function askWhereDue(): void {
  if (!thinking.value && position.value && !ending.value && !isMyTurn.value) void askOpponent();
}

effect(() => {
  if (!position.value || ending.value || isMyTurn.value || !preferences.value.started) return;
  // In a microtask, so that the effect depends on no other signals and runs once for each move.
  void Promise.resolve().then(askWhereDue);
});

export async function showHint(): Promise<void> {
  if (!isMyTurn.value) return;
  const asked = game.value;
  const milliseconds = 800;
  try {
    const { start, moves } = asked;
    const wanted = () => game.value.moves === moves;
    const answer = await ask({ start, moves, what: () => ({ milliseconds }), wanted });
    if (!wanted()) return;
    const move = position.value?.legal.find(({ uci }) => uci === answer?.move);
    if (!move) return;
    shownPly.value = null;
    hint.value = { from: move.from, to: move.to };
    announce(words.value.hintIs(words.value.spoken(move)));
  } catch (error) {
    showError(error);
  }
}

// --- Clocks: the time left after the last move, and when the running clock was started.

let runsSince = 0;
export const now = signal(0);

export function clockNow(): Clock | null {
  const { clock, moves } = game.value;
  const turn = position.value?.turn;
  if (!clock || !turn || ending.value || moves.length === 0) return clock;
  return { ...clock, [turn]: clock[turn] - (performance.now() - runsSince) };
}

/** Stores the time left now and restarts the count from here. */
function readClock(): void {
  const clock = clockNow();
  if (clock && !ending.value) game.value = { ...game.value, clock };
  runsSince = performance.now();
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

/** Runs the clocks while the page is open, whichever view is shown. They stop while it is closed. */
export function startClock(): () => void {
  runsSince = performance.now();
  const interval = setInterval(() => {
    if (!game.value.clock || ending.value) return;
    now.value = performance.now();
    checkFlag();
  }, 100);
  // Closing the tab must not give the time back.
  addEventListener('pagehide', readClock);
  return () => {
    clearInterval(interval);
    removeEventListener('pagehide', readClock);
  };
}

effect(() => {
  const over = ending.value;
  if (!over) return;
  // The announcement replaces that of the last move, so it repeats it.
  const here = position.peek();
  const move = here?.outcome ? lastMoveWords(here) : '';
  announce(`${move} ${endSentence(over)}`.trim());
  sound('end');
});
