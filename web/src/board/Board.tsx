// The chess board: a grid that is played on by mouse, touch and keyboard, and that screen readers read.
//
// It knows squares and pictures but no rules; its properties list the legal moves. What a gesture means is in
// hand.ts; here is how it looks.
import type { Move } from 'kibitz';
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { preferences } from '../settings/preferences';
import { words } from '../words';
import type { Arrow } from './arrow';
import { Arrows } from './Arrows';
import * as hands from './hand';
import type { Act, Hand, Table } from './hand';
import { PieceImage } from './pieces';
import { pointer } from './pointer';
import { afterPlanned, indexOf, nameOf, type Planned } from './reach';
import { slidesBetween } from './slides';
import { useHand } from './use-hand';

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
const slideMilliseconds = 160;

/** Moves the focus to the square that had it last. */
export function focusBoard(): void {
  document.querySelector<HTMLElement>(".board [tabindex='0']")?.focus({ preventScroll: true });
}

const tableOf = (props: Props, board: string): Table => ({
  board,
  legal: props.legal,
  premoves: props.premoves ?? null,
  planned: props.planned ?? [],
  isEarly: props.isEarly ?? false,
  explains: props.onRefused !== undefined,
  draws: props.onDraw !== undefined,
  free: props.free ?? null,
});

function perform(props: Props, act: Act): void {
  switch (act.kind) {
    case 'move':
      return props.onMove(act.moves);
    case 'premove':
      return props.onPremove?.(act.from, act.to);
    case 'cancelPremoves':
      return props.onPremoveCancelled?.();
    case 'refused':
      return props.onRefused?.(act.from, act.to);
    case 'draw':
      return props.onDraw?.(act.arrow);
    case 'erase':
      return props.onErase?.();
    case 'put':
      return props.free?.put(act.square);
    case 'shift':
      return props.free?.move(act.from, act.to);
  }
}

export function Board(props: Props): JSX.Element {
  const { flipped, arrows = [], planned = [] } = props;
  const board = afterPlanned(props.board, planned);
  const table = tableOf(props, board);
  const { hand, now, take, grid, ghost, frame } = useHand(table, flipped, (act) =>
    perform(props, act),
  );
  const [focus, setFocus] = useState('e2');
  const boardBefore = useRef(board);
  // The arrow keys move between the squares if the focus came to the board by keyboard. After a click
  // they step through the moves, as in the rest of the page.
  const walks = useRef(true);

  useEffect(() => take({ hand: hands.follow(now(), table), acts: [] }), [board]);
  useLayoutEffect(() => {
    for (const { from, to } of slidesBetween(boardBefore.current, board))
      if (nameOf(from) !== now().dropped) slide(grid.current, from, to, flipped);
    boardBefore.current = board;
    take({ hand: hands.settle(now()), acts: [] });
  }, [board]);
  // Before it is painted, since the user may press Escape as soon as they see it.
  useLayoutEffect(() => {
    if (planned.length === 0) return;
    const key = (event: KeyboardEvent) =>
      event.key === 'Escape' && !event.defaultPrevented && props.onPremoveCancelled?.();
    addEventListener('keydown', key);
    return () => removeEventListener('keydown', key);
  }, [planned]);

  function press(event: PointerEvent, square: string) {
    if (!event.isPrimary) return; // a second finger
    walks.current = false;
    const { button, clientX: x, clientY: y, pointerType } = event;
    if (button === 0) setFocus(square);
    take(hands.press(now(), table, { square, button, x, y, isTouch: pointerType === 'touch' }));
  }

  function key(event: KeyboardEvent) {
    if (event.key === 'Escape') take({ hand: { ...now(), selected: null }, acts: [] });
    const to = walks.current ? neighbour(focus, event.key, flipped) : null;
    if (to === null) return;
    event.preventDefault();
    if (to === focus) return;
    setFocus(to);
    grid.current?.querySelector<HTMLElement>(`[data-square=${to}]`)?.focus();
  }

  return (
    <div class="board" dir="ltr">
      <div
        class={`grid ${preferences.value.dots ? '' : 'without-dots'} ${hand.drag?.moved ? 'dragging' : ''}`}
        role="grid"
        aria-label={props.label ?? words.value.chessBoard}
        ref={grid}
        onKeyDown={key}
        onPointerDown={(event) => onSquare(event, press)}
        onClick={(event) =>
          onSquare(event, (_, square) => {
            // A click by keyboard has no pointer events before it.
            take(hands.click(now(), table, square, event.detail > 0));
          })
        }
        onContextMenu={(event) =>
          (props.premoves || props.onDraw || now().ignoresClick) && event.preventDefault()
        }
        onFocusIn={(event) =>
          onSquare(event, (_, square) => {
            setFocus(square);
            if (!pointer.isActing) walks.current = true;
          })
        }
      >
        <Squares props={props} table={table} hand={hand} focus={focus} />
      </div>
      <Arrows arrows={arrows} flipped={flipped} />
      {hand.drag?.moved && (
        <>
          <div class="landing-frame" ref={frame} aria-hidden="true" />
          <div class="ghost" ref={ghost} aria-hidden="true">
            <PieceImage piece={hand.drag.piece} />
          </div>
        </>
      )}
      {props.children}
    </div>
  );
}

const order = [...Array(8).keys()];

interface SquaresProps {
  props: Props;
  table: Table;
  hand: Hand;
  focus: string;
}

function Squares({ props, table, hand, focus }: SquaresProps) {
  const { flipped } = props;
  const isNamed = preferences.value.coordinates;
  const ranks = flipped ? order : order.toReversed();
  const columns = flipped ? order.toReversed() : order;
  return (
    <>
      {ranks.map((rank, row) => (
        <div role="row" key={rank}>
          {columns.map((file, column) => {
            const square = nameOf(rank * 8 + file);
            const piece = hands.pieceOn(table, square);
            const way = hands.wayTo(table, hand.selected, square);
            const isDragged = hand.drag?.moved && hand.drag.from === square;
            return (
              <button
                key={square}
                type="button"
                role="gridcell"
                class={`square ${(rank + file) % 2 ? 'light' : 'dark'}${marksOf(props, table, hand, square, way)}`}
                data-square={square}
                tabIndex={square === focus ? 0 : -1}
                aria-selected={hand.selected === square}
                aria-label={words.value.square(square, piece, way !== null, props.check === square)}
              >
                {piece !== '.' && !isDragged && <PieceImage piece={piece} />}
                {column === 0 && isNamed && <span class="rank-name" data-name={rank + 1} />}
                {row === 7 && isNamed && <span class="file-name" data-name={files[file]} />}
              </button>
            );
          })}
        </div>
      ))}
    </>
  );
}

/** The classes of a square for what is going on there. */
function marksOf(
  { last, check }: Props,
  table: Table,
  hand: Hand,
  square: string,
  way: 'now' | 'ahead' | null,
): string {
  const isEndOf = ({ from, to }: Planned) => from === square || to === square;
  const marks: [string, boolean][] = [
    ['last', last !== undefined && isEndOf(last)],
    ['premove', table.planned.some(isEndOf)],
    ['selected', hand.selected === square],
    [hands.pieceOn(table, square) === '.' ? 'target' : 'capture', way !== null],
    ['ahead', way === 'ahead'],
    ['check', check === square],
    ['movable', hands.canLift(table, square)],
  ];
  return marks.map(([name, isThere]) => (isThere ? ` ${name}` : '')).join('');
}

/** The square that an arrow key leads to, the same at the edge; null for another key. */
function neighbour(square: string, key: string, flipped: boolean): string | null {
  const turn = flipped ? -1 : 1;
  const steps: Record<string, [number, number]> = {
    ArrowLeft: [-turn, 0],
    ArrowRight: [turn, 0],
    ArrowUp: [0, turn],
    ArrowDown: [0, -turn],
  };
  const step = steps[key];
  if (!step) return null;
  const at = indexOf(square);
  const [file, rank] = [(at % 8) + step[0], Math.floor(at / 8) + step[1]];
  return file < 0 || file > 7 || rank < 0 || rank > 7 ? square : nameOf(rank * 8 + file);
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
