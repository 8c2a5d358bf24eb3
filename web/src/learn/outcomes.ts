// How the user did with each motif lately, in mistakes and puzzles alike, kept in this browser.
import { signal } from '@preact/signals';
import { load, onSavedElsewhere, save } from '../settings/storage';
import { themeGroups } from './puzzles';

/** By theme, the latest results with the oldest first: 1 for a good move at once, otherwise 0. */
export type Outcomes = Readonly<Record<string, string>>;

export interface MotifRow {
  theme: string;
  results: boolean[];
  good: number;
}

const mostKept = 20;
const mostThemes = 60;
/** When in a game a puzzle arose, with which pieces, and how long it is, are no motifs. */
const circumstances: readonly string[] = [
  ...themeGroups.stages,
  ...themeGroups.endgames,
  ...themeGroups.lengths,
];

export function withOutcome(all: Outcomes, themes: readonly string[], isGood: boolean): Outcomes {
  const next = new Map(Object.entries(all));
  for (const theme of themes.filter((one) => !circumstances.includes(one))) {
    const results = `${next.get(theme) ?? ''}${isGood ? 1 : 0}`.slice(-mostKept);
    next.delete(theme); // the latest themes are last
    next.set(theme, results);
  }
  return Object.fromEntries([...next].slice(-mostThemes));
}

/** The motifs that were asked most, and of those asked as often the weakest first. */
export const rowsOf = (all: Outcomes, most: number): MotifRow[] =>
  Object.entries(all)
    .map(([theme, text]) => {
      const results = [...text].map((one) => one === '1');
      return { theme, results, good: results.filter(Boolean).length };
    })
    .toSorted((a, b) => b.results.length - a.results.length || a.good - b.good)
    .slice(0, most);

const isOutcomes = (value: unknown): value is Outcomes =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every((one) => typeof one === 'string' && /^[01]+$/.test(one));

const stored = (): Outcomes => load('motifs', isOutcomes) ?? {};
export const outcomes = signal<Outcomes>(stored());
onSavedElsewhere('motifs', () => (outcomes.value = stored()));

export function keepOutcome(themes: readonly string[], isGood: boolean): void {
  outcomes.value = withOutcome(outcomes.peek(), themes, isGood);
  save('motifs', outcomes.peek());
}
