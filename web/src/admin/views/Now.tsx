// How the server is doing: graphs of the last hour, and counts since it started.
import type { Percentiles, Sample } from '../figures';
import { figures, history } from '../watch';
import { numberText, words } from '../words';
import { Graph } from './Graph';

const megabyte = 1_000_000;

export function Now() {
  const w = words.value;
  const samples = history.value;
  const times = samples.map(({ time }) => time);
  const of = <Value,>(value: (sample: Sample) => Value) => samples.map(value);
  const spread = (value: (sample: Sample) => Percentiles | null) => [
    { name: w.median, values: of((sample) => value(sample)?.median ?? null) },
    { name: w.slowest, values: of((sample) => value(sample)?.slowest ?? null) },
  ];
  const inMilliseconds = (value: number) => w.milliseconds(numberText(value));
  if (samples.length === 0) return <p role="status">{w.collecting}</p>;
  return (
    <>
      <div class="graphs">
        <Graph
          title={w.connections}
          times={times}
          lines={[{ name: '', values: of(({ connections }) => connections) }]}
          text={numberText}
        />
        <Graph
          title={w.gamesNow}
          times={times}
          lines={[{ name: '', values: of(({ games }) => games) }]}
          text={numberText}
        />
        <Graph
          title={w.movesPerSecond}
          times={times}
          lines={[{ name: '', values: of(({ movesPerSecond }) => movesPerSecond) }]}
          text={numberText}
        />
        <Graph
          title={w.answers}
          times={times}
          lines={spread(({ answers }) => answers)}
          text={inMilliseconds}
        />
        <Graph
          title={w.commits}
          times={times}
          lines={spread(({ commits }) => commits)}
          text={inMilliseconds}
        />
        <Graph
          title={w.memory}
          times={times}
          lines={[{ name: '', values: of(({ memory }) => memory / megabyte) }]}
          text={(value) => w.megabytes(numberText(value))}
        />
      </div>
      <p class="about">{w.lastHour}</p>
      <Counts />
    </>
  );
}

function Counts() {
  const w = words.value;
  const now = figures.value;
  if (!now) return null;
  return (
    <section class="panel" aria-labelledby="counts-title">
      <h2 id="counts-title">{w.sinceStart}</h2>
      <dl class="counts">
        {(Object.keys(w.counts) as (keyof typeof w.counts)[]).map((name) => (
          <div key={name}>
            <dt>{w.counts[name]}</dt>
            <dd>{numberText(now[name])}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
