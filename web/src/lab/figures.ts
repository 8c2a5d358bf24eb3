// The figures of a test, as texts.
import type { Estimate, Test } from './protocol';
import { words } from './words';

/** What a test is about. */
export const nameOf = ({ test, players, data }: Test): string =>
  data ? words.value.trainingData : words.value.testName(test, players);

/** What rounds to nothing has no sign. */
const rounded = (value: number, places: number) => {
  const text = words.value.digits(value, places);
  return /[1-9]/.test(text) ? text.replace('-', '−') : text.replace('-', '');
};

export const numberText = (value: number | null, places: number): string =>
  value === null ? '∞' : rounded(value, places);

/** "12.3 ± 4.5"; "∞" where all games ended alike. */
export function eloText(elo: Estimate | undefined): string {
  if (!elo) return '–';
  const [value, low, high] = elo;
  if (value === null || low === null || high === null) return numberText(value, 1);
  return `${rounded(value, 1)} ± ${rounded((high - low) / 2, 1)}`;
}

export const boundsText = ([low, high]: [number, number]): string =>
  `${rounded(low, 2)} … ${rounded(high, 2)}`;

export const resultsText = ({ wins = 0, draws = 0, losses = 0 }: Test): string =>
  [wins, draws, losses].map(words.value.number).join(' – ');
