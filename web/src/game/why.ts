// Why a move is bad or good. The explainer of the C++ library runs beside the engine; this module asks
// it, one move after another, and keeps its answers.
import type { Answer, Claim, Explanation, ScoredLine, TreeNode } from 'kibitz';
import { effect, signal } from '@preact/signals';
import { current, opened, pathTo, tree } from './analysis';
import { rules, theExplainer } from './core';
import { nodesInTheTimeOf } from './large-network';
import { showError } from '../shell/notices';
import { ask } from './questions';
import type { Judged, ShownLine } from './review';
import { preferences } from '../settings/preferences';

export interface Reasons {
  san: string;
  /** What the move leads to, and what was best, as the mover sees it. */
  score: ScoredLine;
  best: ScoredLine & { san: string[] };
  isBest: boolean;
  explanation: Explanation;
}

/** A move in the position after others. */
export interface Question {
  start: string;
  moves: string[];
  move: string;
  known?: Judged['known'];
}

/** By the key of the question; undefined while it is not answered. */
const answers = signal<ReadonlyMap<string, Reasons>>(new Map());
const asked = new Map<string, Promise<void>>();
const nodesForEach = 150_000;
const mostKept = 500;

const keyOf = ({ start, moves, move, known }: Question) =>
  [preferences.value.language, start, moves.join(' '), move, known?.best.pv.join(' ')].join('|');

/** The answer, if it is there. */
export const reasonsFor = (question: Question): Reasons | undefined =>
  answers.value.get(keyOf(question));

/** Asks why a move is bad or good, unless the answer is known or under way; ends when it is there. */
export function askWhy(question: Question): Promise<void> {
  const key = keyOf(question);
  if (answers.peek().has(key)) return Promise.resolve();
  const answering = asked.get(key) ?? answer(key, question).finally(() => asked.delete(key));
  asked.set(key, answering);
  return answering;
}

async function answer(key: string, question: Question): Promise<void> {
  try {
    const { start, moves, move, known } = question;
    const language = preferences.peek().language;
    const answered = await ask({
      start,
      moves,
      what: () => ({
        why: move,
        nodes: nodesInTheTimeOf(nodesForEach),
        language,
        ...(known && { known }),
      }),
      whom: theExplainer,
      wanted: () => true,
    });
    const reasons = answered && reasonsIn(question, answered);
    if (reasons)
      answers.value = new Map([...answers.peek(), [key, reasons] as const].slice(-mostKept));
  } catch (error) {
    showError(error);
  }
}

function reasonsIn({ start, moves, move }: Question, answer: Answer): Reasons | null {
  const known = rules.value;
  const { explanation, best, centipawns, mate, pv = [] } = answer;
  if (!known || !explanation || !best) return null;
  const { fen } = known.position(start, moves);
  return {
    san: known.lineSan(fen, [move])[0] ?? move,
    score: { ...(mate === undefined ? { centipawns: centipawns ?? 0 } : { mate }), pv },
    best: { ...best, san: known.lineSan(fen, best.pv) },
    isBest: best.pv[0] === pv[0],
    explanation,
  };
}

/** The question about a move of the open game; none behind a null move. */
export function questionAbout(node: TreeNode, known?: Judged['known']): Question | null {
  const path = pathTo(node.id);
  if (node.uci === undefined || path.some(({ fen }) => fen !== undefined)) return null;
  return {
    start: tree.value?.start ?? '',
    moves: path.slice(0, -1).map(({ uci }) => uci!),
    move: node.uci,
    ...(known && { known }),
  };
}

/** The motif that punishes a move, by the explainer; null if none does. */
export async function motifIn(question: Question): Promise<string | null> {
  await askWhy(question);
  const claims = reasonsFor(question)?.explanation.claims ?? [];
  return claims.find(({ motif }) => motif)?.motif?.kind ?? null;
}

/** The proof of a claim as a line to be shown. */
export const proofOf = ({ fen, uci, san, motif }: Claim): ShownLine => ({
  fen,
  uci,
  san,
  ...(motif && { motif }),
});

/** The claim that the user points at; its proof is drawn on the board. */
export const preview = signal<Claim | null>(null);
/** The move whose reasons the user has asked for. */
export const askedNode = signal<number | null>(null);
effect(() => {
  current.value;
  opened.value;
  preview.value = null;
});
effect(() => {
  opened.value;
  askedNode.value = null; // another game has other moves of the same numbers
});
