// The pentanomial counts: pairs by the points that the first player made in them, as five columns.
import { words } from './words';

const points = ['0', '½', '1', '1½', '2'];

export function Pairs({ counts }: { counts: number[] }) {
  const w = words.value;
  const most = Math.max(1, ...counts);
  const label = counts.map((count, i) => w.pairsLabel(points[i]!, count)).join(', ');
  return (
    <span class="pairs" role="img" aria-label={`${w.pairs}: ${label}`}>
      {counts.map((count, i) => (
        <span key={points[i]} class={`points-${i}`}>
          <small>{w.number(count)}</small>
          <i style={{ height: `${(100 * count) / most}%` }} />
          <small>{points[i]}</small>
        </span>
      ))}
    </span>
  );
}
