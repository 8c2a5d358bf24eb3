// Going back over a game: what each move cost, and why.
//
// A score becomes the chance to win by the logistic curve that lichess published, and a move is
// judged by how much of that chance it gave away (https://lichess.org/page/accuracy).
import type { Info, Position } from 'kibitz';
import { signal } from '@preact/signals';
import { rules, theEngine } from './core';
import { edit, nodes, reviewing, tree } from './analysis';

export type Verdict = 'inaccuracy' | 'mistake' | 'blunder';

export interface Judged {
  node: number;
  ply: number;
  san: string;
  /** Percent for White after the move. */
  white: number;
  verdict: Verdict | null;
  accuracy: number;
  /** In SAN, what would have been better, and what punishes the move. */
  better: string[];
  punishment: string[];
  why: string;
}

export interface Review {
  moves: Judged[];
  accuracy: { white: number; black: number };
}

export const review = signal<Review | null>(null);

const nodesPerMove = 120_000;
const curve = 0.00368208;
const nags: Record<Verdict, number> = { inaccuracy: 6, mistake: 2, blunder: 4 };
const mateScore = 10_000;

/** Percent for the side to move. */
function chance(info: { centipawns?: number; mate?: number }): number {
  const score =
    info.mate !== undefined ? (info.mate > 0 ? mateScore : -mateScore) : (info.centipawns ?? 0);
  return 50 + 50 * (2 / (1 + Math.exp(-curve * score)) - 1);
}

function verdictOf(drop: number): Verdict | null {
  if (drop >= 20) return 'blunder';
  if (drop >= 10) return 'mistake';
  return drop >= 5 ? 'inaccuracy' : null;
}

const accuracyOf = (drop: number) =>
  Math.min(100, Math.max(0, 103.1668 * Math.exp(-0.04354 * drop) - 3.1669 + 1));

/** Reviews the main line of the open game. */
export async function startReview(): Promise<void> {
  const engine = await theEngine();
  const start = tree.value?.start;
  if (!rules.value || start === undefined) return;
  const line = [];
  for (let id = nodes.value.get(0)?.children[0]; id !== undefined; id = nodes.value.get(id)?.children[0])
    line.push(nodes.value.get(id)!);
  if (line.length === 0) return;
  reviewing.value = 0;
  review.value = null;
  engine.newGame();
  try {
    const moves = line.map(({ uci }) => uci!);
    const found: { position: Position; best: Pick<Info, 'centipawns' | 'mate' | 'pv'> }[] = [];
    for (let ply = 0; ply <= moves.length; ++ply) {
      const position = rules.value.position(start, moves.slice(0, ply));
      if (position.outcome) {
        const lost = position.outcome.result !== '1/2-1/2';
        found.push({ position, best: lost ? { mate: 0, pv: [] } : { centipawns: 0, pv: [] } });
      } else {
        engine.position(start, moves.slice(0, ply));
        const answer = await engine.think({ nodes: nodesPerMove });
        found.push({ position, best: { ...answer, pv: answer.pv ?? [answer.move] } });
      }
      reviewing.value = ply / moves.length;
      if (reviewing.value === null) return;
    }
    const judged = line.map((node, i): Judged => {
      const before = found[i]!;
      const after = found[i + 1]!;
      const had = chance(before.best);
      const left = 100 - chance(after.best);
      const isBest = before.best.pv[0] === moves[i];
      const drop = isBest ? 0 : Math.max(0, had - left);
      const verdict = verdictOf(drop);
      const better = rules.value!.lineSan(before.position.fen, before.best.pv.slice(0, 6));
      const punishment = rules.value!.lineSan(after.position.fen, after.best.pv.slice(0, 6));
      return {
        node: node.id,
        ply: node.ply ?? i,
        san: node.san!,
        white: before.position.turn === 'white' ? left : 100 - left,
        verdict,
        accuracy: accuracyOf(drop),
        better,
        punishment,
        why: verdict ? reason(before, after, better, punishment) : '',
      };
    });
    const mean = (parity: string) => {
      const all = judged.filter((_, i) => found[i]!.position.turn === parity);
      return all.length ? all.reduce((sum, { accuracy }) => sum + accuracy, 0) / all.length : 100;
    };
    review.value = { moves: judged, accuracy: { white: mean('white'), black: mean('black') } };
    edit((game) => {
      for (const { node, verdict } of judged) if (verdict) game.nags(node, [nags[verdict]]);
    });
  } finally {
    reviewing.value = null;
  }
}

interface Searched {
  position: Position;
  best: Pick<Info, 'centipawns' | 'mate' | 'pv'>;
}

const pieceNames: Record<string, string> = {
  p: 'pawn', n: 'knight', b: 'bishop', r: 'rook', q: 'queen', k: 'king',
};

/** In words made from the two lines: what the move allows, or what it misses. */
function reason(before: Searched, after: Searched, better: string[], punishment: string[]): string {
  const reply = after.position.legal.find(({ uci }) => uci === after.best.pv[0]);
  const best = before.position.legal.find(({ uci }) => uci === before.best.pv[0]);
  if (after.best.mate !== undefined && after.best.mate > 0)
    return `It allows mate in ${after.best.mate}: ${punishment.join(' ')}.`;
  if (before.best.mate !== undefined && before.best.mate > 0)
    return `It misses mate in ${before.best.mate}: ${better.join(' ')}.`;
  if (reply?.captured && reply.captured.toLowerCase() !== 'p')
    return `It leaves the ${pieceNames[reply.captured.toLowerCase()]} on ${reply.to} to be taken: ${punishment.join(' ')}.`;
  if (best?.captured)
    return `It misses taking the ${pieceNames[best.captured.toLowerCase()]} on ${best.to}: ${better.join(' ')}.`;
  return `Better was ${better.join(' ')}; now comes ${punishment.join(' ')}.`;
}
