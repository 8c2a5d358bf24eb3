// A graph of a figure over the games of a test: a line, perhaps a band around it, and bounds.
import { useEffect, useRef, useState } from 'preact/hooks';
import { words } from './words';

export interface GraphPoint {
  games: number;
  value: number;
  /** The ends of an interval. */
  band?: [number, number];
}

interface Props {
  name: string;
  points: GraphPoint[];
  /** Lines that mean something, as the ends of a sequential test. */
  bounds?: number[];
  text: (point: GraphPoint) => string;
}

const height = 220;
const edge = { left: 46, right: 10, top: 12, bottom: 24 };
const ticksWanted = 4;
const pixelsOfTick = 90;

/** Round numbers between two values. */
export function ticks(low: number, high: number, wanted: number): number[] {
  const rough = (high - low) / Math.max(1, wanted);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((one) => one >= rough)!;
  const found: number[] = [];
  for (let i = Math.ceil(low / step); i * step <= high + step / 1e6; ++i) found.push(i * step);
  return found;
}

/** The values to show: those of the line and the bounds, and of the band after its wild beginning. */
function range(points: GraphPoint[], bounds: number[]): [number, number] {
  const settled = points.slice(Math.floor(points.length / 5));
  const values = [
    0,
    ...bounds,
    ...points.map(({ value }) => value),
    ...settled.flatMap(({ band }) => band ?? []),
  ];
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const margin = 0.05 * (high - low || 1);
  return [low - margin, high + margin];
}

export function Graph({ name, points, bounds = [], text }: Props) {
  const w = words.value;
  const place = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(320);
  const [shown, setShown] = useState<GraphPoint | null>(null);
  useEffect(() => {
    const watcher = new ResizeObserver(([entry]) => setWidth(entry!.contentRect.width));
    watcher.observe(place.current!);
    return () => watcher.disconnect();
  }, []);

  const most = Math.max(1, points.at(-1)?.games ?? 1);
  const [low, high] = range(points, bounds);
  const right = Math.max(edge.left + 1, width - edge.right);
  const x = (games: number) => edge.left + ((right - edge.left) * games) / most;
  const y = (value: number) =>
    edge.top +
    ((height - edge.top - edge.bottom) * (high - Math.min(high, Math.max(low, value)))) /
      (high - low);
  const at = (games: number, value: number) => `${x(games).toFixed(1)},${y(value).toFixed(1)}`;
  const line = points.map(({ games, value }) => at(games, value)).join(' ');
  const banded = points.filter(({ band }) => band);
  const band = [
    ...banded.map(({ games, band: ends }) => at(games, ends![1])),
    ...banded.toReversed().map(({ games, band: ends }) => at(games, ends![0])),
  ].join(' ');
  const last = points.at(-1);
  const spoken = shown ?? last;

  function follow({ clientX, currentTarget }: PointerEvent & { currentTarget: Element }): void {
    const games =
      ((clientX - currentTarget.getBoundingClientRect().left - edge.left) / (right - edge.left)) *
      most;
    setShown(
      points.reduce((best, point) =>
        Math.abs(point.games - games) < Math.abs(best.games - games) ? point : best,
      ),
    );
  }

  return (
    <figure class="graph">
      <figcaption>
        <b>{name}</b>
        {spoken && (
          <span>
            {text(spoken)} <small>{w.afterGames(spoken.games)}</small>
          </span>
        )}
      </figcaption>
      <div ref={place}>
        <svg
          width={width}
          height={height}
          role="img"
          aria-label={last ? w.graphLabel(name, text(last)) : name}
          onPointerMove={follow}
          onPointerLeave={() => setShown(null)}
        >
          {ticks(low, high, ticksWanted).map((value) => (
            <g key={value}>
              <line
                class={value === 0 ? 'zero' : 'grid'}
                x1={edge.left}
                x2={right}
                y1={y(value)}
                y2={y(value)}
              />
              <text x={edge.left - 6} y={y(value)} dy="0.32em" text-anchor="end">
                {w.number(Number(value.toPrecision(3)))}
              </text>
            </g>
          ))}
          {ticks(0, most, Math.min(6, width / pixelsOfTick)).map((games) => (
            <text
              key={games}
              x={x(games)}
              y={height - 6}
              text-anchor={games === 0 ? 'start' : x(games) > right - 20 ? 'end' : 'middle'}
            >
              {w.number(games)}
            </text>
          ))}
          {bounds.map((value) => (
            <line key={value} class="bound" x1={edge.left} x2={right} y1={y(value)} y2={y(value)} />
          ))}
          {banded.length > 1 && <polygon class="band" points={band} />}
          {points.length > 1 && <polyline class="course" points={line} />}
          {spoken && <circle class="now" cx={x(spoken.games)} cy={y(spoken.value)} r="4" />}
        </svg>
      </div>
    </figure>
  );
}
