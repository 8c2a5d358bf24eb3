// The hand over a board on the page: passes on to hand.ts what pointer and keyboard do, and shows the dragged
// piece where the pointer is.
import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Ink } from './arrow';
import * as hands from './hand';
import type { Act, Hand, Step, Table } from './hand';
import { indexOf, nameOf } from './reach';

// Of a square's size.
const ghostSize = { mouse: 1, touch: 1.8 };
const ghostLift = 0.9; // by finger

/** As on other boards: shift, control and alt change the colour. */
const inkOf = ({ shiftKey, ctrlKey, altKey }: MouseEvent): Ink =>
  altKey ? (shiftKey || ctrlKey ? 'yellow' : 'blue') : shiftKey || ctrlKey ? 'red' : 'green';

const squareAt = ({ clientX, clientY }: MouseEvent): string | null =>
  document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-square]')?.dataset
    .square ?? null;

/** Where a board is on the page: to ask the browser for the element under a pointer takes time at each move of it. */
interface Place {
  left: number;
  top: number;
  side: number; // of a square
}

/** The square at a point; null beside the board. */
function squareOf(
  { left, top, side }: Place,
  flipped: boolean,
  { clientX, clientY }: MouseEvent,
): string | null {
  const [column, row] = [Math.floor((clientX - left) / side), Math.floor((clientY - top) / side)];
  if (Math.min(column, row) < 0 || Math.max(column, row) > 7) return null;
  return nameOf(flipped ? 7 - column + 8 * row : column + 8 * (7 - row));
}

/** Where a square begins, in squares from the left upper corner. */
function cornerOf(square: string, flipped: boolean): [number, number] {
  const [file, rank] = [indexOf(square) % 8, Math.floor(indexOf(square) / 8)];
  return flipped ? [7 - file, rank] : [file, 7 - rank];
}

const isAlikeButUnder = (a: Hand, b: Hand): boolean =>
  (Object.keys(b) as (keyof Hand)[]).every((part) => part === 'under' || a[part] === b[part]);

export interface Held {
  hand: Hand;
  /** The hand without waiting for the next render: a quick drag is over before it. */
  now: () => Hand;
  take: (step: Step) => void;
  grid: RefObject<HTMLDivElement | null>;
  /** The dragged piece. */
  ghost: RefObject<HTMLDivElement | null>;
  /** The frame around the square on which it would land. */
  frame: RefObject<HTMLDivElement | null>;
}

export function useHand(table: Table, flipped: boolean, perform: (act: Act) => void): Held {
  const [hand, show] = useState(hands.emptyHand);
  const now = useRef(hand);
  const latest = useRef({ table, flipped, perform });
  latest.current = { table, flipped, perform };
  const grid = useRef<HTMLDivElement>(null);
  const ghost = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const place = useRef<Place | null>(null);
  const pointer = useRef<PointerEvent | null>(null);

  function set(next: Hand): void {
    const before = now.current;
    if (next === before) return;
    now.current = next;
    if (next.under !== before.under) placeFrame();
    if (!isAlikeButUnder(before, next)) show(next);
  }
  /** The square under a dragged piece changes often: the frame is moved without drawing any square anew. */
  function placeFrame(): void {
    const square = now.current.under;
    if (!frame.current) return;
    frame.current.hidden = square === null;
    if (square === null) return;
    const [column, row] = cornerOf(square, latest.current.flipped);
    frame.current.style.transform = `translate(${100 * column}%, ${100 * row}%)`;
  }
  /** The board is measured once a drag, and anew if the page is scrolled or its size changes meanwhile. */
  function squareUnder(event: MouseEvent): string | null {
    if (!place.current && grid.current) {
      const { left, top, width } = grid.current.getBoundingClientRect();
      place.current = { left, top, side: width / 8 };
    }
    return place.current && squareOf(place.current, latest.current.flipped, event);
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
    // What the pointer is over need not be found out at each of its moves.
    const held = now.current.drag && pointer.current;
    if (held) grid.current.setPointerCapture(held.pointerId);
    const isTouch = now.current.drag?.isTouch ?? false;
    const square = grid.current.clientWidth / 8;
    const size = square * ghostSize[isTouch ? 'touch' : 'mouse'];
    ghostRoom.current = { size, lift: isTouch ? square * ghostLift : 0 };
    ghost.current.style.width = ghost.current.style.height = `${size}px`;
    placeGhost();
    placeFrame();
  }
  useLayoutEffect(beginGhost, [hand.drag?.moved]);

  useEffect(() => {
    const move = (event: PointerEvent) => {
      if (!now.current.drag || !event.isPrimary) return;
      pointer.current = event;
      set(hands.drag(now.current, { x: event.clientX, y: event.clientY }, squareUnder(event)));
      placeGhost();
    };
    const release = (event: PointerEvent) => {
      if (now.current.drag && event.isPrimary)
        take(hands.release(now.current, latest.current.table, squareUnder(event)));
      if (now.current.drawing !== null)
        take(hands.draw(now.current, event.button === 2 ? squareAt(event) : null, inkOf(event)));
    };
    const measureAgain = () => (place.current = null);
    const lose = () => set(hands.lose(now.current));
    const putBack = (event: Event) => {
      if (!now.current.drag) return;
      set(hands.putBack(now.current));
      event.preventDefault();
    };
    const escapeKey = (event: KeyboardEvent) => event.key === 'Escape' && putBack(event);
    const noMenu = (event: Event) => event.preventDefault();
    const otherButton = (event: MouseEvent) => {
      if (event.button === 0 || !now.current.drag) return;
      putBack(event);
      // The menu would come where the piece was let go, on the board or beside it.
      if (event.button === 2) addEventListener('contextmenu', noMenu, { once: true });
    };
    addEventListener('pointermove', move);
    addEventListener('pointerdown', measureAgain, true);
    addEventListener('scroll', measureAgain, true);
    addEventListener('resize', measureAgain);
    addEventListener('pointerup', release);
    addEventListener('pointercancel', lose);
    addEventListener('keydown', escapeKey, true);
    addEventListener('mousedown', otherButton);
    return () => {
      removeEventListener('pointermove', move);
      removeEventListener('pointerdown', measureAgain, true);
      removeEventListener('scroll', measureAgain, true);
      removeEventListener('resize', measureAgain);
      removeEventListener('pointerup', release);
      removeEventListener('pointercancel', lose);
      removeEventListener('keydown', escapeKey, true);
      removeEventListener('mousedown', otherButton);
    };
  }, []);

  return { hand, now: () => now.current, take, grid, ghost, frame };
}
