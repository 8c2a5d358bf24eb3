// The hand over a board on the page: passes on to hand.ts what pointer and keyboard do, and shows the dragged
// piece where the pointer is.
import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Ink } from './arrow';
import * as hands from './hand';
import type { Act, Hand, Step, Table } from './hand';

// Of a square's size.
const ghostSize = { mouse: 1, touch: 1.8 };
const ghostLift = 0.9; // by finger

/** As on other boards: shift, control and alt change the colour. */
const inkOf = ({ shiftKey, ctrlKey, altKey }: MouseEvent): Ink =>
  altKey ? (shiftKey || ctrlKey ? 'yellow' : 'blue') : shiftKey || ctrlKey ? 'red' : 'green';

const squareAt = ({ clientX, clientY }: MouseEvent): string | null =>
  document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-square]')?.dataset
    .square ?? null;

const underMark = 'data-under';

const isAlikeButUnder = (a: Hand, b: Hand): boolean =>
  (Object.keys(b) as (keyof Hand)[]).every((part) => part === 'under' || a[part] === b[part]);

export interface Held {
  hand: Hand;
  /** The hand without waiting for the next render: a quick drag is over before it. */
  now: () => Hand;
  take: (step: Step) => void;
  grid: RefObject<HTMLDivElement | null>;
  ghost: RefObject<HTMLDivElement | null>;
}

export function useHand(table: Table, perform: (act: Act) => void): Held {
  const [hand, show] = useState(hands.emptyHand);
  const now = useRef(hand);
  const latest = useRef({ table, perform });
  latest.current = { table, perform };
  const grid = useRef<HTMLDivElement>(null);
  const ghost = useRef<HTMLDivElement>(null);
  const pointer = useRef<PointerEvent | null>(null);

  function set(next: Hand): void {
    const before = now.current;
    if (next === before) return;
    now.current = next;
    if (next.under !== before.under) markUnder(next.under);
    if (!isAlikeButUnder(before, next)) show(next);
  }
  /** The square under a dragged piece changes often: it is marked without drawing all squares anew. */
  function markUnder(square: string | null): void {
    const marked = grid.current?.querySelector(`[${underMark}]`);
    marked?.removeAttribute(underMark);
    if (square) grid.current?.querySelector(`[data-square=${square}]`)?.setAttribute(underMark, '');
  }
  function take({ hand: next, acts }: Step): void {
    set(next);
    acts.forEach((act) => latest.current.perform(act));
  }

  /** How large the dragged piece is, and how far above a finger; measured once, since measuring takes time. */
  const ghostRoom = useRef({ size: 0, lift: 0 });
  function placeGhost(): void {
    const at = pointer.current;
    if (!ghost.current || !at) return;
    const { size, lift } = ghostRoom.current;
    ghost.current.style.transform = `translate(${at.clientX - size / 2}px, ${at.clientY - size / 2 - lift}px)`;
  }
  function beginGhost(): void {
    if (!ghost.current || !grid.current) return;
    const isTouch = now.current.drag?.isTouch ?? false;
    const square = grid.current.clientWidth / 8;
    const size = square * ghostSize[isTouch ? 'touch' : 'mouse'];
    ghostRoom.current = { size, lift: isTouch ? square * ghostLift : 0 };
    ghost.current.style.width = ghost.current.style.height = `${size}px`;
    placeGhost();
  }
  useLayoutEffect(beginGhost, [hand.drag?.moved]);

  useEffect(() => {
    const move = (event: PointerEvent) => {
      if (!now.current.drag || !event.isPrimary) return;
      pointer.current = event;
      set(hands.drag(now.current, { x: event.clientX, y: event.clientY }, squareAt(event)));
      placeGhost();
    };
    const release = (event: PointerEvent) => {
      if (now.current.drag && event.isPrimary)
        take(hands.release(now.current, latest.current.table, squareAt(event)));
      if (now.current.drawing !== null)
        take(hands.draw(now.current, event.button === 2 ? squareAt(event) : null, inkOf(event)));
    };
    const lose = () => set(hands.lose(now.current));
    const putBack = (event: Event) => {
      if (!now.current.drag) return;
      set(hands.putBack(now.current));
      event.preventDefault();
    };
    const escapeKey = (event: KeyboardEvent) => event.key === 'Escape' && putBack(event);
    const otherButton = (event: MouseEvent) => event.button !== 0 && putBack(event);
    addEventListener('pointermove', move);
    addEventListener('pointerup', release);
    addEventListener('pointercancel', lose);
    addEventListener('keydown', escapeKey, true);
    addEventListener('mousedown', otherButton);
    return () => {
      removeEventListener('pointermove', move);
      removeEventListener('pointerup', release);
      removeEventListener('pointercancel', lose);
      removeEventListener('keydown', escapeKey, true);
      removeEventListener('mousedown', otherButton);
    };
  }, []);

  return { hand, now: () => now.current, take, grid, ghost };
}
