// A small graph of the last hour: one line or two over time, with the present value in words.
import { niceLimit } from '../figures';
import { words } from '../words';

export interface Line {
  name: string;
  values: (number | null)[];
}

interface Props {
  title: string;
  /** When each value was measured, in milliseconds. */
  times: number[];
  lines: Line[];
  text: (value: number) => string;
}

const width = 300;
const height = 90;
const hour = 3_600_000;
const minute = 60_000;

export function Graph({ title, times, lines, text }: Props) {
  const w = words.value;
  const known = lines.flatMap(({ values }) => values).filter((value) => value !== null);
  const highest = Math.max(0, ...known);
  const limit = niceLimit(highest);
  const end = times.at(-1) ?? 0;
  // The first minutes fill the graph, until there is an hour.
  const span = Math.min(hour, Math.max(minute, end - (times[0] ?? 0)));
  const x = (time: number) => width * (1 - (end - time) / span);
  const y = (value: number) => height * (1 - value / limit);
  const now = lines.map(({ name, values }) => {
    const value = values.at(-1);
    const shown = value === null || value === undefined ? '–' : text(value);
    return { name, shown };
  });
  return (
    <figure class="panel graph">
      <figcaption>
        <h2>{title}</h2>
        <p>
          {now.map(({ name, shown }, index) => (
            <span class={`line-${index}`} key={name}>
              <b>{shown}</b> {name}
            </span>
          ))}
        </p>
      </figcaption>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${title}: ${now.map(({ shown, name }) => `${shown} ${name}`).join(', ')}; ${w.highest(text(highest))}`}
      >
        <path class="grid" d={`M0 0H${width}M0 ${height / 2}H${width}M0 ${height}H${width}`} />
        {lines.map(({ name, values }, index) => (
          <path class={`line-${index}`} key={name} d={pathOf(times, values, x, y)} />
        ))}
      </svg>
      <div class="scale" aria-hidden="true">
        <span>{w.minutesAgo(Math.round(span / minute))}</span>
        <span>{w.highest(text(highest))}</span>
        <span>{w.justNow}</span>
      </div>
    </figure>
  );
}

/** A line that is broken where there is no value. */
function pathOf(
  times: number[],
  values: (number | null)[],
  x: (time: number) => number,
  y: (value: number) => number,
): string {
  let path = '';
  let isDrawn = false;
  for (const [index, value] of values.entries()) {
    if (value !== null)
      path += `${isDrawn ? 'L' : 'M'}${x(times[index]!).toFixed(1)} ${y(value).toFixed(1)}`;
    isDrawn = value !== null;
  }
  return path;
}
