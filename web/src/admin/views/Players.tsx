// All players: who is connected, banned or muted, and what can be done about them.
import { useSignal } from '@preact/signals';
import { SignalSegments } from '../../design/Segments';
import { useAnswer } from '../useAnswer';
import { dateText, words } from '../words';
import { PlayerMenu, type Standing } from './PlayerMenu';

interface Account extends Standing {
  name: string;
  bot: boolean;
  registered: string;
}

interface Connected {
  name: string;
  connections: number;
}

const filters = ['all', 'here', 'barred'] as const;
type Filter = (typeof filters)[number];
const mostShown = 100;

export function Players() {
  const w = words.value;
  const accounts = useAnswer<Account[]>('tokens');
  const connected = useAnswer<Connected[]>('players');
  const search = useSignal('');
  const filter = useSignal<Filter>('all');
  const here = new Map(connected.value?.map(({ name, connections }) => [name, connections]));
  const wanted = search.value.trim().toLocaleLowerCase();
  const fits = ({ name, banned, muted }: Account) =>
    name.toLocaleLowerCase().includes(wanted) &&
    (filter.value === 'all' || (filter.value === 'here' ? here.has(name) : banned || muted));
  const found = (accounts.value ?? []).filter(fits);
  return (
    <section class="panel" aria-labelledby="players-title">
      <h2 id="players-title">{w.players}</h2>
      <div class="row">
        <input
          class="search"
          aria-label={w.search}
          placeholder={w.search}
          value={search.value}
          onInput={(event) => (search.value = event.currentTarget.value)}
        />
        <SignalSegments
          legend={w.show}
          name="filter"
          value={filter}
          all={filters}
          names={w.filters}
        />
      </div>
      {found.length === 0 && <p role="status">{accounts.value ? w.noPlayers : w.loading}</p>}
      <ul class="rows">
        {found.slice(0, mostShown).map((account) => (
          <li key={account.name}>
            <strong>{account.name}</strong>
            <Tags account={account} connections={here.get(account.name) ?? 0} />
            <span class="soft">{w.since(dateText(account.registered))}</span>
            <PlayerMenu name={account.name} standing={account} onDone={accounts.again} />
          </li>
        ))}
      </ul>
      {found.length > mostShown && <p class="about">{w.more(found.length - mostShown)}</p>}
    </section>
  );
}

function Tags({ account, connections }: { account: Account; connections: number }) {
  const w = words.value;
  const { bot, banned, muted, revoked } = account;
  return (
    <>
      {bot && <span class="tag">{w.bot}</span>}
      {connections > 0 && <span class="tag here">{w.here(connections)}</span>}
      {banned && <span class="tag bad">{w.banned}</span>}
      {muted && <span class="tag bad">{w.muted}</span>}
      {revoked && <span class="tag">{w.revoked}</span>}
    </>
  );
}
