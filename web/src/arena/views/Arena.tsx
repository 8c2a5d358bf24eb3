// The arena, where people and bots play each other: its places, connection and challenges.
import { effect } from '@preact/signals';
import type { ComponentChildren, ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { lazily } from '../../design/lazily';
import { arenaName, hasKey, unread } from '../../letters/mark';
import { showError } from '../../shell/notices';
import '../arena.css';
import { hurry, request, status } from '../connection';
import { hasPoints, isModerator, me, openReports } from '../identity';
import '../keep';
import * as lobby from '../lobby';
import { linkTo, place, type PlaceKind } from '../place';
import { words } from '../words';
import { Boards } from './Boards';
import { ContestPage } from './ContestPage';
import { Contests } from './Contests';
import { Invitation } from './Invitation';
import { LiveGame } from './LiveGame';
import { Lobby } from './Lobby';
import { Moderation } from './Moderation';
import { TakeName } from './MoveName';
import { PlayerPage } from './PlayerPage';
import { Ratings } from './Ratings';
import { SignIn } from './SignIn';
import { TermsText } from './TermsText';

const fetchLetters = () => import('../../letters/views/Letters');
const Letters = lazily(async () => {
  const { Letters: Fetched } = await fetchLetters();
  return () => <Fetched to={place.value.name} />;
});
/** The server writes this where it has experiments, whatever the visitor gets. */
const hasExperiments = () => document.body.hasAttribute('data-experiments');
effect(() => {
  const name = me.value;
  const say = (key: string, signature: string) => request({ type: 'letterKey', key, signature });
  arenaName.value = name === null ? null : { name, say };
});
/** Who has a key sees in the whole arena whether there are new letters. */
function watchLetters(): void {
  if (hasKey()) void fetchLetters().then(({ watch }) => watch());
}

/** What is shown in places that are parts of their own and stand on the arena. */
export type Parts = Record<'points' | 'experiments', ComponentType>;

export function Arena({ parts }: { parts: Parts }) {
  const w = words.value;
  useEffect(watchLetters, []);
  if (status.value === 'absent') return <Absent />;
  return (
    <div class="arena">
      <div class="arena-top">
        <nav class="places" aria-label={w.places}>
          <Place to="lobby">{w.lobby}</Place>
          <Place to="boards">{w.boards}</Place>
          <Place to="contests">{w.contests}</Place>
          <Place to="ratings">{w.ratings}</Place>
          <Place to="letters">
            {w.letters}
            <Waiting count={unread.value}>{w.unreadLetters}</Waiting>
          </Place>
          {hasPoints.value && <Place to="points">{w.purse}</Place>}
          {hasExperiments() && <Place to="experiments">{w.experiments}</Place>}
          {isModerator.value && (
            <Place to="moderation">
              {w.moderation}
              <Waiting count={openReports.value}>{w.openReports}</Waiting>
            </Place>
          )}
          {me.value && (
            <Place to="player" name={me.value}>
              {me.value}
            </Place>
          )}
        </nav>
        <Connection />
      </div>
      <Challenges />
      <div class="arena-place" key={`${place.value.kind}/${place.value.name}`}>
        <Here parts={parts} />
      </div>
    </div>
  );
}

function Here({ parts }: { parts: Parts }) {
  const { kind, name } = place.value;
  switch (kind) {
    case 'game':
      return <LiveGame id={name} key={name} />;
    case 'boards':
      return <Boards />;
    case 'offer':
      return <Invitation id={name} key={name} />;
    case 'player':
      return <PlayerPage name={name} key={name} />;
    case 'name':
      return <TakeName token={name} key={name} />;
    case 'signin':
      return <SignIn code={name} key={name} />;
    case 'moderation':
      return <Moderation />;
    case 'contest':
      return <ContestPage name={name} key={name} />;
    case 'contests':
      return <Contests />;
    case 'ratings':
      return <Ratings />;
    case 'letters':
      return <Letters />;
    case 'points':
      return <parts.points />;
    case 'experiments':
      return <parts.experiments />;
    case 'lobby':
    case 'invitation':
      return <Lobby />;
  }
}

function Place({
  to,
  name = '',
  children,
}: {
  to: PlaceKind;
  name?: string;
  children: ComponentChildren;
}) {
  const here = place.value;
  const isHere = here.kind === to && here.name === name;
  return (
    <a class="place" href={linkTo(to, name)} aria-current={isHere ? 'page' : undefined}>
      {children}
    </a>
  );
}

/** How many of something wait there; nothing if none do. */
function Waiting({ count, children }: { count: number; children: string }) {
  if (count === 0) return null;
  return (
    <>
      {' '}
      <b class="tag running">
        {count} <span class="hidden">{children}</span>
      </b>
    </>
  );
}

function Connection() {
  const now = status.value;
  return (
    <div class="connection">
      <span class={`lamp ${now}`} aria-hidden="true" />
      <span role="status">{words.value.statuses[now]}</span>
      {(now === 'reconnecting' || now === 'offline') && (
        <button type="button" class="small" onClick={hurry}>
          {words.value.tryNow}
        </button>
      )}
    </div>
  );
}

/** Challenges to the user, shown in every place of the arena. */
function Challenges() {
  const w = words.value;
  return (
    <div class="challenges">
      {lobby.challenges.value.map((offer) => (
        <section class="notice" key={offer.id}>
          <p role="alert">
            <strong>{lobby.challengeText(offer)}</strong>{' '}
            <TermsText terms={offer} side={offer.side === null ? null : offer.side === 0 ? 1 : 0} />
          </p>
          <div class="row">
            <button
              type="button"
              class="primary"
              onClick={() => void lobby.accept(offer.id).catch(showError)}
            >
              {w.accept}
            </button>
            <button type="button" onClick={() => void lobby.decline(offer.id).catch(showError)}>
              {w.decline}
            </button>
          </div>
        </section>
      ))}
    </div>
  );
}

function Absent() {
  const w = words.value;
  return (
    <section class="absent panel">
      <h2>{w.absentTitle}</h2>
      <p>{w.absentText}</p>
      <p>
        {w.absentHow} <code>kibitz serve</code>
      </p>
      <button type="button" onClick={hurry}>
        {w.tryNow}
      </button>
    </section>
  );
}
