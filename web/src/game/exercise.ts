// An exercise on the board: the user looks for the moves, the page answers. Puzzles and the tasks of
// lessons are both exercises, and so are the user's own mistakes.
import type { Color, Move, Position } from 'kibitz';
import { batch, computed, signal } from '@preact/signals';
import { rules } from './core';
import { showError } from '../shell/notices';

export interface Exercise {
  start: string;
  /** The moves in turn, the user's first; of the user's moves there may be several that are right. */
  moves: readonly (readonly string[])[];
  /** Judges a move that is not among them; without it, such a move is wrong. */
  isAlsoRight?: (uci: string) => Promise<boolean>;
}

export type Status =
  | { kind: 'open' }
  /** The move is being judged. */
  | { kind: 'looking'; move: Move }
  /** A wrong move is shown for a while, then taken back. */
  | { kind: 'wrong'; move: Move; isOnBoard: boolean }
  | { kind: 'reply' }
  | { kind: 'solved' }
  | { kind: 'shown' };

const millisecondsWrongIsShown = 1000;
const millisecondsToReply = 450;

export const exercise = signal<Exercise | null>(null);
const played = signal<readonly string[]>([]);
export const status = signal<Status>({ kind: 'open' });
/** Whether a wrong move was made or the solution shown. */
export const isFlawed = signal(false);
/** Whether the solution was shown before any move was wrong: that is learning, and no failure. */
export const isStudied = signal(false);
/** The latest move that was wrong, and the moves before it; null if none was. */
export const wrongMove = signal<{ after: readonly string[]; move: Move } | null>(null);

export function beginExercise(next: Exercise): void {
  clearTimeout(timer);
  // At once: who looks meanwhile would see the new exercise with the result of the one before it.
  batch(() => {
    exercise.value = next;
    played.value = [];
    isFlawed.value = isStudied.value = false;
    wrongMove.value = null;
    status.value = { kind: 'open' };
  });
}

let timer: ReturnType<typeof setTimeout> | undefined;
const later = (milliseconds: number, act: () => void) => {
  clearTimeout(timer);
  timer = setTimeout(act, milliseconds);
};

const positionAfter = (moves: readonly string[]): Position | null =>
  exercise.value && rules.value ? rules.value.position(exercise.value.start, [...moves]) : null;

/** What the board shows. */
export const position = computed<Position | null>(() => {
  const now = status.value;
  const isTried = now.kind === 'looking' || (now.kind === 'wrong' && now.isOnBoard);
  return positionAfter([...played.value, ...(isTried ? [now.move.uci] : [])]);
});

export const solver = computed<Color>(() =>
  exercise.value?.start.split(' ')[1] === 'b' ? 'black' : 'white',
);

/** Whether the moves have been found or shown. */
export const isOver = computed(
  () => status.value.kind === 'solved' || status.value.kind === 'shown',
);

export const canTry = computed(
  () => status.value.kind === 'open' || (status.value.kind === 'wrong' && !status.value.isOnBoard),
);

export function attempt(move: Move): void {
  const now = exercise.value;
  if (!now || !canTry.value) return;
  const after = positionAfter([...played.value, move.uci]);
  // Whatever mates is right.
  const mates = after?.outcome?.reason === 'checkmate';
  if (!mates && !now.moves[played.value.length]?.includes(move.uci)) {
    if (now.isAlsoRight) void judge(now, move, now.isAlsoRight);
    else takeBack(move);
    return;
  }
  goOn(now, move, mates);
}

async function judge(
  now: Exercise,
  move: Move,
  isAlsoRight: NonNullable<Exercise['isAlsoRight']>,
): Promise<void> {
  const looking: Status = { kind: 'looking', move };
  status.value = looking;
  try {
    const isRight = await isAlsoRight(move.uci);
    if (status.peek() !== looking) return; // another exercise, or the solution is shown
    if (isRight) goOn(now, move, true);
    else takeBack(move);
  } catch (error) {
    if (status.peek() === looking) status.value = { kind: 'open' };
    showError(error);
  }
}

function takeBack(move: Move): void {
  isFlawed.value = true;
  wrongMove.value = { after: played.value, move };
  status.value = { kind: 'wrong', move, isOnBoard: true };
  later(millisecondsWrongIsShown, () => {
    status.value = { kind: 'wrong', move, isOnBoard: false };
  });
}

function goOn(now: Exercise, move: Move, isLast: boolean): void {
  played.value = [...played.value, move.uci];
  const reply = now.moves[played.value.length]?.[0];
  if (isLast || !reply) {
    status.value = { kind: 'solved' };
    return;
  }
  status.value = { kind: 'reply' };
  later(millisecondsToReply, () => {
    played.value = [...played.value, reply];
    status.value = { kind: 'open' };
  });
}

/** Ends what is only shown for a while, for a user who answers before it is over. */
export function settle(): void {
  const now = status.value;
  const reply = exercise.value?.moves[played.value.length]?.[0];
  clearTimeout(timer);
  if (now.kind === 'wrong') status.value = { ...now, isOnBoard: false };
  if (now.kind !== 'reply' || !reply) return;
  played.value = [...played.value, reply];
  status.value = { kind: 'open' };
}

/** Plays the rest of the solution on the board, a move at a time. */
export function showSolution(): void {
  const now = exercise.value;
  if (!now || status.value.kind === 'solved') return;
  isStudied.value = !isFlawed.value;
  isFlawed.value = true;
  status.value = { kind: 'shown' };
  const step = () => {
    const move = now.moves[played.value.length]?.[0];
    if (!move) return;
    played.value = [...played.value, move];
    later(millisecondsWrongIsShown, step);
  };
  step();
}

/** The first square of the next right move, for a hint. */
export const hintSquare = computed(
  () => exercise.value?.moves[played.value.length]?.[0]?.slice(0, 2) ?? null,
);
