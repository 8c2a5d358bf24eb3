// What the page asks of the library's worker, and the answers.
import type { Color, Fate, Fault } from 'kibitz';
import type { ListedGame } from 'kibitz/database';
import type { PlayedMove } from '../game/results';
import type { Side } from './own-moves';
import type { KeptReview } from './record';
import type { OwnPosition } from './repertoire';
import type { Query } from './search';
import type { Statistics } from './statistics';
import type { StoredGame } from './store';

/** A game in the list. */
export interface Row extends Omit<ListedGame, 'number'> {
  id: number;
  /** The user's. */
  side: Color | null;
}

export interface Page {
  games: Row[];
  /** How many games match. */
  found: number;
  /** Whether all games were looked at. */
  complete: boolean;
}

export interface Imported {
  added: number;
  /** Games that were there already. */
  known: number;
  /** Games without a move, which are not kept. */
  without: number;
  /** How many games there were of each fate; together they are all. */
  fates: Record<Fate, number>;
  /** The first of those that were not read as they stand there. */
  notes: ImportNote[];
}

/** A game that was repaired, cut or refused, with the first reason. */
export interface ImportNote {
  fate: Fate;
  white: string;
  black: string;
  /** What was read of it. */
  pgn: string;
  error: string;
  fault?: Fault | undefined;
}

/** A game that was deleted; one that was stored by itself as it was. */
export interface Removed {
  id: number;
  stored: StoredGame | null;
}

export interface Requests {
  find: { args: [query: Query, names: string[], most: number]; answer: Page };
  statistics: { args: [names: string[]]; answer: Statistics };
  ownMoves: {
    args: [position: { fen: string; turn: Color }, side: Side, names: string[]];
    answer: PlayedMove[];
  };
  /** The user's openings. */
  repertoire: { args: [names: string[]]; answer: OwnPosition[] };
  import: { args: [source: Blob[] | string]; answer: Imported };
  addPlayed: { args: [pgn: string, origin: string, side: Color | null]; answer: unknown };
  /** Keeps a review with the games that have these moves: so many, to this last position. */
  addReview: {
    args: [plies: number, last: { name: string; fen: string }, review: KeptReview];
    answer: unknown;
  };
  pgn: { args: [id: number]; answer: string };
  /** Answers what restores the game. */
  remove: { args: [id: number]; answer: Removed };
  restore: { args: [removed: Removed]; answer: unknown };
  exportAll: { args: []; answer: Blob };
  clear: { args: []; answer: unknown };
}

export type Verb = keyof Requests;

export type Request = { [V in Verb]: { id: number; verb: V; args: Requests[V]['args'] } }[Verb];

/**
 * `full`: the browser has no more room. `unavailable`: it stores nothing here, as in private windows.
 * `badQuery`: what is asked for makes no sense; the message names the field first.
 */
export type ErrorCode = 'full' | 'unavailable' | 'badQuery' | 'other';

export type Reply =
  | { id: number; answer: unknown }
  | { id: number; error: { code: ErrorCode; message: string } }
  /** How much of an import has been read, from 0 to 1, and how many games were added. */
  | { id: number; progress: { share: number; games: number } }
  /** Another tab has changed the library. */
  | { changed: true };
