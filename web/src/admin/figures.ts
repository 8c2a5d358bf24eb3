// The live figures: what the server counts, turned into rates and percentiles, for the last hour.
// The server only counts; the hour is kept by the page.

/** How often something took how long: each bucket up to its limit, in milliseconds; the last has none. */
export interface Histogram {
  limits: number[];
  counts: number[];
}

/** As the server answers `figures`. Counts are since it started. */
export interface Figures {
  time: number; // milliseconds since 1970
  connections: number;
  games: number;
  openReports: number;
  moves: number;
  logEntries: number;
  registrations: number;
  refusals: number;
  cutOffs: number;
  answers: Histogram;
  commits: Histogram;
  memory: number; // bytes
  files: number;
}

/** One moment of the graphs. What could not be measured is null. */
export interface Sample {
  time: number;
  connections: number;
  games: number;
  movesPerSecond: number | null;
  answers: Percentiles | null;
  commits: Percentiles | null;
  memory: number;
}

export interface Percentiles {
  median: number;
  slowest: number; // 99 % took no longer
}

export const period = 5_000; // milliseconds from one sample to the next
const hour = 3_600_000;

/** What happened between two answers. Without an earlier one, and after a restart, there are no rates. */
export function sampleOf(before: Figures | null, now: Figures): Sample {
  const { time, connections, games, memory } = now;
  const isNew = !before || now.logEntries < before.logEntries || time <= before.time;
  const between = isNew ? null : before;
  return {
    time,
    connections,
    games,
    memory,
    movesPerSecond: between && (1000 * (now.moves - between.moves)) / (time - between.time),
    answers: between && percentiles(between.answers, now.answers),
    commits: between && percentiles(between.commits, now.commits),
  };
}

/** The history with a new sample, without what is older than an hour. */
export const withSample = (history: readonly Sample[], sample: Sample): Sample[] => [
  ...history.filter(({ time }) => time > sample.time - hour && time < sample.time),
  sample,
];

function percentiles(before: Histogram, now: Histogram): Percentiles | null {
  const counts = now.counts.map((count, bucket) => count - (before.counts[bucket] ?? 0));
  const median = percentile(now.limits, counts, 0.5);
  const slowest = percentile(now.limits, counts, 0.99);
  return median === null || slowest === null ? null : { median, slowest };
}

/** The time that this share took at most, as if a bucket's times were spread evenly in it. */
export function percentile(limits: number[], counts: number[], share: number): number | null {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total <= 0) return null;
  let wanted = share * total;
  for (const [bucket, count] of counts.entries()) {
    if (wanted > count || count === 0) {
      wanted -= count;
      continue;
    }
    const from = limits[bucket - 1] ?? 0;
    const to = limits[bucket] ?? from; // of the last, only the least is known
    return from + ((to - from) * wanted) / count;
  }
  return limits.at(-1) ?? null;
}

/** The least of 1, 2 or 5 times a power of ten that is not smaller. */
export function niceLimit(highest: number): number {
  if (highest <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(highest));
  return [1, 2, 5, 10].map((step) => step * power).find((limit) => limit >= highest) ?? highest;
}
