// The workers: what they have, what they did, and what is wrong with them.
import { signal } from '@preact/signals';
import { useLive } from './asking';
import { Change } from './Change';
import { isAtLeast } from './person';
import type { Worker } from './protocol';
import { words } from './words';

const workers = signal<{ workers: Worker[] } | null | 'missing'>(null);

export function WorkersView() {
  const w = words.value;
  useLive('workers', workers);
  const known = workers.value;
  if (known === null || known === 'missing') return <p class="about">{w.loading}</p>;
  if (known.workers.length === 0)
    return (
      <section class="panel">
        <h2>{w.noWorkers}</h2>
        <p>{w.addWorker}</p>
        <code class="command">kibitz lab key add attic --own</code>
      </section>
    );
  return (
    <div class="workers">
      {known.workers.map((worker) => (
        <Card key={worker.name} worker={worker} />
      ))}
    </div>
  );
}

const hereSeconds = 60;

function Card({ worker }: { worker: Worker }) {
  const w = words.value;
  const isHere = worker.seenSecondsAgo !== undefined && worker.seenSecondsAgo < hereSeconds;
  const names = w.workerFigures;
  const figures: [string, string, boolean?][] = [
    [names.cores, w.number(worker.cores)],
    [names.playing, w.number(worker.playing)],
    [names.games, w.number(worker.games)],
    [names.speed, worker.nodesPerSecond === undefined ? '–' : w.number(worker.nodesPerSecond)],
    [names.faults, w.number(worker.faults), worker.faults > 0],
    [names.refused, w.number(worker.refused), worker.refused > 0],
    [names.audited, w.number(worker.audited)],
    [names.differing, w.number(worker.differing), worker.differing > 0],
  ];
  return (
    <section class={isHere ? 'panel worker' : 'panel worker absent'}>
      <div class="line">
        <h3>{worker.name}</h3>
        <span class={isHere ? 'state open' : 'state'}>{w.seen(worker.seenSecondsAgo)}</span>
      </div>
      <p class="soft">
        {w.trust[worker.trust]}
        {worker.void && <b class="wrong"> · {w.isVoid}</b>}
        {worker.revoked && <b class="wrong"> · {w.isRevoked}</b>}
      </p>
      <dl class="small-figures">
        {figures.map(([name, value, isWrong]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd class={isWrong ? 'wrong' : ''}>{value}</dd>
          </div>
        ))}
      </dl>
      {worker.residual?.deviates && (
        <p class="wrong">{w.deviates(worker.residual.kind, worker.residual.test)}</p>
      )}
      {worker.trouble && <p class="wrong">{worker.trouble}</p>}
      {isAtLeast('operator') && (
        <div class="row operating">
          {worker.void ? (
            <Change name={w.restore} request={{ type: 'restore', worker: worker.name }} />
          ) : (
            <Change
              name={w.voidResults}
              sure={w.voidSure}
              request={{ type: 'void', worker: worker.name }}
            />
          )}
          {!worker.revoked && (
            <Change
              name={w.revoke}
              sure={w.revokeSure}
              request={{ type: 'revokeKey', name: worker.name }}
            />
          )}
        </div>
      )}
    </section>
  );
}
