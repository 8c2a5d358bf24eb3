// A mistake of the reviewed game as a puzzle ("Try again from here").
import type { Color, Move, Position } from 'kibitz';
import { computed, effect, signal } from '@preact/signals';
import { analysing, current, nodes, opened } from './analysis';
import { rules } from './core';
import { showError } from '../notices';
import { endLine } from './demo';
import { chanceAfter, type Judged, review, verdictOf } from './review';

export type Attempt =
  | { kind: 'none' }
  | { kind: 'looking'; move: Move }
  | { kind: 'best'; move: Move }
  | { kind: 'good'; move: Move }
  /** ExplainedLine for a while, then taken back. */
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

/** The same side's next mistake; after the last one, the first again. */
export function nextPuzzle(): void {
  const now = puzzle.value?.judged;
  if (!now) return;
  const all = (review.value?.moves ?? []).filter(
    ({ verdict, ply }) => verdict && ply % 2 === now.ply % 2,
  );
  const next = all.find(({ ply }) => ply > now.ply) ?? all[0];
  if (next) startPuzzle(next);
}

/** Whether the board shows the position of the puzzle and accepts an attempt. */
export const canTry = computed(() => {
  const made = puzzle.value?.attempt;
  return made !== undefined && (made.kind === 'none' || (made.kind === 'bad' && !made.onBoard));
});

export async function attempt(move: Move): Promise<void> {
  const now = puzzle.value;
  if (!now || !canTry.value) return;
  const setAttempt = (found: Attempt) => {
    if (puzzle.value?.judged === now.judged) puzzle.value = { ...now, attempt: found };
  };
  if (move.uci === now.judged.better.uci[0]) return setAttempt({ kind: 'best', move });
  setAttempt({ kind: 'looking', move });
  try {
    const drop = now.judged.had - (await chanceAfter(now.judged.better.fen, move.uci));
    if (verdictOf(drop) === null) return setAttempt({ kind: 'good', move });
    setAttempt({ kind: 'bad', move, percent: Math.round(drop), onBoard: true });
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
