// How games ended, as a bar of three parts with their percentages.
import './results-bar.css';

export type Part = 'white' | 'draws' | 'black' | 'won' | 'lost';

/** Rounded; they may miss 100 by one. */
export function percentages(counts: readonly number[]): number[] {
  const sum = Math.max(
    1,
    counts.reduce((a, b) => a + b, 0),
  );
  return counts.map((count) => Math.round((count / sum) * 100));
}

/** A narrower part has no number. */
const leastPercentWithNumber = 14;

interface Props {
  parts: readonly (readonly [Part, number])[];
  /** The same in words. */
  label: string;
}

export function ResultsBar({ parts, label }: Props) {
  const percents = percentages(parts.map(([, count]) => count));
  return (
    <span class="results" role="img" aria-label={label}>
      {parts.map(([part, count], i) => {
        const percent = percents[i]!;
        return (
          count > 0 && (
            <span class={part} style={{ flexGrow: count }} key={part}>
              {percent >= leastPercentWithNumber && `${percent}%`}
            </span>
          )
        );
      })}
    </span>
  );
}
