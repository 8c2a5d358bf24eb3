// All tests in short: those that are played, then those that are over, the latest first.
import { signal } from '@preact/signals';
import { useLive } from './asking';
import { boundsText, eloText, nameOf, numberText, resultsText } from './figures';
import { Pairs } from './Pairs';
import { isAtLeast } from './person';
import type { Test } from './protocol';
import { words } from './words';

const tests = signal<{ tests: Test[] } | null | 'missing'>(null);

export function TestsView() {
  const w = words.value;
  useLive('tests', tests);
  const known = tests.value;
  if (known === null || known === 'missing') return <p class="about">{w.loading}</p>;
  if (known.tests.length === 0)
    return (
      <section class="panel">
        <h2>{w.noTests}</h2>
        <BeginLink />
        <p>{w.beginTest}</p>
        <code class="command">
          kibitz lab test -engine cmd=new -engine cmd=old -each tc=10+0.1 -rounds 20000 -sprt elo0=0
          elo1=5
        </code>
      </section>
    );
  const latest = known.tests.toReversed();
  return (
    <>
      <BeginLink />
      <Group title={w.proposed} tests={latest.filter(isProposed)} />
      <Group title={w.running} tests={latest.filter((test) => !test.over && !isProposed(test))} />
      <Group title={w.finished} tests={latest.filter(({ over }) => over)} />
    </>
  );
}

const isProposed = ({ state }: Test) => state === 'proposed';

function BeginLink() {
  if (!isAtLeast('author')) return null;
  return (
    <a class="begin" href="#begin">
      {words.value.begin}
    </a>
  );
}

function Group({ title, tests: group }: { title: string; tests: Test[] }) {
  if (group.length === 0) return null;
  return (
    <section>
      <h2>{title}</h2>
      <div class="tests">
        {group.map((test) => (
          <Card key={test.test} test={test} />
        ))}
      </div>
    </section>
  );
}

export function State({ test }: { test: Test }) {
  return (
    <span class={`state ${test.state.replace(' ', '-')}`}>{words.value.states[test.state]}</span>
  );
}

function Card({ test }: { test: Test }) {
  const w = words.value;
  return (
    <a class="panel test" href={`#test=${test.test}`}>
      <span class="line">
        <b>{nameOf(test)}</b>
        <State test={test} />
      </span>
      <span class="soft">
        {[
          w.testNumber(test.test),
          w.games(test.games),
          ...(test.over || isProposed(test) ? [] : [w.playing(test.leased)]),
          ...(test.author ? [w.by(test.author)] : []),
          ...(test.setAside ? [`${w.setAside}: ${test.setAside.length}`] : []),
          ...(test.priority === 0 ? [] : [w.priorityIs(test.priority)]),
        ].join(' · ')}
      </span>
      {isProposed(test) && test.about && <span class="purpose">{test.about}</span>}
      {test.pairs && !isProposed(test) && (
        <>
          <span class="line figures-line">
            <span>Elo {eloText(test.elo)}</span>
            <span>{resultsText(test)}</span>
          </span>
          <Pairs counts={test.pairs} />
        </>
      )}
      {test.bounds && !isProposed(test) && (
        <>
          <span class="soft">
            {w.llrOf(numberText(test.llr ?? null, 2), boundsText(test.bounds))}
          </span>
          <Progress llr={test.llr ?? 0} bounds={test.bounds} />
        </>
      )}
    </a>
  );
}

/** How far the test has come towards either end. */
function Progress({ llr, bounds: [low, high] }: { llr: number; bounds: [number, number] }) {
  const place = (value: number) =>
    (100 * (Math.min(high, Math.max(low, value)) - low)) / (high - low);
  const [from, to] = [place(0), place(llr)].sort((a, b) => a - b) as [number, number];
  return (
    <span class={`progress ${llr < 0 ? 'down' : 'up'}`} aria-hidden="true">
      <i style={{ left: `${from}%`, width: `${to - from}%` }} />
      <u style={{ left: `${place(0)}%` }} />
    </span>
  );
}
