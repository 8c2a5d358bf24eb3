// What is said to those who do not see the board. The page has one place for it (App.tsx), which screen
// readers speak as it changes, whatever view is shown.
import type { Position } from 'kibitz';
import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { words } from '../words';

export const announcement = signal('');

/** The same words again are spoken again: to the reader, a space makes them others. */
export function say(text: string): void {
  announcement.value = text === announcement.peek() ? `${text}\u00a0` : text;
}

/** "White: knight takes e5, check." The move that led to a position, or that none did. */
export function lastMoveWords({ moves, turn }: Position): string {
  const last = moves.at(-1);
  if (!last) return `${words.value.theStart}.`;
  return words.value.moveOf(turn === 'white' ? 'black' : 'white', words.value.spoken(last));
}

/** Speaks the move that leads to each position that comes to be shown, and how the game ends there. */
export function useSpoken(position: Position | null, ending = ''): void {
  const shown = position && `${position.start} ${position.moves.map(({ uci }) => uci).join(' ')}`;
  const before = useRef<string | null>(null);
  useEffect(() => {
    // What is there when one comes is not news.
    if (position && before.current !== null) say(`${lastMoveWords(position)} ${ending}`.trim());
    before.current = shown;
  }, [shown]);
}
