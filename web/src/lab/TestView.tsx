// One test: its figures, how they came about, the faults of its engines, its games.
import { useSignal } from '@preact/signals';
import { useState } from 'preact/hooks';
import { useLive } from './asking';
import { Change } from './Change';
import { boundsText, eloText, nameOf, numberText, resultsText } from './figures';
import { GamesSection } from './GamesSection';
import { Graph, type GraphPoint } from './Graph';
import { operator } from './operator';
import { Pairs } from './Pairs';
import type { CoursePoint, Fault, TestDetails } from './protocol';
import { State } from './TestsView';
import { words } from './words';

export function TestView({ test: number }: { test: string }) {
  const w = words.value;
  const details = useSignal<TestDetails | null | 'missing'>(null);
  useLive(`tests/${number}`, details);
  const test = details.value;
  if (test === null) return <p class="about">{w.loading}</p>;
  return (
    <>
      <a class="back" href="#tests">
        ‹ {w.toTests}
      </a>
      {test === 'missing' ? <h2>{w.missing}</h2> : <Sections test={test} />}
    </>
  );
}

function Sections({ test }: { test: TestDetails }) {
  const w = words.value;
  return (
    <>
      <div class="line title-line">
        <h2>{nameOf(test)}</h2>
        <State test={test} />
      </div>
      <p class="soft">
        {w.testNumber(test.test)} · {w.ofGames(test.games, test.mostGames)}
      </p>
      <Checks test={test} />
      <Figures test={test} />
      {operator.value !== null && !test.over && <Operating test={test} />}
      {test.course && <Course points={test.course} bounds={test.bounds} />}
      {test.pairs && (
        <section class="panel">
          <h3>{w.pairs}</h3>
          <Pairs counts={test.pairs} />
        </section>
      )}
      {!test.pairs && !test.data && <Table test={test} />}
      {!test.data && (
        <>
          <Faults faults={test.faults} />
          <GamesSection test={test} />
        </>
      )}
      <details class="panel">
        <summary>{w.options}</summary>
        <code class="command">{test.options.join('\n')}</code>
      </details>
    </>
  );
}

/** What is wrong, before anybody reads the figures. */
function Checks({ test }: { test: TestDetails }) {
  const w = words.value;
  if (!test.lack && !test.setAside && !test.broken) return null;
  return (
    <section class="panel">
      {test.lack && <p class="wrong">{w.lack(test.lack)}</p>}
      {test.broken !== undefined && <p>{w.broken(w.number(test.broken))}</p>}
      {test.setAside && (
        <>
          <h3>{w.setAside}</h3>
          <ul class="list">
            {test.setAside.map(({ worker, why }) => (
              <li key={worker}>
                <b class="wrong">{worker}</b>
                <small class="soft">{why}</small>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function Figures({ test }: { test: TestDetails }) {
  const w = words.value;
  const figures: [string, string, string?][] = [[w.figures.games, w.number(test.games)]];
  if (test.pairs) {
    figures.push([w.figures.elo, eloText(test.elo)]);
    figures.push([w.figures.results, resultsText(test)]);
  }
  if (test.data) {
    const [black, drawn, white] = test.data.results;
    figures.push([w.figures.positions, w.number(test.data.positions)]);
    figures.push([w.figures.whiteResults, [white, drawn, black].map(w.number).join(' – ')]);
  }
  if (test.bounds)
    figures.push([w.figures.llr, numberText(test.llr ?? null, 2), boundsText(test.bounds)]);
  if (!test.over) figures.push([w.figures.units, w.number(test.leased)]);
  return (
    <dl class="figures">
      {figures.map(([name, value, more]) => (
        <div class="panel" key={name}>
          <dt>{name}</dt>
          <dd>
            {value}
            {more && <small>{more}</small>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Operating({ test }: { test: TestDetails }) {
  const w = words.value;
  const [priority, setPriority] = useState(test.priority);
  return (
    <div class="row operating">
      <label class="row">
        {w.priority}
        <input
          type="number"
          min={-1000}
          max={1000}
          value={priority}
          onInput={({ currentTarget }) => setPriority(Number(currentTarget.value))}
        />
      </label>
      <Change name={w.setPriority} request={{ type: 'prioritise', test: test.test, priority }} />
      <Change name={w.stop} sure={w.stopSure} request={{ type: 'stop', test: test.test }} />
    </div>
  );
}

const isNumber = (value: number | null | undefined): value is number => typeof value === 'number';

function Course({
  points,
  bounds,
}: {
  points: CoursePoint[];
  bounds?: [number, number] | undefined;
}) {
  const w = words.value;
  const elo = points.flatMap(({ games, elo: estimate }): GraphPoint[] => {
    const [value, low, high] = estimate ?? [];
    if (!isNumber(value)) return [];
    return [{ games, value, ...(isNumber(low) && isNumber(high) && { band: [low, high] }) }];
  });
  const llr = points.flatMap(({ games, llr: value }): GraphPoint[] =>
    isNumber(value) ? [{ games, value }] : [],
  );
  if (points.length < 2) return <p class="about">{w.noCourse}</p>;
  return (
    <div class="graphs">
      {bounds && (
        <Graph
          name={w.llrGraph}
          points={[{ games: 0, value: 0 }, ...llr]}
          bounds={bounds}
          text={({ value }) => numberText(value, 2)}
        />
      )}
      {elo.length > 0 && (
        <Graph
          name={w.eloGraph}
          points={elo}
          text={({ value, band }) => eloText(band ? [value, ...band] : [value, null, null])}
        />
      )}
    </div>
  );
}

function Table({ test }: { test: TestDetails }) {
  const w = words.value;
  return (
    <section class="panel wide-table">
      <h3>{w.table}</h3>
      <table>
        <thead>
          <tr>
            <th>{w.player}</th>
            <th class="number">{w.wins}</th>
            <th class="number">{w.draws}</th>
            <th class="number">{w.losses}</th>
          </tr>
        </thead>
        <tbody>
          {test.results.map(({ name, wins, draws, losses }) => (
            <tr key={name}>
              <td>{name}</td>
              <td class="number">{w.number(wins)}</td>
              <td class="number">{w.number(draws)}</td>
              <td class="number">{w.number(losses)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Faults({ faults }: { faults: Fault[] }) {
  const w = words.value;
  if (faults.length === 0) return <p class="about">{w.noFaults}</p>;
  return (
    <section class="panel">
      <h3>{w.faults}</h3>
      <ul class="list">
        {faults.map((fault) => (
          <li key={`${fault.player} ${fault.worker} ${fault.kind}`}>
            <span class="line">
              <b class="wrong">
                {w.number(fault.count)} × {w.faultKinds[fault.kind] ?? fault.kind}
              </b>
              <span>
                {w.engine} <b>{fault.player}</b> · {w.worker} <b>{fault.worker}</b>
              </span>
            </span>
            <small class="soft">
              {w.lastTime}: {w.lastGame(fault.unit, fault.game)}
              {fault.detail && `: ${fault.detail}`}
            </small>
          </li>
        ))}
      </ul>
    </section>
  );
}
