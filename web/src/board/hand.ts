// The hand over the board: what is selected, dragged and drawn, and what a press, a drag, a release or a click
// makes of it. It knows no page: each function takes the hand and the board under it, and returns the hand as
// it is then and what has been done with it. Which moves there are is for the rules to say.
import type { Move } from 'kibitz';
import type { Arrow, Ink } from './arrow';
import { arrives, movesBetween } from './moves';
import { indexOf, type Planned, reach } from './reach';

/** What the hand can do on a board. */
export interface Table {
  /** 64 letters from a1, as they will be after the premoves; a dot is an empty square. */
  board: string;
  legal: readonly Move[];
  /** The side that may make premoves. */
  premoves: 'white' | 'black' | null;
  planned: readonly Planned[];
  /** Whether a premove may be any, since the rules are missing. */
  isEarly: boolean;
  /** Whether a piece that cannot move may be lifted, to hear why. */
  explains: boolean;
  draws: boolean;
  /** For an editor, in which pieces go anywhere; `holds` means that a click places a piece. */
  free: { holds: boolean } | null;
}

export interface Drag {
  from: string;
  piece: string;
  /** Where it began, in pixels. */
  x: number;
  y: number;
  /** Whether it has gone far enough to be no click. */
  moved: boolean;
  /** By finger: then the piece is shown larger and above it. */
  isTouch: boolean;
}

export interface Hand {
  selected: string | null;
  drag: Drag | null;
  /** The square under the dragged piece. */
  under: string | null;
  /** Where the right button was pressed. */
  drawing: string | null;
  /** A click on the selected piece deselects it, unless it becomes a drag. */
  wasSelected: boolean;
  /** A drag that ends on its own square causes a click, which is to be ignored. */
  ignoresClick: boolean;
  /** The square that a piece was dragged from: it is in its place already and does not slide. */
  dropped: string | null;
}

export const emptyHand: Hand = {
  selected: null,
  drag: null,
  under: null,
  drawing: null,
  wasSelected: false,
  ignoresClick: false,
  dropped: null,
};

/** What has been done, for whoever shows the board. */
export type Act =
  | { kind: 'move'; moves: Move[] }
  | { kind: 'premove'; from: string; to: string }
  | { kind: 'cancelPremoves' }
  /** A piece of the user's was to go where it cannot. */
  | { kind: 'refused'; from: string; to: string }
  | { kind: 'draw'; arrow: Arrow }
  | { kind: 'erase' }
  /** In an editor: a piece is placed, or goes elsewhere; to null, off the board. */
  | { kind: 'put'; square: string }
  | { kind: 'shift'; from: string; to: string | null };

export interface Step {
  hand: Hand;
  acts: Act[];
}

const dragDistance = 5; // pixels; shorter movements are clicks

const isWhite = (piece: string) => piece === piece.toUpperCase();
export const pieceOn = ({ board }: Table, square: string): string => board[indexOf(square)] ?? '.';

const mayPremove = (table: Table, square: string): boolean => {
  const piece = pieceOn(table, square);
  return (
    table.premoves !== null && piece !== '.' && isWhite(piece) === (table.premoves === 'white')
  );
};
const isInReach = ({ board, isEarly }: Table, from: string, to: string): boolean =>
  from !== to && (isEarly || reach(board, indexOf(from)).includes(indexOf(to)));

/** A piece without a legal move can be lifted, too, to hear why it cannot move. */
const isMine = (table: Table, square: string): boolean => {
  const [first] = table.legal;
  const piece = pieceOn(table, square);
  return (
    table.explains &&
    first !== undefined &&
    piece !== '.' &&
    isWhite(piece) === isWhite(first.piece)
  );
};

export const canLift = (table: Table, square: string): boolean =>
  table.free
    ? !table.free.holds && pieceOn(table, square) !== '.'
    : table.legal.some(({ from }) => from === square) ||
      isMine(table, square) ||
      mayPremove(table, square);

/** How the selected piece can go to a square: by a move now, by one ahead, or not at all. */
export function wayTo(
  table: Table,
  selected: string | null,
  square: string,
): 'now' | 'ahead' | null {
  if (selected === null) return null;
  const moves = table.legal.filter(({ from }) => from === selected);
  if (moves.some((move) => arrives(move, square))) return 'now';
  return mayPremove(table, selected) && isInReach(table, selected, square) ? 'ahead' : null;
}

const done = (hand: Hand, ...acts: Act[]): Step => ({ hand, acts });

const cancelled = ({ planned }: Table): Act[] =>
  planned.length > 0 ? [{ kind: 'cancelPremoves' }] : [];

/** What putting a piece on a square means; nothing if it cannot go there. */
function drop(table: Table, from: string, to: string): Act | null {
  if (table.free) return { kind: 'shift', from, to };
  const moves = movesBetween(table.legal, from, to);
  if (moves.length > 0) return { kind: 'move', moves };
  return mayPremove(table, from) && isInReach(table, from, to)
    ? { kind: 'premove', from, to }
    : null;
}

const refusal = (table: Table, from: string, to: string): Act[] =>
  from !== to && isMine(table, from) ? [{ kind: 'refused', from, to }] : [];

export interface Press {
  square: string;
  /** As in a MouseEvent: 0 is the main one, 2 the right one. */
  button: number;
  x: number;
  y: number;
  isTouch: boolean;
}

export function press(before: Hand, table: Table, { square, button, ...at }: Press): Step {
  const hand = { ...before, ignoresClick: false };
  if (button !== 0) {
    const mayDraw = button === 2 && table.draws && table.planned.length === 0;
    return done(mayDraw ? { ...hand, drawing: square } : hand, ...cancelled(table));
  }
  hand.wasSelected = hand.selected === square;
  const isOther = hand.selected !== null && !hand.wasSelected;
  if (!canLift(table, square)) return isOther ? done(hand) : done(hand, { kind: 'erase' });
  // The click will move there.
  if (wayTo(table, hand.selected, square)) return done(hand);
  const drag = { from: square, piece: pieceOn(table, square), moved: false, ...at };
  return done({ ...hand, selected: square, drag });
}

/** The pointer moves, with a piece or without; `under` is the square that it is over. */
export function drag(hand: Hand, at: { x: number; y: number }, under: string | null): Hand {
  const now = hand.drag;
  if (!now) return hand;
  const moved = now.moved || Math.hypot(at.x - now.x, at.y - now.y) > dragDistance;
  const isSame = moved === now.moved && (!moved || under === hand.under);
  return isSame ? hand : { ...hand, drag: moved === now.moved ? now : { ...now, moved }, under };
}

export function release(before: Hand, table: Table, square: string | null): Step {
  const ended = before.drag;
  if (!ended) return done(before);
  const hand = { ...before, drag: null, under: null };
  if (!ended.moved) return done(hand);
  hand.ignoresClick = true;
  hand.selected = null;
  const { from } = ended;
  if (square === null)
    return table.free ? done(hand, { kind: 'shift', from, to: null }) : done(hand);
  if (square === from) return done(hand);
  const act = drop(table, from, square);
  return act ? done({ ...hand, dropped: from }, act) : done(hand, ...refusal(table, from, square));
}

/** The right button is released: an arrow, or a ring. */
export function draw(before: Hand, square: string | null, kind: Ink): Step {
  const from = before.drawing;
  if (from === null) return done(before);
  const hand = { ...before, drawing: null };
  return square === null
    ? done(hand)
    : done(hand, { kind: 'draw', arrow: { from, to: square, kind } });
}

/** The system has taken the pointer: for scrolling, say. */
export const lose = (hand: Hand): Hand => ({ ...hand, drag: null, under: null });

/** The dragged piece goes back: by Escape, or by another button. What follows is no click. */
export const putBack = (hand: Hand): Hand =>
  hand.drag ? { ...lose(hand), selected: null, drawing: null, ignoresClick: true } : hand;

/** A click, also one by keyboard, which no press has come before. */
export function click(hand: Hand, table: Table, square: string, byPointer: boolean): Step {
  if (byPointer && hand.ignoresClick) return done(hand);
  if (byPointer && hand.selected === square && !hand.wasSelected) return done(hand);
  return choose(hand, table, square);
}

function choose(hand: Hand, table: Table, square: string): Step {
  const { selected } = hand;
  if (table.free?.holds) return done(hand, { kind: 'put', square });
  const acts: Act[] = [];
  // A press on another piece of one's own selects that one.
  const isOwn = isMine(table, square) || mayPremove(table, square);
  if (selected !== null && selected !== square && (wayTo(table, selected, square) || !isOwn)) {
    const act = drop(table, selected, square);
    if (act) return done({ ...hand, selected: null }, act);
    acts.push(...refusal(table, selected, square));
  }
  const lifts = canLift(table, square);
  if (!lifts) acts.push(...cancelled(table));
  return done({ ...hand, selected: lifts && square !== selected ? square : null }, ...acts);
}

/** Another position is shown: a piece that was selected on the opponent's turn stays so if it is still there. */
export const follow = (hand: Hand, table: Table): Hand =>
  hand.selected !== null && !canLift(table, hand.selected) ? { ...hand, selected: null } : hand;

/** The position is shown, so the next change slides again. */
export const settle = (hand: Hand): Hand =>
  hand.dropped === null ? hand : { ...hand, dropped: null };
