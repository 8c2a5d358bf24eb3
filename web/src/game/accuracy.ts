// How well a side played, in percent, by the formula that lichess publishes: a move's accuracy follows
// from the winning chances it gave away (https://lichess.org/page/accuracy), and a game's accuracy is
// midway between two means of its moves. One weights each move by how much the chances swung around
// it, so that long stretches without tension count little; the other is the harmonic mean, which
// single bad moves pull down.
import type { Color } from 'kibitz';

// The published curve, and the point that lichess adds because the chances are uncertain.
const scale = 103.1668;
const decay = 0.04354;
const offset = -3.1669 + 1;

/** Of one move, which gave away so many percent of the winning chances. */
export function moveAccuracy(lost: number): number {
  if (lost <= 0) return 100;
  return Math.min(100, Math.max(0, scale * Math.exp(-decay * lost) + offset));
}

const movesPerWindowMove = 10; // a window grows by one move for so many in the game
const smallestWindow = 2;
const largestWindow = 8;
const leastWeight = 0.5;
const mostWeight = 12;
const leastHarmonic = 1; // one move of 0 % must not make the whole mean 0

const clamp = (value: number, least: number, most: number) =>
  Math.min(most, Math.max(least, value));
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

function standardDeviation(values: readonly number[]): number {
  const mean = sum(values) / values.length;
  return Math.sqrt(sum(values.map((value) => (value - mean) ** 2)) / values.length);
}

/** For each move, the standard deviation of White's chances in a window around it. */
function weightsOf(chances: readonly number[]): number[] {
  const moves = chances.length - 1;
  const size = Math.min(
    clamp(Math.floor(moves / movesPerWindowMove), smallestWindow, largestWindow),
    chances.length,
  );
  // The first moves share the first window.
  return Array.from({ length: moves }, (_, move) => {
    const begin = Math.max(0, move - (size - 2));
    return clamp(standardDeviation(chances.slice(begin, begin + size)), leastWeight, mostWeight);
  });
}

/**
 * Of a game, for both sides; 100 for a side without a move.
 * @param chances White's chances in percent at the start and after every move
 */
export function gameAccuracy(chances: readonly number[], first: Color): Record<Color, number> {
  const weights = weightsOf(chances);
  const moves = weights.map((weight, i) => {
    const color: Color = (i % 2 === 0) === (first === 'white') ? 'white' : 'black';
    const fall = chances[i]! - chances[i + 1]!;
    return { color, weight, accuracy: moveAccuracy(color === 'white' ? fall : -fall) };
  });
  const of = (color: Color) => {
    const own = moves.filter((move) => move.color === color);
    if (own.length === 0) return 100;
    const weighted =
      sum(own.map(({ accuracy, weight }) => accuracy * weight)) /
      sum(own.map(({ weight }) => weight));
    const harmonic =
      own.length / sum(own.map(({ accuracy }) => 1 / Math.max(leastHarmonic, accuracy)));
    return (weighted + harmonic) / 2;
  };
  return { white: of('white'), black: of('black') };
}
