// Announcements for screen readers. The page has one live region for all views (App.tsx).
import type { Position } from 'kibitz';
import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { words } from '../words';

export const announcement = signal('');

/** A repeated text gets a trailing space, so that screen readers notice a change and speak it again. */
export function announce(text: string): void {
  announcement.value = text === announcement.peek() ? `${text}\u00a0` : text;
}

/** "White: knight takes e5, check.": the last move, or that this is the starting position. */
export function lastMoveWords({ moves, turn }: Position): string {
  const last = moves.at(-1);
  if (!last) return `${words.value.theStart}.`;
  return words.value.moveOf(turn === 'white' ? 'black' : 'white', words.value.spoken(last));
}

/**
 * Announces the last move whenever another position is shown, and the result if the game ends there.
 * A position that sets a task is announced by the task alone, once.
 */
export function useSpoken(position: Position | null, ending = '', task = ''): void {
  const shown = position && `${position.start} ${position.moves.map(({ uci }) => uci).join(' ')}`;
  const before = useRef<{ shown: string | null; task: string }>({ shown: null, task: '' });
  useEffect(() => {
    const was = before.current;
    before.current = { shown, task };
    if (!position) return;
    if (task !== was.task && task) return announce(task);
    // The first position of a view is not announced, nor the task's when an attempt is taken back.
    if (was.shown === null || was.shown === shown || (task && position.moves.length === 0)) return;
    announce(`${lastMoveWords(position)} ${ending}`.trim());
  }, [shown, task]);
}
