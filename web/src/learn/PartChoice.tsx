// The choice of what to learn.
import { Segments } from '../design/Segments';
import { words } from './words';

export const parts = ['today', 'puzzles', 'mistakes', 'openings', 'endgames', 'lessons'] as const;
export type Part = (typeof parts)[number];

export function PartChoice({ part }: { part: Part }) {
  const w = words.value;
  return (
    <Segments
      legend={w.what}
      isQuiet
      name="learn"
      value={part}
      all={parts}
      text={(one) => w[one]}
      onChange={(one) => void (location.hash = `#learn/${one}`)}
    />
  );
}
