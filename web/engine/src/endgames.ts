// Endgames of few men: tables that are computed where they are needed, drills made of them, and what the
// tables say. Computing takes seconds, so a page has this in a worker.
import { compile, Instance } from './module.js';

/** What ends a drill well; see EndgameDrill. */
export type EndgameGoal = 'mate' | 'promotion' | 'capture' | 'hold';

export interface EndgameDrill {
  /** Such as `queen` or `bishop-and-knight`. */
  id: string;
  /**
   * Mate always ends a win; so does a promotion or a capture of the other side's man after which the win
   * is still there, where that is the goal. `hold` is a draw.
   */
  goal: EndgameGoal;
}

/** What a position is worth to the side to move, or a move to who makes it: plies to mate, 0 in a draw. */
export interface EndgameVerdict {
  result: 'win' | 'draw' | 'loss';
  plies: number;
}

export interface EndgameMove extends EndgameVerdict {
  uci: string;
}

export interface EndgameLook extends EndgameVerdict {
  moves: EndgameMove[];
  /** Best play of both sides, in UCI notation. In a draw, each move leaves the other side few that hold it. */
  best: string[];
}

export class Endgames {
  private constructor(private readonly instance: Instance) {}

  static async load(
    url = new URL('../wasm/kibitz-endgames.wasm', import.meta.url),
  ): Promise<Endgames> {
    return new Endgames(await Instance.make(await compile(url)));
  }

  /** From easy to hard, and for how many moves a draw is to be held. */
  drills(): { drills: EndgameDrill[]; hold: number } {
    return this.instance.call('kibitz_endgame_drills');
  }

  /** Computes at most so many of the tables that a drill needs; returns how many are still missing. */
  prepare(id: string, most: number): number {
    return this.instance.call<{ missing: number }>('kibitz_endgame_prepare', id, most).missing;
  }

  /** A position to begin with, as a FEN; another for each seed, a whole number. */
  start(id: string, seed: number): string {
    return this.instance.call<{ fen: string }>('kibitz_endgame_start', id, seed).fen;
  }

  /** What the tables say of a position, with at most so many best moves; the seed chooses among equals. */
  look(fen: string, most: number, seed: number): EndgameLook {
    return this.instance.call('kibitz_endgame_look', fen, most, seed);
  }
}
