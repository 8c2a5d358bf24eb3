// Contests: those that there are, and a form for another one.
import { useSignal } from '@preact/signals';
import type { ShownContestKind } from '../../arena/protocol';
import { Choice } from '../../design/Choice';
import { command } from '../connection';
import { type Answered, useAnswer } from '../useAnswer';
import { refusalText, words } from '../words';
import { Ask } from './Ask';

interface Contest {
  name: string;
  kind: ShownContestKind;
  game: string;
  stage: 'open' | 'running' | 'over';
  players: number;
}

const kindsToCreate = ['roundRobin', 'swiss', 'knockout', 'ladder', 'arena'] as const;
const order = { running: 0, open: 1, over: 2 };
const second = 1_000;
const minute = 60_000;

export function Contests() {
  const w = words.value;
  const contests = useAnswer<Contest[]>('contests');
  return (
    <>
      <section class="panel" aria-labelledby="contests-title">
        <h2 id="contests-title">{w.contests}</h2>
        {!contests.value?.length && (
          <p role="status">{contests.value ? w.noContests : w.loading}</p>
        )}
        <ul class="rows">
          {contests.value
            ?.toSorted((a, b) => order[a.stage] - order[b.stage])
            .map((contest) => (
              <Row key={`${contest.name} ${contest.game}`} contest={contest} all={contests} />
            ))}
        </ul>
      </section>
      <NewContest onDone={contests.again} />
    </>
  );
}

function Row({ contest, all }: { contest: Contest; all: Answered<Contest[]> }) {
  const w = words.value;
  const { name, kind, game, stage, players } = contest;
  const wrong = useSignal('');
  const isAsked = useSignal(false);
  const isManaged = kind !== 'meetings' && stage !== 'over';
  const start = () =>
    command('startContest', { contest: name }).then(all.again, (error) => {
      wrong.value = refusalText(error);
    });
  return (
    <li>
      <strong>{name}</strong>
      <span class={`tag ${stage === 'running' ? 'here' : ''}`}>{w.stages[stage]}</span>
      <span>{w.kinds[kind] ?? kind}</span>
      <span>{w.gameNames[game] ?? game}</span>
      <span class="soft">{w.playersCount(players)}</span>
      {isManaged && (
        <span class="buttons">
          {stage === 'open' && (
            <button type="button" class="small" onClick={() => void start()}>
              {w.start}
            </button>
          )}
          <button type="button" class="small" onClick={() => (isAsked.value = true)}>
            {w.end}
          </button>
        </span>
      )}
      <span class="wrong" role="alert">
        {wrong.value}
      </span>
      {isAsked.value && (
        <Ask
          question={{
            title: w.end,
            text: w.asks.close(name),
            run: async () => {
              await command('closeContest', { contest: name });
              all.again();
              return undefined;
            },
          }}
          onClose={() => (isAsked.value = false)}
        />
      )}
    </li>
  );
}

function NewContest({ onDone }: { onDone: () => void }) {
  const w = words.value;
  const name = useSignal('');
  const kind = useSignal<ShownContestKind>('swiss');
  const game = useSignal('chess');
  const minutes = useSignal(3);
  const increment = useSignal(2);
  const rounds = useSignal(5);
  const length = useSignal(60);
  const rated = useSignal(false);
  const said = useSignal('');
  const isTimed = kind.value === 'ladder' || kind.value === 'arena';
  async function create() {
    await command('createContest', {
      name: name.value.trim(),
      kind: kind.value,
      game: game.value,
      base: minutes.value * minute,
      increment: increment.value * second,
      rated: rated.value,
      ...(isTimed ? { length: length.value * minute } : { rounds: rounds.value }),
    });
    name.value = '';
    said.value = w.done;
    onDone();
  }
  return (
    <form
      class="panel"
      aria-labelledby="new-contest-title"
      onSubmit={(event) => {
        event.preventDefault();
        void create().catch((error) => (said.value = refusalText(error)));
      }}
    >
      <h2 id="new-contest-title">{w.newContest}</h2>
      <div class="fields">
        <label>
          {w.name}
          <input
            value={name.value}
            required
            maxLength={64}
            onInput={(event) => (name.value = event.currentTarget.value)}
          />
        </label>
        <Choice
          label={w.kind}
          value={kind.value}
          all={kindsToCreate}
          name={(one) => w.kinds[one]}
          onChange={(one) => (kind.value = one)}
        />
        <Choice
          label={w.game}
          value={game.value}
          all={Object.keys(w.gameNames)}
          name={(one) => w.gameNames[one]!}
          onChange={(one) => (game.value = one)}
        />
        <Amount label={w.minutesEach} value={minutes} />
        <Amount label={w.increment} value={increment} />
        {isTimed ? (
          <Amount label={w.lengthMinutes} value={length} />
        ) : (
          <Amount label={w.rounds} value={rounds} />
        )}
      </div>
      <label class="icon-toggle">
        <input
          type="checkbox"
          class="switch"
          checked={rated.value}
          onChange={(event) => (rated.value = event.currentTarget.checked)}
        />
        {w.rated}
      </label>
      <div class="row">
        <button type="submit" class="primary">
          {w.create}
        </button>
        <span role="status">{said.value}</span>
      </div>
    </form>
  );
}

function Amount({ label, value }: { label: string; value: { value: number } }) {
  return (
    <label>
      {label}
      <input
        type="number"
        min={0}
        value={value.value}
        onInput={(event) => {
          value.value = event.currentTarget.valueAsNumber || 0;
        }}
      />
    </label>
  );
}
