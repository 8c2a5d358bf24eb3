// The review of a game: what each move cost, by the engine's best lines before and after it. The C++
// library judges the moves (src/core/explain/accuracy.hpp), as it does for `kibitz analyse`.
import type {
  Claim,
  Color,
  Game,
  Judgement,
  Mark,
  Position,
  Rules,
  ScoredLine,
  TreeNode,
} from 'kibitz';
import { effect, signal, untracked } from '@preact/signals';
import { rules, theEngine } from './core';
import { keepNetwork, nodesInTheTimeOf } from './large-network';
import { ask } from './questions';
import { analysing, annotate, current, nodes, opened, reviewing, tree } from './analysis';
import { addMistakes } from './mistakes';
import { announce } from './speech';
import { isTexts, load, save } from '../settings/storage';
import { words } from '../words';

export type Verdict = Exclude<Mark, ''>;

/** A line of moves from a position. */
export interface ShownLine {
  fen: string;
  uci: string[];
  san: string[];
  /** What one of its moves does to which pieces. */
  motif?: NonNullable<Claim['motif']>;
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
  /** What would have been better, and the answer to the move. */
  better: ShownLine;
  answer: ShownLine;
  /** The engine's best lines before and after the move. */
  known: { best: ScoredLine; answer: ScoredLine };
}

export interface Review {
  moves: Judged[];
  /** In percent; null for a side that did not move. */
  accuracy: Record<Color, number | null>;
  /** In centipawns a move. */
  averageLoss: Record<Color, number>;
}

export const review = signal<Review | null>(null);
/** What a review that is under way has found at first sight, by node. */
export const findings = signal<ReadonlyMap<number, Verdict>>(new Map());
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

/** Nodes for a move that is judged alone. */
const nodesAlone = 120_000;
/** Nodes for each position of a game at first sight. */
const nodesAtFirst = 25_000;
/** Nodes at most for a position beside a move that seems to cost something, and for each position of
 *  the game on average: so that a review takes about as long whatever happens in the game. */
const mostNodesCloser = 70_000;
const nodesCloserOnAverage = 25_000;
/** Percentage points of the chances: of what costs as much a closer look decides whether it is marked. */
const worthALook = 3;
/** The part of a review's progress that the first look takes. */
const firstLook = 0.5;
const pliesShown = 8;
const nags: Record<Verdict, number> = { inaccuracy: 6, mistake: 2, blunder: 4 };
/** The glyphs of the PGN standard that judge a move: $1 (!) to $6 (?!), $7 and $8 (forced, only), $9 (worst). */
const judgesMove = (nag: number) => nag >= 1 && nag <= 9;
interface Searched {
  position: Position;
  best: ScoredLine;
}

/** A review as it is stored: the engine's best line before and after every move. */
interface Found {
  start: string;
  moves: string[];
  best: ScoredLine[];
}

const isBestLine = (value: unknown): value is ScoredLine => {
  const { centipawns = 0, mate = 0, pv } = (value ?? {}) as Partial<ScoredLine>;
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
  nodes: number,
  wanted: () => boolean,
): Promise<Searched | null> {
  const position = rules.position(start, moves);
  if (position.outcome) {
    const lost = position.outcome.result !== '1/2-1/2';
    return { position, best: lost ? { mate: 0, pv: [] } : { centipawns: 0, pv: [] } };
  }
  const answer = await ask({
    start,
    moves,
    what: () => ({ nodes: nodesInTheTimeOf(nodes) }),
    wanted,
  });
  return answer && { position, best: { ...answer, pv: answer.pv ?? [answer.move] } };
}

/** What a move from a position costs by a search of its own, beside the best line that is known. */
export async function judgementOf(
  fen: string,
  move: string,
  best: ScoredLine,
): Promise<Judgement | null> {
  const known = rules.value!;
  const searched = await search(known, fen, [move], nodesAlone, () => true);
  return searched && known.judge(fen, [move], [best, searched.best]).moves[0]!;
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

/** Counts the reviews: one that was stopped must not end the next one. */
let begun = 0;
// The progress of a review goes with its game.
effect(() => {
  if (opened.value) reviewing.value = null;
});

/** Reviews the main line of the open game, and then shows the worst mistake of the user's side. */
export async function startReview(side: Color | null = null): Promise<void> {
  const mine = ++begun;
  analysing.value = false;
  reviewedSide.value = side;
  reviewing.value = 0;
  findings.value = new Map();
  announce(words.value.reviewing);
  const game = opened.value;
  const letGo = keepNetwork();
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
    const wanted = () => begun === mine && reviewing.value !== null && opened.value === game;
    const look = async (ply: number, count: number, progress: number) => {
      const searched = await search(known, start, moves.slice(0, ply), count, wanted);
      if (!searched || !wanted()) return false;
      found[ply] = searched;
      reviewing.value = progress;
      return true;
    };
    for (let ply = 0; ply <= moves.length; ++ply) {
      if (!(await look(ply, nodesAtFirst, (firstLook * ply) / moves.length))) return;
      if (ply > 0) tellFinding(line[ply - 1]!, judgedAlone(known, moves, found, ply - 1));
    }
    const closer = pliesWorthALook(known, moves, found);
    const shared = Math.floor((nodesCloserOnAverage * found.length) / Math.max(1, closer.length));
    const nodesCloser = Math.min(mostNodesCloser, shared);
    for (const [i, ply] of closer.entries()) {
      const progress = firstLook + ((1 - firstLook) * (i + 1)) / closer.length;
      if (!(await look(ply, nodesCloser, progress))) return;
    }
    review.value = concluded(known, line, found);
    const { white, black } = review.value.accuracy;
    announce(words.value.reviewed(Math.round(white ?? 100), Math.round(black ?? 100)));
    save('review', { start, moves, best: found.map(({ best }) => best) } satisfies Found);
    const judged = review.value.moves;
    annotate((open) => {
      for (const { node, verdict } of judged) if (verdict) mark(open, node, verdict);
    });
    const worst = worstMove(judged, side);
    if (worst) current.value = worst.node;
    if (side) keepMistakes(side);
  } finally {
    letGo();
    if (begun === mine) {
      reviewing.value = null;
      findings.value = new Map();
    }
  }
}

/** What the move at a ply cost, by the lines before and after it. */
function judgedAlone(known: Rules, moves: string[], found: Searched[], ply: number): Judgement {
  const [before, after] = [found[ply]!, found[ply + 1]!];
  return known.judge(before.position.fen, [moves[ply]!], [before.best, after.best]).moves[0]!;
}

function tellFinding({ id }: TreeNode, { mark: verdict }: Judgement): void {
  if (verdict) findings.value = new Map([...findings.value, [id, verdict]]);
}

/** The positions beside moves that seem to cost something, the last first: it helps the one before it. */
function pliesWorthALook(known: Rules, moves: string[], found: Searched[]): number[] {
  const plies = new Set<number>();
  for (let ply = 0; ply < moves.length; ++ply) {
    const { before, after } = judgedAlone(known, moves, found, ply);
    if (before - after >= worthALook) plies.add(ply).add(ply + 1);
  }
  return [...plies].toSorted((a, b) => b - a);
}

/** Keeps what a side did wrong in the reviewed game, for practice in the days to come. */
export function keepMistakes(side: Color): void {
  const { White = '', Black = '' } = tree.value?.tags ?? {};
  const names = [White, Black].filter((name) => name && name !== '?');
  addMistakes(review.value?.moves ?? [], side, names.join(' – '));
}

/** Keeps the author's own judgement of a move and all other glyphs. */
function mark(game: Game, node: number, verdict: Verdict): void {
  const given = nodes.value.get(node)?.nags ?? [];
  if (!given.some(judgesMove)) game.nags(node, [nags[verdict], ...given]);
}

function concluded(known: Rules, line: TreeNode[], found: Searched[]): Review {
  const judged = known.judge(
    tree.value!.start,
    line.map(({ uci }) => uci!),
    found.map(({ best }) => best),
  );
  const { white, black } = judged;
  return {
    moves: line.map((node, i) => {
      const [before, after] = [found[i]!, found[i + 1]!];
      return judgedMove(known, node, judged.moves[i]!, before, after);
    }),
    accuracy: { white: white.accuracy, black: black.accuracy },
    averageLoss: { white: white.averageLoss, black: black.averageLoss },
  };
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

function judgedMove(
  known: Rules,
  node: TreeNode,
  { before: had, after: left, mark }: Judgement,
  before: Searched,
  after: Searched,
): Judged {
  return {
    node: node.id,
    ply: node.ply ?? 0,
    uci: node.uci!,
    san: node.san!,
    white: before.position.turn === 'white' ? left : 100 - left,
    had,
    left,
    verdict: mark || null,
    better: shown(known, before),
    answer: shown(known, after),
    known: { best: before.best, answer: after.best },
  };
}

function shown(known: Rules, { position, best }: Searched): ShownLine {
  const uci = best.pv.slice(0, pliesShown);
  return { fen: position.fen, uci, san: known.lineSan(position.fen, uci) };
}
