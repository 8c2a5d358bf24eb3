// The arrows and rings that the user draws during a game, for as long as the page is open: those of a
// position are there again when it is shown again. In the analysis they belong to the moves instead.
import { signal } from '@preact/signals';
import type { Arrow } from './Board';

const all = signal<ReadonlyMap<string, readonly Arrow[]>>(new Map());
const mostKept = 500;

/** `where` names a game and a place in it. */
export const drawnIn = (where: string): readonly Arrow[] => all.value.get(where) ?? [];

/** Draws an arrow, or takes the same one away. */
export function draw(where: string, arrow: Arrow): void {
  const { from, to, kind } = arrow;
  const others = drawnIn(where).filter((one) => one.from !== from || one.to !== to);
  const isThere = drawnIn(where).some(
    (one) => one.from === from && one.to === to && one.kind === kind,
  );
  set(where, isThere ? others : [...others, arrow]);
}

export function erase(where: string): void {
  if (all.peek().has(where)) set(where, []);
}

function set(where: string, arrows: readonly Arrow[]): void {
  const next = new Map(all.peek());
  next.delete(where);
  if (arrows.length > 0) next.set(where, arrows);
  all.value = new Map([...next].slice(-mostKept));
}
