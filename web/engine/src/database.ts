// A person's own games in the format of a database (docs/game-database.md), in memory, and questions about
// them. Who has it stores the bytes of its segments; a search takes some time, so a page has this in a worker.
import { compile, Instance, type Fault } from './module.js';
import type { Color, Fate } from './rules.js';

/** What is asked for, by the names of the fields that `kibitz serve` understands; nothing for what is not set. */
export type GameFields = Record<string, string | number | boolean | undefined>;

/** A game in a list. */
export interface ListedGame {
  /** Counted from 1, those of the segments first. */
  number: number;
  white: string;
  black: string;
  whiteElo: number | null;
  blackElo: number | null;
  result: string;
  /** "2024.05.??"; empty if it is not known. */
  date: string;
  event: string;
  eco: string;
  opening: string;
  plies: number;
}

/** How games ended for the side that moves. */
export interface ReplyTally {
  games: number;
  wins: number;
  draws: number;
  losses: number;
  /** The mean of the side. */
  rating: number | null;
  performance: number | null;
  /** "2024.05.??"; empty if it is not known. */
  last: string;
}

/** How the person's games ended. */
export interface OwnTally {
  won: number;
  drawn: number;
  lost: number;
}

export interface OwnResults {
  /** Of anybody. */
  games: number;
  own: Record<Color, OwnTally>;
  /** By the opening's family and the person's side, the most frequent first. */
  openings: ({ opening: string; side: Color } & OwnTally)[];
  /** The name that most imported games have in common; empty if there is none. */
  likelyName: string;
}

/** A position of an opening in which the person has a usual move; moves in the notation of UCI. */
export interface UsualMove {
  /** The position's name. */
  position: string;
  path: string[];
  move: string;
  others: string[];
  games: number;
  times: number;
}

/** A game that was not read as it stands there. */
export interface ReadNote {
  fate: Fate;
  white: string;
  black: string;
  pgn: string;
  error?: string;
  fault?: Fault;
  repairs?: { error: string; fault?: Fault }[];
}

export interface ImportCount {
  added: number;
  /** Games that were there already. */
  known: number;
  /** Games without a move, which are not kept. */
  without: number;
  fates: Record<Fate, number>;
  /** Those that are new. */
  notes: ReadNote[];
}

/** A segment to be stored. */
export interface ReadySegment {
  /** Its place, from 0; one that is there is replaced. */
  at: number;
  games: number;
  bytes: Uint8Array<ArrayBuffer>;
}

/** The side of a person in a game that came by itself; `by_names` if it was not played here. */
export type KeptSide = Color | 'nobody' | 'by_names';

/** What a game is to the person. */
export interface OwnGame {
  /** Theirs. */
  side?: Color | 'both';
  /** How it ended for them. */
  outcome?: 'won' | 'drawn' | 'lost' | '';
  /** Their names. */
  names?: readonly string[];
}

const fieldsText = (fields: GameFields): string => {
  const set = Object.entries(fields).filter(([, value]) => value !== undefined && value !== '');
  return new URLSearchParams(set.map(([name, value]) => [name, String(value)])).toString();
};
const lines = (names: readonly string[]) => names.join('\n');

export class OwnGames {
  private constructor(private readonly instance: Instance) {}

  static async load(
    url = new URL('../wasm/kibitz-database.wasm', import.meta.url),
  ): Promise<OwnGames> {
    return new OwnGames(await Instance.make(await compile(url)));
  }

  clear(): void {
    this.instance.call('kibitz_games_clear');
  }

  /** The bytes of the segment at that place, or of one more. */
  put(at: number, bytes: Uint8Array): void {
    this.instance.callWithBytes('kibitz_games_put', bytes, at);
  }

  /** Deletes a game of a segment, or restores it; both are counted from 0. */
  hide(segment: number, game: number, isHidden: boolean): void {
    this.instance.call('kibitz_games_hide', segment, game, isHidden ? 1 : 0);
  }

  /** Adds a game that is stored by itself; returns its place among these, null if the text has none. */
  keep(pgn: string, side: KeptSide): number | null {
    return this.instance.call<{ place: number | null }>('kibitz_games_keep', pgn, side).place;
  }

  /** Takes such a game out again. */
  drop(place: number): void {
    this.instance.call('kibitz_games_drop', place);
  }

  /**
   * The games that are wanted, as `api/games/NAME/find` of a server answers; of equal ones the last first.
   * @param who a piece of a player's or the event's name
   */
  find(
    fields: GameFields,
    who = '',
    { side = 'both', outcome = '', names = [] }: OwnGame = {},
  ): { found: number; games: ListedGame[]; complete: boolean } {
    const text = fieldsText(fields);
    return this.instance.call('kibitz_games_find', text, who, side, outcome, lines(names));
  }

  /** What was played in a position, as `api/games/NAME/tree`; with a side in the person's games with it. */
  tree(
    fields: GameFields,
    side: Color | 'both' = 'both',
    names: readonly string[] = [],
  ): { moves: (ReplyTally & { uci: string; san: string })[]; total: ReplyTally } {
    return this.instance.call('kibitz_games_tree', fieldsText(fields), side, lines(names));
  }

  results(names: readonly string[]): OwnResults {
    return this.instance.call('kibitz_games_results', lines(names));
  }

  /** What the person usually plays in positions that come up in several of their games. */
  openings(names: readonly string[]): UsualMove[] {
    return this.instance.call<{ positions: UsualMove[] }>('kibitz_games_openings', lines(names))
      .positions;
  }

  /** The games that end in a position after so many moves of both sides. */
  ending(fen: string, plies: number): Pick<ListedGame, 'number' | 'white' | 'black'>[] {
    return this.instance.call<{ games: ListedGame[] }>('kibitz_games_ending', fen, plies).games;
  }

  /** At most so many games from a number on as PGN; `next` is 0 behind the last one. */
  pgn(from: number, most: number): { pgn: string; next: number } {
    return this.instance.call('kibitz_games_pgn', from, most);
  }

  /** The English names of all openings. */
  openingNames(): string[] {
    return this.instance.call<{ names: string[] }>('kibitz_games_opening_names').names;
  }

  /**
   * Begins to read games, into segments of so many. With `moves` they come from another store and are added
   * also where they are known. Segments that get ready are to be stored, by readySegment() and
   * segmentStored(), before a question is asked or anything else is changed.
   */
  beginImport(gamesOfSegment: number, moves = false): void {
    this.instance.call('kibitz_games_import_begin', gamesOfSegment, moves ? 1 : 0);
  }

  /** The next bytes of a text, in whatever characters it is written. */
  importBytes(bytes: ArrayBuffer | Uint8Array): ImportCount {
    return this.instance.callWithBytes('kibitz_games_import_bytes', bytes);
  }

  /** The end of a text; another may follow. */
  endText(): ImportCount {
    return this.instance.call('kibitz_games_import_end_text');
  }

  /** No more texts come. */
  finishImport(): ImportCount {
    return this.instance.call('kibitz_games_import_finish');
  }

  /** What is to be stored next, if anything is. */
  readySegment(): ReadySegment | null {
    const { at, games, address, size } = this.instance.call<{
      at?: number;
      games?: number;
      address?: number;
      size?: number;
    }>('kibitz_games_import_next');
    if (at === undefined) return null;
    return { at, games: games!, bytes: this.instance.bytesAt(address!, size!) };
  }

  /** That segment is stored: its games are found from now on. */
  segmentStored(): void {
    this.instance.call('kibitz_games_import_stored');
  }

  /** The import is over or given up: what is not stored is forgotten. */
  closeImport(): void {
    this.instance.call('kibitz_games_import_close');
  }
}
