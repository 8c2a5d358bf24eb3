// The rules of chess: positions, moves in any notation, game trees, PGN. The C++ library does all of
// it; this file gives it types.
import { scoreWord } from './limits.js';
import { compile, Instance, type Fault } from './module.js';
import type { ScoredLine } from './port.js';

export { KibitzError, type Fault } from './module.js';

export type Color = 'white' | 'black';

/** A legal or played move, with everything needed to show and describe it. */
export interface Move {
  uci: string;
  san: string;
  /** The letter as in a FEN: N is a white knight, n a black one. */
  piece: string;
  from: string;
  /** The target square; in castling that of the king. */
  to: string;
  /** In castling, the square of the rook; the king may also be dropped there. */
  rook?: string;
  castling?: 'kingside' | 'queenside';
  captured?: string;
  promotion?: 'q' | 'r' | 'b' | 'n';
  gives?: 'check' | 'mate';
}

/** A piece on its square; the letter is that of a FEN. */
export interface PlacedPiece {
  square: string;
  piece: string;
}

export type Mark = '' | 'inaccuracy' | 'mistake' | 'blunder';

/** What a move cost: the mover's winning chances in percent before and after it, and centipawns. */
export interface Judgement {
  before: number;
  after: number;
  loss: number;
  mark: Mark;
}

export interface SideSummary {
  moves: number;
  /** In percent; null for a side that did not move. */
  accuracy: number | null;
  /** In centipawns a move. */
  averageLoss: number;
  inaccuracies: number;
  mistakes: number;
  blunders: number;
}

export interface Judgements extends Record<Color, SideSummary> {
  moves: Judgement[];
}

export interface Outcome {
  result: '1-0' | '0-1' | '1/2-1/2';
  reason: string;
}

/** Why a piece cannot go to a square. */
export interface Obstacle {
  kind:
    | 'shape'
    | 'own piece'
    | 'blocked'
    | 'pawn captures'
    | 'pawn ahead'
    | 'pinned'
    | 'in check'
    | 'king attacked'
    | 'castling in check'
    | 'castling lost'
    | 'castling attacked';
  /** The square of the piece that is in the way, pins, gives check or attacks. */
  by: string | null;
}

export interface Position {
  start: string;
  fen: string;
  /** 64 letters from a1, b1 to h8; a dot is an empty square. */
  board: string;
  /** Ten hexadecimal digits that are the same wherever this position arises; other positions have others. */
  name: string;
  turn: Color;
  ply: number;
  /** The square of the king in check. */
  check: string | null;
  moves: Move[];
  legal: Move[];
  outcome: Outcome | null;
  /** The draw that the side to move can claim. */
  claim: string | null;
  /** Whether each side could still mate if the other ran out of time. */
  canWin: Record<Color, boolean>;
  opening: { eco: string; name: string } | null;
}

export interface TreeNode {
  id: number;
  parent?: number;
  children: number[];
  ply?: number;
  uci?: string;
  san?: string;
  /** After a null move, which no list of moves can contain: the position from which play goes on. */
  fen?: string;
  nags?: number[];
  before?: string;
  comment?: string;
  centipawns?: number;
  mate?: number;
  clock?: number;
  /** Circles and arrows, as [%csl] and [%cal] write them: "Ge4", "Rd1h5". */
  marks?: string[];
}

export interface Tree {
  start: string;
  result: string;
  tags: Record<string, string>;
  /** Parents come before their children; the first is the start. */
  nodes: TreeNode[];
}

/**
 * How a game came through the reader: as it stands there; with repairs; up to a move that cannot be;
 * or not at all, as its start is no position.
 */
export type Fate = 'read' | 'repaired' | 'cut' | 'refused';

/** Something that was read another way than it stands there, or kept as a comment. */
export interface Repair {
  error: string;
  fault: Fault;
}

export interface GameEntry {
  game: number;
  tags: Record<string, string>;
  fate: Fate;
  repairs?: Repair[];
  /** Why the rest of the game could not be read. */
  error?: string;
  fault?: Fault;
}

/** A game of an imported PGN. Its moves are those of the main line. */
export interface ImportedGame {
  tags: Record<string, string>;
  result: string;
  opening: { eco: string; name: string } | null;
  /** In UCI, up to the first that is none, such as a null move. */
  moves: string[];
  /** The name of the start, and of the position after each of the moves. */
  positions: string[];
  /** The whole game, with variations and comments. */
  pgn: string;
  /** Half-moves of the main line, null moves included. */
  plies: number;
  fate: Fate;
  repairs?: Repair[];
  /** Why the rest of the game could not be read. */
  error?: string;
  fault?: Fault;
}

export class Rules {
  private constructor(private readonly instance: Instance) {}

  static async load(url = new URL('../wasm/kibitz-rules.wasm', import.meta.url)): Promise<Rules> {
    return new Rules(await Instance.make(await compile(url)));
  }

  /**
   * The position after moves, in UCI or SAN.
   * @param start a FEN, '' for the usual start, or 'chess960 N'
   */
  position(start: string, moves: readonly string[] = []): Position {
    return this.instance.call('kibitz_position', start, moves.join(' '));
  }

  /** The move that a typed text means. */
  readMove(start: string, moves: readonly string[], text: string): Move {
    return this.instance.call('kibitz_read_move', start, moves.join(' '), text);
  }

  /** Why the side to move cannot move from one square to the other; null if it can. */
  obstacle(start: string, moves: readonly string[], from: string, to: string): Obstacle | null {
    const found = this.instance.call<{ obstacle: Obstacle | null }>(
      'kibitz_obstacle',
      start,
      moves.join(' '),
      from,
      to,
    );
    return found.obstacle;
  }

  /** The squares of the pieces, of both sides, that attack a square, also where they could not go there. */
  attackers(fen: string, square: string): string[] {
    return this.instance.call<{ attackers: string[] }>('kibitz_attackers', fen, square).attackers;
  }

  /** A line in SAN, up to the first move that cannot be played. */
  lineSan(fen: string, moves: readonly string[]): string[] {
    return this.instance.call<{ san: string[] }>('kibitz_line_san', fen, moves.join(' ')).san;
  }

  /**
   * Judges the moves of a game by an engine's lines.
   * @param lines the best one in each position from the start on, one more than there are moves
   */
  judge(start: string, moves: readonly string[], lines: readonly ScoredLine[]): Judgements {
    return this.instance.call(
      'kibitz_judge',
      start,
      moves.join(' '),
      lines.map(scoreWord).join(' '),
      lines.map(({ pv }) => pv[0] ?? '-').join(' '),
    );
  }

  /** The names of the openings that legal moves lead to; null where there is no name for it. */
  openingsAfter(fen: string, moves: readonly string[]): (string | null)[] {
    return this.instance.call<{ names: (string | null)[] }>(
      'kibitz_openings_after',
      fen,
      moves.join(' '),
    ).names;
  }

  /** A picture. Options: black, dark, plain, arrow:e2e4, ring:e4. */
  svg(start: string, moves: readonly string[] = [], options = ''): string {
    return this.instance.call<{ svg: string }>('kibitz_svg', start, moves.join(' '), options).svg;
  }

  newGame(start = ''): Game {
    return new Game(
      this.instance,
      this.instance.call<{ game: number }>('kibitz_game_new', start).game,
    );
  }

  /** The games of a PGN text, at most 500 of them. */
  readGames(pgn: string): { games: GameEntry[]; more: boolean } {
    return this.instance.call('kibitz_game_read', pgn);
  }

  /** Begins to read a PGN of any length, piece by piece. There is one such import at a time. */
  beginImport(): void {
    this.instance.call('kibitz_import_begin');
  }

  /** Reads the next piece; returns the games that are complete. */
  importText(piece: string): ImportedGame[] {
    return this.instance.call<{ games: ImportedGame[] }>('kibitz_import_text', piece).games;
  }

  /** Reads the next bytes of a file, in whatever characters it is written. */
  importBytes(piece: ArrayBuffer): ImportedGame[] {
    return this.instance.callWithBytes<{ games: ImportedGame[] }>('kibitz_import_bytes', piece)
      .games;
  }

  /** The text of a file: UTF-8, UTF-16 or CP1252. */
  textOf(bytes: ArrayBuffer): string {
    return this.instance.callWithBytes<{ text: string }>('kibitz_text', bytes).text;
  }

  /** Ends the text; returns the games that its end completes. */
  finishImport(): ImportedGame[] {
    return this.instance.call<{ games: ImportedGame[] }>('kibitz_import_finish').games;
  }

  game(entry: GameEntry): Game {
    return new Game(this.instance, entry.game);
  }
}

/** A game's tree. Node 0 is its start. */
export class Game {
  constructor(
    private readonly instance: Instance,
    private readonly number: number,
  ) {}

  tree(): Tree {
    return this.instance.call('kibitz_game_show', this.number);
  }
  pgn(): string {
    return this.instance.call<{ pgn: string }>('kibitz_game_pgn', this.number).pgn;
  }
  /** Plays a move after a node and returns its node, which may exist already. */
  play(node: number, move: string): number {
    return this.instance.call<{ node: number }>('kibitz_game_play', this.number, node, move).node;
  }
  /** Removes a node and all that follows. */
  remove(node: number): void {
    this.instance.call('kibitz_game_remove', this.number, node);
  }
  /** Moves a node one place up among its siblings. */
  promote(node: number): void {
    this.instance.call('kibitz_game_promote', this.number, node);
  }
  makeMainLine(node: number): void {
    this.instance.call('kibitz_game_main_line', this.number, node);
  }
  /** Sets the comment. Commands in it such as [%eval 0.25] replace the node's values; others stay. */
  comment(node: number, text: string): void {
    this.instance.call('kibitz_game_comment', this.number, node, text);
  }
  /** Sets the circles and arrows, such as "Ge4" and "Rd1h5" (green, red, yellow, blue). */
  marks(node: number, marks: readonly string[]): void {
    this.instance.call('kibitz_game_marks', this.number, node, marks.join(' '));
  }
  nags(node: number, nags: readonly number[]): void {
    this.instance.call('kibitz_game_nags', this.number, node, nags.join(' '));
  }
  tag(name: string, value: string): void {
    this.instance.call('kibitz_game_tag', this.number, name, value);
  }
  result(result: string): void {
    this.instance.call('kibitz_game_result', this.number, result);
  }
  close(): void {
    this.instance.call('kibitz_game_close', this.number);
  }
}
