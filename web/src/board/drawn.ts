// The arrows and rings that the user draws during a game, kept in this browser: those of a position are there
// again when it is shown again. In the analysis they belong to the moves instead.
import { signal } from '@preact/signals';
import { type Arrow, inks } from './arrow';
import { isText, load, onSavedElsewhere, save } from '../settings/storage';

const mostKept = 500;

const isArrow = (value: unknown): value is Arrow => {
  const { from, to, kind } = (value ?? {}) as Partial<Arrow>;
  return [from, to].every(isSquare) && (inks as readonly unknown[]).includes(kind);
};
const isSquare = (value: unknown) => isText(value) && /^[a-h][1-8]$/.test(value);
const isDrawn = (value: unknown): value is [string, Arrow[]][] =>
  Array.isArray(value) &&
  value.every(
    (entry) =>
      Array.isArray(entry) &&
      isText(entry[0]) &&
      Array.isArray(entry[1]) &&
      entry[1].every(isArrow),
  );
const stored = () => new Map<string, readonly Arrow[]>(load('drawn', isDrawn) ?? []);

const all = signal<ReadonlyMap<string, readonly Arrow[]>>(stored());
onSavedElsewhere('drawn', () => (all.value = stored()));

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
  save('drawn', [...all.value]);
}
