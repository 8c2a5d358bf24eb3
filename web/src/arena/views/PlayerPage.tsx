// The page of a player: ratings, games, and a challenge if they are here.
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { showError } from '../../shell/notices';
import { block, blocked, unblock } from '../blocks';
import { readResource } from '../connection';
import { me } from '../identity';
import * as lobby from '../lobby';
import { canNotify, isNotified, setNotified } from '../notifications';
import { linkTo } from '../place';
import { gameKinds, type Profile } from '../protocol';
import { words } from '../words';
import { FinishedRows } from './FinishedRows';
import { GiveName } from './MoveName';
import { GameIcon } from './TermsText';
import { useResource } from './useResource';

export function PlayerPage({ name }: { name: string }) {
  const w = words.value;
  const found = useResource(
    () => readResource<Profile>('players', name),
    [name, lobby.liveGames.value.length],
  );
  const profile = found.value;
  if (profile === undefined)
    return (
      <p class="about centred" role="status">
        {w.loading}
      </p>
    );
  if (profile === null)
    return (
      <p class="centred" role="status">
        {w.noPlayer}
      </p>
    );
  const isOther = me.value !== null && name !== me.value;
  const isBlocked = blocked.value.has(name);
  const isHere = lobby.playersHere.value.some((one) => one.name === name);
  const date = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: 'long' }).format(
    new Date(profile.registered),
  );
  const rated = gameKinds.filter((game) => profile.ratings[game]);
  return (
    <div class="page">
      <section class="panel" aria-labelledby="player-name">
        <div class="heading">
          <h2 id="player-name">
            <span class={`lamp ${isHere ? 'connected' : ''}`} aria-hidden="true" /> {profile.name}
            {profile.bot && <span class="tag">{w.bot}</span>}
          </h2>
          {isOther && (
            <div class="row">
              <BlockButton name={name} />
              {isHere && !isBlocked && (
                <button
                  type="button"
                  class="primary"
                  onClick={() => void lobby.challenge(name, lobby.wish.value).catch(showError)}
                >
                  {w.challenge}
                </button>
              )}
            </div>
          )}
        </div>
        {isBlocked && <p role="status">{w.isBlocked(name)}</p>}
        <p class="about">
          {[w.registered(date), profile.owner && w.ownedBy(profile.owner)]
            .filter(Boolean)
            .join(', ')}
        </p>
        {profile.letters && isOther && !isBlocked && (
          <Link name={profile.name} letters={profile.letters} />
        )}
        {rated.length === 0 ? (
          <p class="about">{w.notRated}</p>
        ) : (
          <dl class="ratings">
            {rated.map((game) => {
              const { rating, deviation, games, provisional } = profile.ratings[game]!;
              return (
                <div key={game}>
                  <dt>
                    <GameIcon game={game} /> {w.games[game]}
                  </dt>
                  <dd>
                    <b>{rating}</b> ± {2 * deviation}
                  </dd>
                  <dd class="soft">
                    {w.gamesPlayed(games)}
                    {provisional && `, ${w.provisional}`}
                  </dd>
                </div>
              );
            })}
          </dl>
        )}
      </section>
      <section class="panel" aria-labelledby="player-games">
        <h2 id="player-games">{w.newestGames}</h2>
        {profile.games.length === 0 ? (
          <p class="about">{w.noGamesYet}</p>
        ) : (
          <FinishedRows games={newestFirst(profile.games)} of={name} />
        )}
      </section>
      {name === me.value && (
        <>
          <NotificationSwitch />
          <BlockedPlayers />
          <GiveName />
        </>
      )}
    </div>
  );
}

type LinkType = typeof import('./LetterLink').LetterLink;
const letterLink = signal<LinkType | null>(null);

function Link(props: Parameters<LinkType>[0]) {
  useEffect(() => {
    import('./LetterLink').then(({ LetterLink }) => (letterLink.value = LetterLink), showError);
  }, []);
  const Fetched = letterLink.value;
  return Fetched && <Fetched {...props} />;
}

function BlockButton({ name }: { name: string }) {
  const w = words.value;
  const isBlocked = blocked.value.has(name);
  return (
    <button
      type="button"
      title={w.blockHelp}
      aria-label={isBlocked ? w.unblockName(name) : w.blockName(name)}
      onClick={() => void (isBlocked ? unblock : block)(name).catch(showError)}
    >
      {isBlocked ? w.unblock : w.block}
    </button>
  );
}

function NotificationSwitch() {
  const w = words.value;
  if (!canNotify) return null;
  return (
    <section class="panel" aria-labelledby="notifications">
      <h2 id="notifications">{w.notifications}</h2>
      <label class="icon-toggle">
        <input
          type="checkbox"
          class="switch"
          checked={isNotified.value}
          onChange={({ currentTarget }) =>
            void setNotified(currentTarget.checked)
              .then(() => (currentTarget.checked = isNotified.value)) // the browser may refuse
              .catch(showError)
          }
        />
        <span>{w.notifyMe}</span>
      </label>
    </section>
  );
}

/** Whom the user has blocked, to think better of it. */
function BlockedPlayers() {
  const w = words.value;
  const names = [...blocked.value].sort();
  if (names.length === 0) return null;
  return (
    <section class="panel" aria-labelledby="blocked-players">
      <h2 id="blocked-players">{w.blockedPlayers}</h2>
      <p class="about">{w.blockHelp}</p>
      <ul class="rows">
        {names.map((name) => (
          <li key={name}>
            <a href={linkTo('player', name)}>{name}</a>
            <BlockButton name={name} />
          </li>
        ))}
      </ul>
    </section>
  );
}

const newestFirst = (games: Profile['games']) =>
  games.toSorted((a, b) => b.ended.localeCompare(a.ended));
