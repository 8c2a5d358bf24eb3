// The state of a game of the arena, derived from its events alone.
import { other, type GameEvent, type GameMove, type Side } from './protocol';

type Start = Extract<GameEvent, { type: 'start' }>;
type End = Extract<GameEvent, { type: 'end' }>;

export interface Course {
  start: Start;
  moves: GameMove[];
  toMove: Side;
  /** The times left at `since`. The clock of the side to move runs, unless the game is paused or over. */
  clocks: [number, number];
  since: number;
  connected: [boolean, boolean];
  paused: boolean;
  drawOffer: Side | null;
  /** Who asks to take their last move back. */
  takebackAsked: Side | null;
  /** Who has asked for that since the last move: once is enough. */
  askedHere: [boolean, boolean];
  /** How often moves were taken back. */
  takebacks: number;
  /** How often each side has given the other time. */
  gifts: [number, number];
  chat: { player: string; text: string }[];
  end: End | null;
}

export function courseOf(events: readonly GameEvent[]): Course | null {
  const [start] = events;
  if (start?.type !== 'start') return null;
  const course: Course = {
    start,
    moves: [],
    toMove: start.setup.fen?.split(' ')[1] === 'b' ? 1 : 0,
    clocks: start.clocks,
    since: start.time,
    connected: [true, true],
    paused: false,
    drawOffer: null,
    takebackAsked: null,
    askedHere: [false, false],
    takebacks: 0,
    gifts: [0, 0],
    chat: [],
    end: null,
  };
  for (const event of events) {
    course.clocks = event.clocks;
    course.since = event.time;
    switch (event.type) {
      case 'move':
        course.moves.push(event.move);
        course.toMove = other(event.side);
        // A move declines the opponent's offer.
        if (course.drawOffer === other(event.side)) course.drawOffer = null;
        forgetTakeback(course);
        break;
      case 'takebackAsked':
        course.takebackAsked = event.side;
        course.askedHere[event.side] = true;
        break;
      case 'takebackDeclined':
        course.takebackAsked = null;
        break;
      case 'takenBack':
        course.moves.splice(-event.plies);
        if (event.plies % 2 === 1) course.toMove = other(course.toMove);
        course.drawOffer = null;
        course.takebacks += 1;
        forgetTakeback(course);
        break;
      case 'timeGiven':
        course.gifts[event.side] += 1;
        break;
      case 'drawOffered':
        course.drawOffer = event.side;
        break;
      case 'drawDeclined':
        course.drawOffer = null;
        break;
      case 'connected':
        course.connected[event.side] = true;
        break;
      case 'disconnected':
        course.connected[event.side] = false;
        break;
      case 'paused':
        course.paused = true;
        course.connected = [false, false];
        break;
      case 'resumed':
        course.paused = false;
        break;
      case 'chat':
        course.chat.push(event);
        break;
      case 'end':
        course.end = event;
        course.drawOffer = null;
        course.takebackAsked = null;
    }
  }
  return course;
}

/** A request is about the position that there was. */
function forgetTakeback(course: Course): void {
  course.takebackAsked = null;
  course.askedHere = [false, false];
}

/** Where nothing is at stake, the players may agree to take moves back and give each other time. */
export const isCasual = ({ rated, contest, classic }: Course['start']): boolean =>
  !rated && !contest && !classic;

/** Whether the side has a move to take back: its own, or the one before the opponent's reply. */
export const hasMoved = ({ moves, toMove }: Course, side: Side): boolean =>
  moves.length > (toMove === side ? 1 : 0);

/** The time that each side has left at a moment of the server's clock. */
export function clocksAt(course: Course, time: number): [number, number] {
  const clocks: [number, number] = [...course.clocks];
  if (!course.paused && !course.end)
    clocks[course.toMove] = Math.max(0, clocks[course.toMove] - Math.max(0, time - course.since));
  return clocks;
}
