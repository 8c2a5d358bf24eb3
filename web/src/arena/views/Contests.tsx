// The list of contests, and a form to create one.
import { useSignal } from '@preact/signals';
import { showError } from '../../shell/notices';
import { request } from '../connection';
import { hasPoints, me } from '../identity';
import * as lobby from '../lobby';
import { goTo, linkTo } from '../place';
import {
  type ContestKind,
  contestKinds,
  type ContestListing,
  type GameKind,
  gameKinds,
  isTimed,
} from '../protocol';
import { words } from '../words';
import { NameForm } from './NameForm';
import { TimeChoice } from './OfferForm';
import { noPrize, PrizeFields, prizeOf } from './Prize';
import { TermsText } from './TermsText';
import { useResource } from './useResource';

const order = { running: 0, open: 1, over: 2 };

export function Contests() {
  const w = words.value;
  const found = useResource(() => lobby.contests(), [me.value]);
  const contests = (found.value ?? []).toSorted((a, b) => order[a.stage] - order[b.stage]);
  return (
    <div class="lobby">
      <div class="lobby-side">{me.value ? <NewContest /> : <NameForm />}</div>
      <div class="lobby-main">
        <section class="panel" aria-labelledby="contests-title">
          <h2 id="contests-title">{w.contests}</h2>
          {contests.length === 0 ? (
            <p class="about" role="status">
              {found.value ? w.noContests : w.loading}
            </p>
          ) : (
            <ContestRows contests={contests} />
          )}
        </section>
      </div>
    </div>
  );
}

export function ContestRows({ contests }: { contests: ContestListing[] }) {
  const w = words.value;
  return (
    <ul class="rows">
      {contests.map((contest) => (
        <li key={contest.name}>
          <a href={linkTo('contest', contest.name)}>
            <strong>{contest.name}</strong>
          </a>
          <span class={`tag ${contest.stage}`}>{w.stages[contest.stage]}</span>
          <span>{w.contestKinds[contest.kind]}</span>
          <TermsText terms={contest} isPerMove={contest.kind === 'meetings'} />
          <span class="soft">{w.playersCount(contest.players)}</span>
        </li>
      ))}
    </ul>
  );
}

const roundChoices = [1, 2, 3, 5, 7, 9, 11];
const lengths = [15, 30, 60, 120, 240]; // minutes
const minute = 60_000;

function NewContest() {
  const w = words.value;
  const name = useSignal('');
  const kind = useSignal<ContestKind>('roundRobin');
  const game = useSignal<GameKind>('chess');
  const time = useSignal<[number, number]>([180_000, 2_000]);
  const rounds = useSignal(1);
  const length = useSignal(60);
  const rated = useSignal(false);
  const prize = useSignal(noPrize);

  async function make() {
    const offered = prizeOf(prize.value);
    const [base, increment] = time.value;
    await request({
      type: 'createContest',
      name: name.value.trim(),
      kind: kind.value,
      game: game.value,
      base,
      increment,
      rated: rated.value,
      rounds: rounds.value,
      ...(isTimed(kind.value) && { length: length.value * minute }),
      ...(offered && { prize: offered }),
    });
    goTo('contest', name.value.trim());
  }

  return (
    <form
      class="panel setup"
      onSubmit={(event) => {
        event.preventDefault();
        void make().catch(showError);
      }}
    >
      <h2>{w.newContest}</h2>
      <label>
        {w.contestName}
        <input
          value={name.value}
          onInput={(event) => (name.value = event.currentTarget.value)}
          maxLength={64}
          required
          autocomplete="off"
        />
      </label>
      <label>
        {w.kind}
        <select
          value={kind.value}
          onChange={(event) => (kind.value = event.currentTarget.value as ContestKind)}
        >
          {contestKinds.map((one) => (
            <option value={one} key={one}>
              {w.contestKinds[one]}
            </option>
          ))}
        </select>
      </label>
      <label>
        {w.game}
        <select
          value={game.value}
          onChange={(event) => (game.value = event.currentTarget.value as GameKind)}
        >
          {gameKinds.map((one) => (
            <option value={one} key={one}>
              {w.games[one]}
            </option>
          ))}
        </select>
      </label>
      <TimeChoice
        base={time.value[0]}
        increment={time.value[1]}
        onChange={(...chosen) => (time.value = chosen)}
      />
      {(kind.value === 'roundRobin' || kind.value === 'swiss') && (
        <label>
          {kind.value === 'swiss' ? w.rounds : w.timesRound}
          <select
            value={String(rounds.value)}
            onChange={(event) => (rounds.value = Number(event.currentTarget.value))}
          >
            {roundChoices.map((count) => (
              <option value={String(count)} key={count}>
                {count}
              </option>
            ))}
          </select>
        </label>
      )}
      {isTimed(kind.value) && (
        <label>
          {w.lasts}
          <select
            value={String(length.value)}
            onChange={(event) => (length.value = Number(event.currentTarget.value))}
          >
            {lengths.map((minutes) => (
              <option value={String(minutes)} key={minutes}>
                {w.lastsMinutes(minutes)}
              </option>
            ))}
          </select>
        </label>
      )}
      <label class="icon-toggle">
        <input
          type="checkbox"
          checked={rated.value}
          onChange={(event) => (rated.value = event.currentTarget.checked)}
        />
        <span>{w.countsForRating}</span>
      </label>
      {hasPoints.value && (
        <PrizeFields value={prize.value} onChange={(next) => (prize.value = next)} />
      )}
      <button type="submit" class="primary">
        {w.makeContest}
      </button>
    </form>
  );
}
