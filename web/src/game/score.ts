// Converts an engine score to a winning chance, by the logistic curve that lichess publishes
// (https://lichess.org/page/accuracy), and to text.
const curve = 0.00368208;
const mateScore = 10_000;

export interface Score {
  centipawns?: number;
  mate?: number;
}

/** Whether a move of a PGN has an evaluation, which is always from White's point of view. */
export const isEvaluated = ({ centipawns, mate }: Score) =>
  centipawns !== undefined || mate !== undefined;

/** The winning chance in percent of the side whose point of view the score takes. */
export function chance({ centipawns = 0, mate }: Score): number {
  const score = mate === undefined ? centipawns : mate > 0 ? mateScore : -mateScore;
  return 50 + 50 * (2 / (1 + Math.exp(-curve * score)) - 1);
}

/** The score as text, from White's point of view. */
export function scoreText({ centipawns = 0, mate }: Score, side: string): string {
  const sign = side === 'white' ? 1 : -1;
  if (mate !== undefined) return `#${mate * sign}`;
  const pawns = (centipawns * sign) / 100;
  return `${pawns > 0 ? '+' : ''}${pawns.toFixed(2)}`;
}
