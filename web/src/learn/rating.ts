// The user's rating as a solver, by Glicko (Glickman 1999, http://www.glicko.net/glicko/glicko.pdf): a
// puzzle is an opponent of known strength.

export interface Rating {
  rating: number;
  /** How uncertain it is: the standard deviation. */
  deviation: number;
}

// Glicko would begin with a deviation of 350; a first puzzle would then cost 173 points.
const mostDeviation = 150;
export const newcomer: Rating = { rating: 1200, deviation: mostDeviation };
// Below this, a result would hardly count any more.
const leastDeviation = 60;
const puzzleDeviation = 100;
const q = Math.LN10 / 400;

const weight = (deviation: number) =>
  1 / Math.sqrt(1 + (3 * q * q * deviation ** 2) / Math.PI ** 2);

/** The probability that somebody of a rating solves a puzzle. */
export const expected = ({ rating }: Rating, puzzle: number): number =>
  1 / (1 + 10 ** ((-weight(puzzleDeviation) * (rating - puzzle)) / 400));

/** The rating after a puzzle was solved at once, or not. */
export function afterPuzzle(known: Rating, puzzle: number, isSolved: boolean): Rating {
  const now = { ...known, deviation: Math.min(known.deviation, mostDeviation) };
  const chance = expected(now, puzzle);
  const g = weight(puzzleDeviation);
  const information = q * q * g * g * chance * (1 - chance);
  const precision = 1 / now.deviation ** 2 + information;
  return {
    rating: now.rating + (q / precision) * g * ((isSolved ? 1 : 0) - chance),
    deviation: Math.max(leastDeviation, Math.sqrt(1 / precision)),
  };
}
