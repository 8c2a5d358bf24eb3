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
    }
  }
  return course;
}

/** The time that each side has left at a moment of the server's clock. */
export function clocksAt(course: Course, time: number): [number, number] {
  const clocks: [number, number] = [...course.clocks];
  if (!course.paused && !course.end)
    clocks[course.toMove] = Math.max(0, clocks[course.toMove] - Math.max(0, time - course.since));
  return clocks;
}
