// A mistake of the reviewed game as a puzzle ("Try again from here").
import type { Color, Move, Position } from 'kibitz';
import { computed, effect, signal, untracked } from '@preact/signals';
import { analysing, current, nodes, opened } from './analysis';
import { rules } from './core';
import { showError } from '../shell/notices';
import { endLine } from './demo';
import { judgementOf, type Judged, keepMistakes, review } from './review';

export type Attempt =
  | { kind: 'none' }
  | { kind: 'looking'; move: Move }
  | { kind: 'best'; move: Move }
  | { kind: 'good'; move: Move }
  /** The solution, which the user has asked for. */
  | { kind: 'shown'; move: Move }
  /** Shown for a while, then taken back. */
  | { kind: 'bad'; move: Move; percent: number; onBoard: boolean };

export interface Puzzle {
  judged: Judged;
  color: Color;
  attempt: Attempt;
}

export const puzzle = signal<Puzzle | null>(null);
const millisecondsWrongIsShown = 1200;

export function startPuzzle(judged: Judged): void {
  const parent = nodes.value.get(judged.node)?.parent ?? 0;
  analysing.value = false; // the engine's lines would give the answer away
  endLine();
  current.value = parent;
  puzzle.value = {
    judged,
    color: judged.ply % 2 === 0 ? 'white' : 'black',
    attempt: { kind: 'none' },
  };
}

export function endPuzzle(): void {
  puzzle.value = null;
}

/** The mistakes of a side in the reviewed game. */
export const mistakesOf = (color: Color): Judged[] =>
  (review.value?.moves ?? []).filter(
    ({ verdict, ply }) => verdict && (ply % 2 === 0) === (color === 'white'),
  );

/** The moves for which the user has found a good answer, by their nodes. */
const solved = signal<ReadonlySet<number>>(new Set());
effect(() => {
  if (opened.value) solved.value = new Set();
});

/** A side's next mistake that has no answer yet, after the last one from the first on. */
const nextMistake = (color: Color, after = -1): Judged | undefined => {
  const open = mistakesOf(color).filter(({ node }) => !solved.value.has(node));
  return open.find(({ ply }) => ply > after) ?? open[0];
};

/** Begins with the first mistake of a side that has no answer yet; with the first if all have one. */
export function practise(color: Color): void {
  keepMistakes(color);
  const first = nextMistake(color) ?? mistakesOf(color)[0];
  if (first) startPuzzle(first);
}

export function nextPuzzle(): void {
  const now = puzzle.value;
  const next = now && nextMistake(now.color, now.judged.ply);
  if (next) startPuzzle(next);
}

/** Which of the side's mistakes the puzzle is, how many there are, and whether another one is left. */
export const progress = computed(() => {
  const now = puzzle.value;
  if (!now) return null;
  const all = mistakesOf(now.color);
  const isLast = all.every(({ node }) => node === now.judged.node || solved.value.has(node));
  return {
    number: all.findIndex(({ node }) => node === now.judged.node) + 1,
    count: all.length,
    isLast,
    isDone: all.every(({ node }) => solved.value.has(node)),
  };
});

effect(() => {
  const now = puzzle.value;
  if (now?.attempt.kind === 'best' || now?.attempt.kind === 'good')
    solved.value = new Set(untracked(() => solved.value)).add(now.judged.node);
});

/** Whether the board shows the position of the puzzle and accepts an attempt. */
export const canTry = computed(() => {
  const made = puzzle.value?.attempt;
  return made !== undefined && (made.kind === 'none' || (made.kind === 'bad' && !made.onBoard));
});

/** Plays the best move for a user who gives up; the mistake stays one to practise. */
export function showSolution(): void {
  const now = puzzle.value;
  if (!now || !rules.value) return;
  const { fen, uci } = now.judged.better;
  const move = rules.value.position(fen).legal.find((one) => one.uci === uci[0]);
  if (move) puzzle.value = { ...now, attempt: { kind: 'shown', move } };
}

export async function attempt(move: Move): Promise<void> {
  const now = puzzle.value;
  if (!now || !canTry.value) return;
  const setAttempt = (found: Attempt) => {
    if (puzzle.value?.judged === now.judged) puzzle.value = { ...now, attempt: found };
  };
  if (move.uci === now.judged.better.uci[0]) return setAttempt({ kind: 'best', move });
  setAttempt({ kind: 'looking', move });
  try {
    const { better, known } = now.judged;
    const judgement = await judgementOf(better.fen, move.uci, known.best);
    if (!judgement || judgement.mark === '') return setAttempt({ kind: 'good', move });
    const percent = Math.round(judgement.before - judgement.after);
    setAttempt({ kind: 'bad', move, percent, onBoard: true });
  } catch (error) {
    setAttempt({ kind: 'none' });
    showError(error);
  }
}

export const puzzlePosition = computed<Position | null>(() => {
  const now = puzzle.value;
  if (!now || !rules.value) return null;
  const { attempt: made } = now;
  const isBack = canTry.value || made.kind === 'none';
  return rules.value.position(now.judged.better.fen, isBack ? [] : [made.move.uci]);
});

effect(() => {
  const now = puzzle.value;
  if (now?.attempt.kind !== 'bad' || !now.attempt.onBoard) return;
  const { attempt: made } = now;
  const timer = setTimeout(() => {
    puzzle.value = { ...now, attempt: { ...made, onBoard: false } };
  }, millisecondsWrongIsShown);
  return () => clearTimeout(timer);
});

// Going to another move ends the puzzle.
effect(() => {
  const at = current.value;
  const node = puzzle.peek()?.judged.node;
  if (node !== undefined && nodes.peek().get(node)?.parent !== at) endPuzzle();
});
effect(() => {
  if (opened.value) endPuzzle();
});
