// The rules of chess: positions, moves in any notation, games as trees, PGN. All of it is the C++
// library's; here it has types.
import { compile, Instance } from './module.js';

export { KibitzError } from './module.js';

export type Color = 'white' | 'black';

/** A legal move, or one that was played, with all that is to show and say about it. */
export interface Move {
  uci: string;
  san: string;
  /** As FEN writes it: N is a white knight, n a black one. */
  piece: string;
  from: string;
  /** Where the piece arrives, the king in castling. */
  to: string;
  /** Of castling: where the rook stands, on which the king may be dropped, too. */
  rook?: string;
  castling?: 'kingside' | 'queenside';
  captured?: string;
  promotion?: 'q' | 'r' | 'b' | 'n';
}

/** A man on its square; the letter as FEN writes it. */
export interface Man {
  square: string;
  piece: string;
}

export type MotifKind =
  | 'back rank'
  | 'hanging'
  | 'double check'
  | 'discovered check'
  | 'fork'
  | 'skewer'
  | 'discovered attack'
  | 'pin'
  | 'removes defender'
  | 'overloaded'
  | 'trapped';

/** Why a line wins: which man does what to which others. */
export interface Motif {
  kind: MotifKind;
  by: Man;
  on: Man[];
}

/** What a position is judged by: the groups of terms of the classical evaluation. */
export type Ground =
  | 'material'
  | 'piece squares'
  | 'pawns'
  | 'passed pawns'
  | 'mobility'
  | 'pieces'
  | 'threats'
  | 'king'
  | 'space'
  | 'tempo';

/** What a line does for the side that begins it. */
export interface Explanation {
  /** The most telling first. */
  motifs: Motif[];
  /** The men it takes, and what they are worth more than what is taken from it. */
  takes: Man[];
  centipawns: number;
  /** The most valuable man that this amounts to. */
  wins: Man | null;
  /** Centipawns at its end, for the side that begins it and for the other. */
  standing: Record<Ground, [number, number]>;
}

export interface Outcome {
  result: '1-0' | '0-1' | '1/2-1/2';
  reason: string;
}

export interface Position {
  start: string;
  fen: string;
  /** 64 letters from a1, b1 to h8; a dot is an empty square. */
  board: string;
  turn: Color;
  ply: number;
  /** The square of the king in check. */
  check: string | null;
  moves: Move[];
  legal: Move[];
  outcome: Outcome | null;
  /** The draw that the side to move can claim. */
  claim: string | null;
  /** Who could still win if the other side's time ran out. */
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
  /** After a null move, which no line of play can hold: where play goes on. */
  fen?: string;
  nags?: number[];
  before?: string;
  comment?: string;
  centipawns?: number;
  mate?: number;
  clock?: number;
}

export interface Tree {
  start: string;
  result: string;
  tags: Record<string, string>;
  /** Parents come before their children; the first is the start. */
  nodes: TreeNode[];
}

export interface GameEntry {
  game: number;
  tags: Record<string, string>;
  /** Why reading ended before the game did. */
  error?: string;
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

  /** The move that a text means, as somebody typed it. */
  readMove(start: string, moves: readonly string[], text: string): Move {
    return this.instance.call('kibitz_read_move', start, moves.join(' '), text);
  }

  /** A line of thought in SAN, up to the first move that cannot be played. */
  lineSan(fen: string, moves: readonly string[]): string[] {
    return this.instance.call<{ san: string[] }>('kibitz_line_san', fen, moves.join(' ')).san;
  }

  /** What makes a line win for the side to move. */
  explain(fen: string, line: readonly string[]): Explanation {
    return this.instance.call('kibitz_motifs', fen, line.join(' '));
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
  /** Plays a move after a node; its node, which was there before if the move was. */
  play(node: number, move: string): number {
    return this.instance.call<{ node: number }>('kibitz_game_play', this.number, node, move).node;
  }
  /** Removes a node and all that follows. */
  remove(node: number): void {
    this.instance.call('kibitz_game_remove', this.number, node);
  }
  /** One place up among the moves from its position. */
  promote(node: number): void {
    this.instance.call('kibitz_game_promote', this.number, node);
  }
  makeMainLine(node: number): void {
    this.instance.call('kibitz_game_main_line', this.number, node);
  }
  /** The text; commands in it such as [%eval 0.25] replace the values the node had, others stay. */
  comment(node: number, text: string): void {
    this.instance.call('kibitz_game_comment', this.number, node, text);
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
