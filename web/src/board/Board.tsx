// The chess board: a grid that is played on by mouse, touch and keyboard, and that screen readers read.
//
// It knows squares and pictures but no rules; its properties list the legal moves.
import type { Move } from 'kibitz';
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { arrives, movesBetween } from './moves';
import { preferences } from '../settings/preferences';
import { words } from '../words';
import { pointer } from './pointer';
import { afterPlanned, indexOf, type Planned, reach } from './reach';
import { shapesOf } from './sets';
import { slidesBetween } from './slides';

/** The colours in which the user draws. */
export type Ink = 'green' | 'red' | 'blue' | 'yellow';

/** An arrow, or a ring around a square if both ends are the same. */
export interface Arrow {
  from: string;
  to: string;
  kind: 'best' | 'other' | 'bad' | Ink;
}

interface Props {
  /** 64 letters from a1; a dot is an empty square. */
  board: string;
  flipped: boolean;
  legal: readonly Move[];
  last?: { from: string; to: string } | undefined;
  check?: string | null;
  arrows?: readonly Arrow[];
  /** The side that may make premoves. */
  premoves?: 'white' | 'black' | null;
  /** The premoves that are made already, in their order. */
  planned?: readonly Planned[];
  /** Whether a premove may be any, since nobody knows yet whether it is a move: the rules are missing. */
  isEarly?: boolean;
  onMove: (moves: Move[]) => void;
  onPremove?: (from: string, to: string) => void;
  onPremoveCancelled?: () => void;
  /** The user tried to move their piece where it cannot go. */
  onRefused?: (from: string, to: string) => void;
  /** The user drew an arrow or a ring with the right mouse button. */
  onDraw?: (drawn: Arrow) => void;
  /** The user pressed a square that has nothing to move: what was drawn may go. */
  onErase?: () => void;
  label?: string;
  /** Shown over the board. */
  children?: ComponentChildren;
  /** For an editor, in which pieces can be placed and moved freely. */
  free?: {
    /** Whether a piece is selected, which a click places on a square. */
    holds: boolean;
    put: (square: string) => void;
    /** To null: off the board. */
    move: (from: string, to: string | null) => void;
  };
}

const files = 'abcdefgh';
const dragDistance = 5; // pixels; shorter movements are clicks
const slideMilliseconds = 160;

const nameOf = (index: number) => `${files[index % 8]}${Math.floor(index / 8) + 1}`;
const isWhite = (piece: string) => piece === piece.toUpperCase();

/** Moves the focus to the square that had it last. */
export function focusBoard(): void {
  document.querySelector<HTMLElement>(".board [tabindex='0']")?.focus({ preventScroll: true });
}

/** The shapes of the pieces, which the page must contain once. */
export function Shapes(): JSX.Element {
  const shapes = shapesOf(preferences.value.pieces, words.value.letters);
  return (
    <svg
      class="shapes"
      aria-hidden="true"
      dangerouslySetInnerHTML={{ __html: `<defs>${shapes}</defs>` }}
    />
  );
}

export function PieceImage({ piece }: { piece: string }): JSX.Element {
  return (
    <svg
      class={`piece ${isWhite(piece) ? 'white' : 'black'}`}
      viewBox="5 5 90 90"
      aria-hidden="true"
    >
      <use href={`#kibitz-${piece.toLowerCase()}`} />
    </svg>
  );
}

interface Drag {
  from: string;
  piece: string;
  x: number;
  y: number;
  moved: boolean;
  /** By finger: then the piece is shown larger and above it. */
  isTouch: boolean;
}

// Of a square's size.
const ghostSize = { mouse: 1, touch: 1.8 };
const ghostLift = 0.9; // by finger

/** As on other boards: shift, control and alt change the colour. */
const inkOf = ({ shiftKey, ctrlKey, altKey }: MouseEvent): Ink =>
  altKey ? (shiftKey || ctrlKey ? 'yellow' : 'blue') : shiftKey || ctrlKey ? 'red' : 'green';

const squareAt = ({ clientX, clientY }: MouseEvent) =>
  document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-square]') ?? null;

export function Board(props: Props): JSX.Element {
  const { flipped, legal, last, check, arrows = [], planned = [], free } = props;
  const board = afterPlanned(props.board, planned);
  const [selected, setSelected] = useState<string | null>(null);
  const [focus, setFocus] = useState('e2');
  const [drag, setDrag] = useState<Drag | null>(null);
  const dragging = useRef<Drag | null>(null); // `drag`, without waiting for the next render
  const grid = useRef<HTMLDivElement>(null);
  const ghost = useRef<HTMLDivElement>(null);
  /** The square under the dragged piece. */
  const [under, setUnder] = useState<string | null>(null);
  /** Where the right button was pressed. */
  const drawing = useRef<string | null>(null);
  // A click on the selected piece deselects it, unless it becomes a drag.
  const wasSelected = useRef(false);
  // A drag that ends on its own square causes a click, which is to be ignored.
  const suppressClick = useRef(false);

  // The square that a piece was dragged from: it is in its place already and does not slide.
  const dropped = useRef<string | null>(null);
  const boardBefore = useRef(board);
  // The arrow keys move between the squares if the focus came to the board by keyboard. After a click
  // they step through the moves, as in the rest of the page.
  const walks = useRef(true);

  // A piece that was selected on the opponent's turn stays selected if it is still there.
  useEffect(() => setSelected((now) => (now && canLift(now) ? now : null)), [board]);
  useLayoutEffect(() => {
    for (const { from, to } of slidesBetween(boardBefore.current, board))
      if (nameOf(from) !== dropped.current) slide(grid.current, from, to, flipped);
    boardBefore.current = board;
    dropped.current = null;
  }, [board]);

  const pieceOn = (square: string) => board[indexOf(square)] ?? '.';
  const targets = legal.filter(({ from }) => from === selected);
  const isTarget = (square: string) =>
    targets.some((move) => arrives(move, square)) ||
    (selected !== null && mayPremove(selected) && isInReach(selected, square));
  const isInReach = (from: string, to: string) =>
    from !== to && (props.isEarly || reach(board, indexOf(from)).includes(indexOf(to)));
  const mayPremove = (square: string) => {
    const piece = pieceOn(square);
    return (
      props.premoves != null && piece !== '.' && isWhite(piece) === (props.premoves === 'white')
    );
  };
  // A piece without a legal move can be lifted, too, to hear why it cannot move.
  const isMine = (square: string) =>
    props.onRefused !== undefined &&
    legal[0] !== undefined &&
    pieceOn(square) !== '.' &&
    isWhite(pieceOn(square)) === isWhite(legal[0].piece);
  const canLift = (square: string) =>
    free
      ? !free.holds && pieceOn(square) !== '.'
      : legal.some(({ from }) => from === square) || isMine(square) || mayPremove(square);

  function drop(from: string, to: string): boolean {
    if (free) {
      free.move(from, to);
      setSelected(null);
      return true;
    }
    const moves = movesBetween(legal, from, to);
    if (moves.length > 0) props.onMove(moves);
    else if (mayPremove(from) && isInReach(from, to)) props.onPremove?.(from, to);
    else {
      if (from !== to && isMine(from)) props.onRefused?.(from, to);
      return false;
    }
    setSelected(null);
    return true;
  }

  function choose(square: string) {
    if (free?.holds) return free.put(square);
    // A press on another piece of one's own selects that one.
    const isOther = selected && selected !== square;
    const isOwn = isMine(square) || mayPremove(square);
    if (isOther && (isTarget(square) || !isOwn) && drop(selected, square)) return;
    if (!canLift(square)) cancelPremoves();
    setSelected(square !== selected && canLift(square) ? square : null);
  }

  const cancelPremoves = () => planned.length > 0 && props.onPremoveCancelled?.();
  // Before it is painted, since the user may press Escape as soon as they see it.
  useLayoutEffect(() => {
    if (planned.length === 0) return;
    const key = (event: KeyboardEvent) =>
      event.key === 'Escape' && !event.defaultPrevented && cancelPremoves();
    addEventListener('keydown', key);
    return () => removeEventListener('keydown', key);
  }, [planned]);

  function press(event: PointerEvent, square: string) {
    if (!event.isPrimary) return; // a second finger
    suppressClick.current = false;
    walks.current = false;
    if (event.button !== 0) {
      if (event.button === 2 && props.onDraw && planned.length === 0) drawing.current = square;
      return cancelPremoves();
    }
    setFocus(square);
    wasSelected.current = selected === square;
    if (selected && selected !== square && !canLift(square)) return; // the click will move there
    if (!canLift(square)) return props.onErase?.();
    if (selected && isTarget(square)) return;
    setSelected(square);
    show({
      from: square,
      piece: pieceOn(square),
      x: event.clientX,
      y: event.clientY,
      moved: false,
      isTouch: event.pointerType === 'touch',
    });
  }

  const show = (next: Drag | null) => {
    dragging.current = next;
    setDrag(next);
  };
  const latestDrop = useRef(drop);
  latestDrop.current = drop;
  const latestFree = useRef(free);
  latestFree.current = free;
  const latestDraw = useRef(props.onDraw);
  latestDraw.current = props.onDraw;

  // A quick drag is over before the first render, so it must not depend on one.
  useEffect(() => {
    const place = (event: PointerEvent) => {
      if (!ghost.current || !grid.current) return;
      const isTouch = dragging.current?.isTouch ?? false;
      const square = grid.current.clientWidth / 8;
      const size = square * ghostSize[isTouch ? 'touch' : 'mouse'];
      const lift = isTouch ? square * ghostLift : 0;
      ghost.current.style.width = ghost.current.style.height = `${size}px`;
      ghost.current.style.transform = `translate(${event.clientX - size / 2}px, ${event.clientY - size / 2 - lift}px)`;
      setUnder(squareAt(event)?.dataset.square ?? null);
    };
    const move = (event: PointerEvent) => {
      const now = dragging.current;
      if (!now || !event.isPrimary) return;
      if (!now.moved && Math.hypot(event.clientX - now.x, event.clientY - now.y) > dragDistance)
        show({ ...now, moved: true });
      place(event);
    };
    const up = (event: PointerEvent) => {
      const ended = dragging.current;
      if (!ended || !event.isPrimary) return;
      show(null);
      setUnder(null);
      if (!ended.moved) return;
      const to = squareAt(event)?.dataset.square;
      dropped.current = ended.from;
      if (!to) latestFree.current?.move(ended.from, null);
      if (!to || to === ended.from || !latestDrop.current(ended.from, to)) {
        dropped.current = null;
        setSelected(null);
      }
      suppressClick.current = true;
    };
    const cancel = () => {
      show(null);
      setUnder(null);
    };
    /** The piece goes back: by Escape, or by another button. What follows is no click. */
    const putBack = (event: Event) => {
      if (!dragging.current) return;
      cancel();
      setSelected(null);
      suppressClick.current = true;
      drawing.current = null;
      event.preventDefault();
    };
    const escapeKey = (event: KeyboardEvent) => event.key === 'Escape' && putBack(event);
    const otherButton = (event: MouseEvent) => event.button !== 0 && putBack(event);
    const draw = (event: PointerEvent) => {
      const from = drawing.current;
      drawing.current = null;
      const to = from && event.button === 2 && squareAt(event)?.dataset.square;
      if (to) latestDraw.current?.({ from, to, kind: inkOf(event) });
    };
    addEventListener('pointermove', move);
    addEventListener('pointerup', up);
    addEventListener('pointercancel', cancel);
    addEventListener('keydown', escapeKey, true);
    addEventListener('mousedown', otherButton);
    addEventListener('pointerup', draw);
    return () => {
      removeEventListener('pointermove', move);
      removeEventListener('pointerup', up);
      removeEventListener('pointercancel', cancel);
      removeEventListener('keydown', escapeKey, true);
      removeEventListener('mousedown', otherButton);
      removeEventListener('pointerup', draw);
    };
  }, []);

  function click(event: MouseEvent, square: string) {
    // A click by keyboard has no pointer events before it.
    const byPointer = event.detail > 0;
    if (byPointer && suppressClick.current) return;
    if (byPointer && selected === square && !wasSelected.current) return;
    choose(square);
  }

  function key(event: KeyboardEvent) {
    if (event.key === 'Escape') setSelected(null);
    if (!walks.current) return;
    const at = indexOf(focus);
    const turn = flipped ? -1 : 1;
    const steps: Record<string, [number, number]> = {
      ArrowLeft: [-turn, 0],
      ArrowRight: [turn, 0],
      ArrowUp: [0, turn],
      ArrowDown: [0, -turn],
    };
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    const file = (at % 8) + step[0];
    const rank = Math.floor(at / 8) + step[1];
    if (file < 0 || file > 7 || rank < 0 || rank > 7) return;
    const square = nameOf(rank * 8 + file);
    setFocus(square);
    grid.current?.querySelector<HTMLElement>(`[data-square=${square}]`)?.focus();
  }

  const isNamed = preferences.value.coordinates;
  const order = [...Array(8).keys()];
  const ranks = flipped ? order : order.toReversed();
  const columns = flipped ? order.toReversed() : order;

  return (
    <div class="board" dir="ltr">
      <div
        class={`grid ${preferences.value.dots ? '' : 'without-dots'}`}
        role="grid"
        aria-label={props.label ?? words.value.chessBoard}
        ref={grid}
        onKeyDown={key}
        onPointerDown={(event) => onSquare(event, press)}
        onClick={(event) => onSquare(event, click)}
        onContextMenu={(event) =>
          (props.premoves || props.onDraw || suppressClick.current) && event.preventDefault()
        }
        onFocusIn={(event) =>
          onSquare(event, (_, square) => {
            setFocus(square);
            if (!pointer.isActing) walks.current = true;
          })
        }
      >
        {ranks.map((rank, row) => (
          <div role="row" key={rank}>
            {columns.map((file, column) => {
              const square = nameOf(rank * 8 + file);
              const piece = pieceOn(square);
              const canGo = isTarget(square);
              const classes = ['square', (rank + file) % 2 ? 'light' : 'dark'];
              if (last && (last.from === square || last.to === square)) classes.push('last');
              if (planned.some(({ from, to }) => from === square || to === square))
                classes.push('premove');
              if (selected === square) classes.push('selected');
              if (canGo) classes.push(piece === '.' ? 'target' : 'capture');
              if (canGo && targets.length === 0) classes.push('ahead');
              if (check === square) classes.push('check');
              if (under === square) classes.push('under');
              if (canLift(square)) classes.push('movable');
              const dragged = drag?.moved && drag.from === square;
              return (
                <button
                  key={square}
                  type="button"
                  role="gridcell"
                  class={classes.join(' ')}
                  data-square={square}
                  tabIndex={square === focus ? 0 : -1}
                  aria-selected={selected === square}
                  aria-label={words.value.square(square, piece, canGo, check === square)}
                >
                  {piece !== '.' && !dragged && <PieceImage piece={piece} />}
                  {column === 0 && isNamed && <span class="rank-name" data-name={rank + 1} />}
                  {row === 7 && isNamed && <span class="file-name" data-name={files[file]} />}
                </button>
              );
            })}
          </div>
        ))}
      </div>
      <Arrows arrows={arrows} flipped={flipped} />
      {drag?.moved && (
        <div class="ghost" ref={ghost} aria-hidden="true">
          <PieceImage piece={drag.piece} />
        </div>
      )}
      {props.children}
    </div>
  );
}

/** One listener serves all squares; two hundred of them would delay the first paint. */
function onSquare<Event extends UIEvent>(
  event: Event,
  act: (event: Event, square: string) => void,
): void {
  const element =
    event.target instanceof Element ? event.target.closest<HTMLElement>('[data-square]') : null;
  if (element) act(event, element.dataset.square!);
}

/** Lets a piece come from the square on which it stood before. */
function slide(grid: HTMLElement | null, from: number, to: number, flipped: boolean): void {
  const square = grid?.querySelector<HTMLElement>(`[data-square=${nameOf(to)}]`);
  const piece = square?.querySelector('.piece');
  if (!square || !piece || !preferences.value.slides) return;
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const turn = flipped ? -100 : 100;
  const x = ((from % 8) - (to % 8)) * turn;
  const y = (Math.floor(to / 8) - Math.floor(from / 8)) * turn;
  const timing = { duration: slideMilliseconds, easing: 'ease-out' };
  piece.animate([{ transform: `translate(${x}%, ${y}%)` }, { transform: 'none' }], timing);
  square.animate([{ zIndex: 2 }, { zIndex: 2 }], timing); // above the squares it crosses
}

function Arrows({ arrows, flipped }: { arrows: readonly Arrow[]; flipped: boolean }) {
  const middle = (square: string): [number, number] => {
    const index = indexOf(square);
    const x = index % 8;
    const y = 7 - Math.floor(index / 8);
    return flipped ? [7.5 - x, 7.5 - y] : [x + 0.5, y + 0.5];
  };
  return (
    <svg class="arrows" viewBox="0 0 8 8" aria-hidden="true">
      {arrows.map(({ from, to, kind }) => {
        const [x1, y1] = middle(from);
        if (from === to)
          return <circle class={`ring ${kind}`} key={`${from}${kind}`} cx={x1} cy={y1} r="0.44" />;
        const [x2, y2] = middle(to);
        const length = Math.hypot(x2 - x1, y2 - y1);
        const neck = (length - 0.42) / length;
        const [nx, ny] = [x1 + (x2 - x1) * neck, y1 + (y2 - y1) * neck];
        const [px, py] = [((y2 - y1) / length) * 0.24, (-(x2 - x1) / length) * 0.24];
        return (
          <g class={`arrow ${kind}`} key={`${from}${to}${kind}`}>
            <line x1={x1} y1={y1} x2={nx} y2={ny} />
            <polygon points={`${x2},${y2} ${nx + px},${ny + py} ${nx - px},${ny - py}`} />
          </g>
        );
      })}
    </svg>
  );
}
