// The lobby: offers, who is there, what is being played.
import { showError } from '../../shell/notices';
import { readResource, status } from '../connection';
import { me } from '../identity';
import * as lobby from '../lobby';
import { linkTo } from '../place';
import type { ContestListing, Finished, HousePlayer, Offer } from '../protocol';
import { words } from '../words';
import { ContestRows } from './Contests';
import { FinishedRows } from './FinishedRows';
import { House } from './House';
import { MiniGame } from './MiniGame';
import { NameForm } from './NameForm';
import { OfferForm } from './OfferForm';
import { RatingOf } from './RatingOf';
import { TermsText } from './TermsText';
import { useResource } from './useResource';

/** Sorts Level 2 before Level 10. */
const byName = new Intl.Collator(undefined, { numeric: true });
const mostPreviews = 3;
const mostRows = 6;

export function Lobby() {
  const w = words.value;
  const known = status.value === 'connected';
  const contests = useResource(() => lobby.contests(), [status.value]);
  const games = useResource(
    () => readResource<{ finished: Finished[] }>('games'),
    [lobby.liveGames.value.length],
  );
  const house = useResource(() => readResource<HousePlayer[]>('house'), []).value ?? [];
  const running = (contests.value ?? []).filter(({ stage }: ContestListing) => stage !== 'over');
  return (
    <div class="lobby">
      <div class="lobby-side">
        {known && !me.value && <NameForm />}
        <OfferForm />
      </div>
      <div class="lobby-main">
        <MyOffers />
        <section class="panel" aria-labelledby="open-offers">
          <h2 id="open-offers">{w.openOffers}</h2>
          {lobby.openSeeks.value.length === 0 ? (
            <p class="about">{w.noOffers}</p>
          ) : (
            <ul class="rows">
              {lobby.openSeeks.value.map((offer) => (
                <Seek offer={offer} key={offer.id} />
              ))}
            </ul>
          )}
        </section>
        <section class="panel" aria-labelledby="being-played">
          <div class="heading">
            <h2 id="being-played">{w.beingPlayed}</h2>
            {lobby.liveGames.value.length > 0 && (
              <a href={linkTo('boards')}>
                {w.allBoards} ({lobby.liveGames.value.length})
              </a>
            )}
          </div>
          {lobby.liveGames.value.length === 0 ? (
            <p class="about">{w.noGames}</p>
          ) : (
            <div class="minis">
              {lobby.liveGames.value.slice(0, mostPreviews).map(({ id }) => (
                <MiniGame id={id} as="preview" key={id} />
              ))}
            </div>
          )}
        </section>
        {house.length > 0 && <House players={house} />}
        <Here without={house.map(({ name }) => name)} />
        {running.length > 0 && (
          <section class="panel" aria-labelledby="lobby-contests">
            <div class="heading">
              <h2 id="lobby-contests">{w.contests}</h2>
            </div>
            <ContestRows contests={running} />
          </section>
        )}
        {(games.value?.finished.length ?? 0) > 0 && (
          <section class="panel" aria-labelledby="newest-games">
            <h2 id="newest-games">{w.newestGames}</h2>
            <FinishedRows games={games.value!.finished.slice(0, mostRows)} />
          </section>
        )}
      </div>
    </div>
  );
}

/** The user's open offers and games in progress. */
function MyOffers() {
  const w = words.value;
  const offers = lobby.myOffers.value;
  const games = lobby.myGames.value;
  return (
    <>
      {games.length > 0 && (
        <section class="panel mine" aria-labelledby="your-games">
          <h2 id="your-games">{w.yourGames}</h2>
          <ul class="rows">
            {games.map((game) => (
              <li key={game.id}>
                <strong>{w.versus(...game.players)}</strong>
                <TermsText terms={game} />
                <a class="button primary" href={linkTo('game', game.id)}>
                  {w.goOn}
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
      {offers.map((offer) => (
        <section class="notice waiting" key={offer.id}>
          <p role="status">
            <span class="dots" aria-hidden="true">
              <i />
              <i />
              <i />
            </span>
            <strong>{offer.to ? w.challengeTo(offer.to) : w.waitingFor[offer.kind]}</strong>
            <TermsText terms={offer} />
          </p>
          <div class="row">
            {offer.kind === 'link' && (
              <a class="button" href={linkTo('offer', offer.id)}>
                {w.yourInvitation}
              </a>
            )}
            <button type="button" onClick={() => void lobby.cancel(offer.id).catch(showError)}>
              {w.cancel}
            </button>
          </div>
        </section>
      ))}
    </>
  );
}

function Seek({ offer }: { offer: Offer }) {
  const w = words.value;
  const side = offer.side === null ? null : offer.side === 0 ? 1 : 0;
  return (
    <li class="seek">
      <a href={linkTo('player', offer.from)}>
        <strong>{offer.from}</strong>
      </a>
      <span class="rating">{offer.rating}</span>
      <TermsText terms={offer} side={side} />
      <button
        type="button"
        class="primary"
        disabled={!me.value}
        onClick={() => void lobby.accept(offer.id).catch(showError)}
      >
        {w.play}
      </button>
    </li>
  );
}

function Here({ without }: { without: readonly string[] }) {
  const w = words.value;
  const others = lobby.playersHere.value
    .filter(({ name }) => name !== me.value && !without.includes(name))
    .toSorted((a, b) => byName.compare(a.name, b.name));
  const people = others.filter(({ bot }) => !bot);
  const bots = others.filter(({ bot }) => bot);
  const challenge = (name: string) => void lobby.challenge(name, lobby.wish.value).catch(showError);
  return (
    <section class="panel" aria-labelledby="here-now">
      <h2 id="here-now">{w.here}</h2>
      {others.length === 0 && <p class="about">{w.nobodyHere}</p>}
      {people.length > 0 && (
        <ul class="people">
          {people.map(({ name }) => (
            <li key={name}>
              <a href={linkTo('player', name)}>{name}</a>
              <RatingOf name={name} game={lobby.wish.value.game} />
              <button
                type="button"
                class="small"
                disabled={!me.value}
                aria-label={w.challengeName(name)}
                onClick={() => challenge(name)}
              >
                {w.challenge}
              </button>
            </li>
          ))}
        </ul>
      )}
      {bots.length > 0 && (
        <>
          <p class="about">{w.botsHere}</p>
          <ul class="bots">
            {bots.map(({ name }) => (
              <li key={name}>
                <button
                  type="button"
                  class="small"
                  disabled={!me.value}
                  aria-label={w.challengeName(name)}
                  onClick={() => challenge(name)}
                >
                  {name} <RatingOf name={name} game={lobby.wish.value.game} />
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
