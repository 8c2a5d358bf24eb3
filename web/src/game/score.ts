// A score as a chance to win, by the logistic curve that lichess published
// (https://lichess.org/page/accuracy), and as text.
const curve = 0.00368208;
const mateScore = 10_000;

export interface Score {
  centipawns?: number;
  mate?: number;
}

/** Whether a move of a PGN has an evaluation, which is for White. */
export const isEvaluated = ({ centipawns, mate }: Score) =>
  centipawns !== undefined || mate !== undefined;

/** Percent for the side that the score is for. */
export function chance({ centipawns = 0, mate }: Score): number {
  const score = mate === undefined ? centipawns : mate > 0 ? mateScore : -mateScore;
  return 50 + 50 * (2 / (1 + Math.exp(-curve * score)) - 1);
}

/** For White, whoever the score is for. */
export function scoreText({ centipawns = 0, mate }: Score, side: string): string {
  const sign = side === 'white' ? 1 : -1;
  if (mate !== undefined) return `#${mate * sign}`;
  const pawns = (centipawns * sign) / 100;
  return `${pawns > 0 ? '+' : ''}${pawns.toFixed(2)}`;
}
