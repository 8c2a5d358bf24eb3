// The review of a game: what each move cost, and why.
//
// A score becomes a winning chance, and a move is judged by how much of that chance it gave away
// (https://lichess.org/page/accuracy).
import type { Color, Explanation, Game, Info, Position, Rules, TreeNode } from 'kibitz';
import { effect, signal, untracked } from '@preact/signals';
import { rules, theEngine } from './core';
import { gameAccuracy } from './accuracy';
import { ask } from './questions';
import { analysing, annotate, current, nodes, opened, reviewing, tree } from './analysis';
import { chance } from './score';
import { announce } from './speech';
import { isTexts, load, save } from './storage';
import { words } from '../words';

export type Verdict = 'inaccuracy' | 'mistake' | 'blunder';

/** An engine line with what it achieves. */
export interface ExplainedLine {
  /** The position before its first move. */
  fen: string;
  uci: string[];
  san: string[];
  why: Explanation;
  /** Moves to mate, if it mates. */
  mate: number | null;
  /** Why the game is already over in that position, if it is. */
  ends: string | null;
}

export interface Judged {
  node: number;
  ply: number;
  uci: string;
  san: string;
  /** White's winning chance after the move, in percent. */
  white: number;
  /** The winning chance of the side that moved, before and after, in percent. */
  had: number;
  left: number;
  verdict: Verdict | null;
  /** What would have been better, and what punishes the move. */
  better: ExplainedLine;
  punishment: ExplainedLine;
}

export interface Review {
  moves: Judged[];
  accuracy: { white: number; black: number };
}

export const review = signal<Review | null>(null);
// A game that is opened has no review yet, unless it is the one that was reviewed last.
effect(() => {
  if (opened.value) review.value = untracked(lastReview);
});

/** The side that the user played in the reviewed game, if it is known. */
export const reviewedSide = signal<Color | null>(null);
effect(() => {
  if (opened.value) reviewedSide.value = null;
});

/** The move that gave away most of the winning chances, of one side or of both. */
export function worstMove(moves: readonly Judged[], side: Color | null): Judged | undefined {
  const isTheirs = ({ ply }: Judged) => side === null || (ply % 2 === 0) === (side === 'white');
  return moves
    .filter((judged) => judged.verdict && isTheirs(judged))
    .toSorted((a, b) => b.had - b.left - (a.had - a.left))[0];
}

export const nodesPerMove = 120_000;
const pliesShown = 8;
const nags: Record<Verdict, number> = { inaccuracy: 6, mistake: 2, blunder: 4 };
/** The glyphs of the PGN standard that judge a move: $1 (!) to $6 (?!), $7 and $8 (forced, only), $9 (worst). */
const judgesMove = (nag: number) => nag >= 1 && nag <= 9;
export function verdictOf(drop: number): Verdict | null {
  if (drop >= 20) return 'blunder';
  if (drop >= 10) return 'mistake';
  return drop >= 5 ? 'inaccuracy' : null;
}

type Best = Pick<Info, 'centipawns' | 'mate' | 'pv'>;

interface Searched {
  position: Position;
  best: Best;
}

/** A review as it is stored: the engine's best line before and after every move. */
interface Found {
  start: string;
  moves: string[];
  best: Best[];
}

const isBestLine = (value: unknown): value is Best => {
  const { centipawns = 0, mate = 0, pv } = (value ?? {}) as Partial<Best>;
  return typeof centipawns === 'number' && typeof mate === 'number' && isTexts(pv);
};
const isFound = (value: unknown): value is Found => {
  const { start, moves, best } = (value ?? {}) as Partial<Found>;
  return (
    typeof start === 'string' &&
    isTexts(moves) &&
    Array.isArray(best) &&
    best.length === moves.length + 1 &&
    best.every(isBestLine)
  );
};

/** The engine's best line after some moves. A position in which the game is over is not searched. */
async function search(
  rules: Rules,
  start: string,
  moves: string[],
  wanted: () => boolean,
): Promise<Searched | null> {
  const position = rules.position(start, moves);
  if (position.outcome) {
    const lost = position.outcome.result !== '1/2-1/2';
    return { position, best: lost ? { mate: 0, pv: [] } : { centipawns: 0, pv: [] } };
  }
  const answer = await ask({ start, moves, what: () => ({ nodes: nodesPerMove }), wanted });
  return answer && { position, best: { ...answer, pv: answer.pv ?? [answer.move] } };
}

/** The winning chance of the side that makes a move, after it, in percent. */
export async function chanceAfter(fen: string, move: string): Promise<number> {
  const searched = await search(rules.value!, fen, [move], () => true);
  return searched ? 100 - chance(searched.best) : 100;
}

function mainLine(): TreeNode[] {
  const line: TreeNode[] = [];
  for (
    let id = nodes.value.get(0)?.children[0];
    id !== undefined;
    id = nodes.value.get(id)?.children[0]
  )
    line.push(nodes.value.get(id)!);
  return line;
}

/** Reviews the main line of the open game, and then shows the worst mistake of the user's side. */
export async function startReview(side: Color | null = null): Promise<void> {
  analysing.value = false;
  reviewedSide.value = side;
  reviewing.value = 0;
  announce(words.value.reviewing);
  const game = opened.value;
  try {
    const engine = await theEngine();
    const known = rules.value;
    const start = tree.value?.start;
    const line = mainLine();
    if (!known || start === undefined || line.length === 0) return;
    review.value = null;
    engine.newGame();
    const moves = line.map(({ uci }) => uci!);
    const found: Searched[] = [];
    // The user may stop the review or open another game.
    const wanted = () => reviewing.value !== null && opened.value === game;
    for (let ply = 0; ply <= moves.length; ++ply) {
      const searched = await search(known, start, moves.slice(0, ply), wanted);
      if (!searched || !wanted()) return;
      found.push(searched);
      reviewing.value = ply / moves.length;
    }
    review.value = concluded(known, line, found);
    const { white, black } = review.value.accuracy;
    announce(words.value.reviewed(Math.round(white), Math.round(black)));
    save('review', { start, moves, best: found.map(({ best }) => best) } satisfies Found);
    const judged = review.value.moves;
    annotate((open) => {
      for (const { node, verdict } of judged) if (verdict) mark(open, node, verdict);
    });
    const worst = worstMove(judged, side);
    if (worst) current.value = worst.node;
  } finally {
    reviewing.value = null;
  }
}

/** Keeps the author's own judgement of a move and all other glyphs. */
function mark(game: Game, node: number, verdict: Verdict): void {
  const given = nodes.value.get(node)?.nags ?? [];
  if (!given.some(judgesMove)) game.nags(node, [nags[verdict], ...given]);
}

function concluded(known: Rules, line: TreeNode[], found: Searched[]): Review {
  const moves = line.map((node, i) => judge(known, node, found[i]!, found[i + 1]!));
  const chances = found.map(({ position, best }) =>
    position.turn === 'white' ? chance(best) : 100 - chance(best),
  );
  return { moves, accuracy: gameAccuracy(chances, found[0]!.position.turn) };
}

/** The stored review, if it belongs to the open game. */
function lastReview(): Review | null {
  const known = rules.value;
  const line = mainLine();
  const found = load('review', isFound);
  if (!known || !found || found.start !== tree.value?.start) return null;
  if (found.moves.join() !== line.map(({ uci }) => uci).join()) return null;
  try {
    const searched = found.best.map((best, ply) => ({
      position: known.position(found.start, found.moves.slice(0, ply)),
      best,
    }));
    const isPlayable = ({ position, best: { pv } }: Searched) =>
      known.lineSan(position.fen, pv).length === pv.length;
    return searched.every(isPlayable) ? concluded(known, line, searched) : null;
  } catch {
    return null; // the stored moves cannot be played
  }
}

function judge(known: Rules, node: TreeNode, before: Searched, after: Searched): Judged {
  const had = chance(before.best);
  const left = 100 - chance(after.best);
  const isBest = before.best.pv[0] === node.uci;
  const drop = isBest ? 0 : Math.max(0, had - left);
  return {
    node: node.id,
    ply: node.ply ?? 0,
    uci: node.uci!,
    san: node.san!,
    white: before.position.turn === 'white' ? left : 100 - left,
    had,
    left,
    verdict: verdictOf(drop),
    better: shown(known, before),
    punishment: shown(known, after),
  };
}

function shown(known: Rules, { position, best }: Searched): ExplainedLine {
  const uci = best.pv.slice(0, pliesShown);
  return {
    fen: position.fen,
    uci,
    san: known.lineSan(position.fen, uci),
    why: known.explain(position.fen, uci),
    mate: best.mate !== undefined && best.mate > 0 ? best.mate : null,
    ends: position.outcome?.reason ?? null,
  };
}
