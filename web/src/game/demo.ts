// An engine line that is played out on the board, apart from the game.
import { computed, effect, signal } from '@preact/signals';
import type { Position } from 'kibitz';
import { current, opened } from './analysis';
import { rules } from './core';
import type { ShownLine } from './review';

export const demo = signal<{ line: ShownLine; shown: number } | null>(null);
const millisecondsBetweenMoves = 900;

let timer: ReturnType<typeof setInterval> | undefined;

export function showLine(line: ShownLine): void {
  demo.value = { line, shown: 0 };
  clearInterval(timer);
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return; // the user steps by hand
  timer = setInterval(() => walkLine(1, false), millisecondsBetweenMoves);
}

/** Steps in the line. A step by hand stops the playback. */
export function walkLine(by: number, byHand = true): void {
  const now = demo.value;
  if (byHand || !now) clearInterval(timer);
  if (!now) return;
  const shown = Math.max(0, Math.min(now.line.san.length, now.shown + by));
  demo.value = { ...now, shown };
  if (shown === now.line.san.length) clearInterval(timer);
}

export function endLine(): void {
  clearInterval(timer);
  demo.value = null;
}

export const demoPosition = computed<Position | null>(() => {
  if (!demo.value || !rules.value) return null;
  const { line, shown } = demo.value;
  return rules.value.position(line.fen, line.uci.slice(0, shown));
});

// Going to another move ends the playback.
effect(() => {
  current.value;
  opened.value;
  endLine();
});
