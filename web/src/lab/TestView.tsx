// One test: its figures, how they came about, the faults of its engines, its games.
import { useSignal } from '@preact/signals';
import { useState } from 'preact/hooks';
import { useLive } from './asking';
import { Change } from './Change';
import { boundsText, eloText, nameOf, numberText, resultsText } from './figures';
import { GamesSection } from './GamesSection';
import { Graph, type GraphPoint } from './Graph';
import { isAtLeast, person } from './person';
import { Pairs } from './Pairs';
import { WhatItRuns } from './WhatItRuns';
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
      <People test={test} />
      <Checks test={test} />
      {test.state === 'proposed' ? (
        <Proposed test={test} />
      ) : (
        <>
          <Figures test={test} />
          {!test.over && maySteer(test) && <Operating test={test} />}
          <Results test={test} />
          <details class="panel">
            <summary>{w.options}</summary>
            <WhatItRuns test={test} />
          </details>
        </>
      )}
    </>
  );
}

function Results({ test }: { test: TestDetails }) {
  const w = words.value;
  return (
    <>
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
    </>
  );
}

const isOwn = ({ author }: TestDetails) => author !== undefined && author === person.value?.name;
/** Whether the person may pause, stop and prioritise it. */
const maySteer = (test: TestDetails) =>
  isAtLeast('approver') || (isAtLeast('author') && isOwn(test));

/** Who wanted it and why, and who let it or stopped it. */
function People({ test }: { test: TestDetails }) {
  const w = words.value;
  const { author, about, approvedBy, stoppedBy, whyStopped } = test;
  const lines = [
    author && w.by(author),
    approvedBy && w.approvedBy(approvedBy),
    stoppedBy && w.stoppedBy(stoppedBy),
  ].filter(Boolean);
  return (
    <>
      {about && <p class="purpose">{about}</p>}
      {lines.length > 0 && <p class="soft">{lines.join(' · ')}</p>}
      {whyStopped && <p class="purpose">{w.reasonWas(whyStopped)}</p>}
    </>
  );
}

/** A test that waits, for whoever may let it: exactly what would run, and then the decision. */
function Proposed({ test }: { test: TestDetails }) {
  const w = words.value;
  const mayApprove = isAtLeast('approver') && !isOwn(test);
  return (
    <>
      <section class="panel">
        <h3>{w.wouldRun}</h3>
        <WhatItRuns test={test} />
      </section>
      <section class="panel decision">
        <p>{mayApprove ? w.approveWhy : isOwn(test) ? w.ownWaits : w.waitsForApprover}</p>
        <div class="row operating">
          {mayApprove && (
            <Change name={w.approve} isPrimary request={{ type: 'approve', test: test.test }} />
          )}
          {maySteer(test) && (
            <Change
              name={isOwn(test) ? w.takeBack : w.refuse}
              sure={w.refuseSure}
              hasReason
              request={{ type: 'stop', test: test.test }}
            />
          )}
        </div>
        {isAtLeast('approver') && <Priority test={test} />}
      </section>
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
  const verb = test.state === 'paused' ? 'continue' : 'pause';
  return (
    <div class="row operating">
      <Priority test={test} />
      <Change key={verb} name={w[verb]} request={{ type: verb, test: test.test }} />
      <Change
        name={w.stop}
        sure={w.stopSure}
        hasReason
        request={{ type: 'stop', test: test.test }}
      />
    </div>
  );
}

function Priority({ test }: { test: TestDetails }) {
  const w = words.value;
  const [priority, setPriority] = useState(test.priority);
  return (
    <div class="row operating">
      <label class="row">
        {w.priority}
        <input
          type="number"
          min={-1000}
          max={isAtLeast('approver') ? 1000 : 0}
          value={priority}
          onInput={({ currentTarget }) => setPriority(Number(currentTarget.value))}
        />
      </label>
      <Change name={w.setPriority} request={{ type: 'prioritise', test: test.test, priority }} />
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
