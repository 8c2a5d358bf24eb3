// The frame of the operator's page: who is not let in learns how, and the others choose a place.
import { type Signal, signal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { prefer, preferences, type Theme, themes } from '../settings/preferences';
import { isLost, leave, session } from './connection';
import { Contests } from './views/Contests';
import { Experiments } from './views/Experiments';
import { Games } from './views/Games';
import { Log } from './views/Log';
import { Now } from './views/Now';
import { Players } from './views/Players';
import { Reports } from './views/Reports';
import { Server } from './views/Server';
import { figures, watch } from './watch';
import { languages, words } from './words';

const places = {
  now: Now,
  players: Players,
  games: Games,
  contests: Contests,
  experiments: Experiments,
  reports: Reports,
  log: Log,
  server: Server,
} satisfies Record<string, ComponentType>;
type Place = keyof typeof places;
const place: Signal<Place> = signal('now');

export function Admin() {
  const w = words.value;
  return (
    <>
      <header class="admin-top">
        <h1>
          Kibitz <small>{w.operator}</small>
        </h1>
        <Look />
        {session.value === 'in' && <Places />}
      </header>
      <main class="admin">
        {isLost.value && session.value === 'in' && (
          <p class="lost" role="alert">
            {w.lost}
          </p>
        )}
        {session.value === 'in' ? <Inside /> : <Outside />}
      </main>
    </>
  );
}

function Inside() {
  useEffect(watch, []);
  const Shown = places[place.value];
  return <Shown />;
}

function Outside() {
  const w = words.value;
  if (session.value === 'entering') return <p role="status">{w.entering}</p>;
  return (
    <section class="panel outside">
      <h2>{w.outTitle}</h2>
      <p>{w.outText}</p>
      <pre>kibitz admin page</pre>
      <p class="about">{w.outHow}</p>
    </section>
  );
}

function Places() {
  const w = words.value;
  const waiting = figures.value?.openReports ?? 0;
  return (
    <nav aria-label={w.places}>
      {(Object.keys(places) as Place[]).map((one) => (
        <button
          type="button"
          class="tab"
          key={one}
          aria-current={place.value === one ? 'page' : undefined}
          onClick={() => (place.value = one)}
        >
          {w[one]}
          {one === 'reports' && waiting > 0 && <b class="waiting">{waiting}</b>}
        </button>
      ))}
    </nav>
  );
}

/** How the page looks, in which language, and the way out. */
function Look() {
  const w = words.value;
  const { theme, language } = preferences.value;
  return (
    <div class="look">
      <label>
        <span class="hidden">{w.languageName}</span>
        <select
          value={language in languages ? language : 'en'}
          onChange={(event) => prefer({ language: event.currentTarget.value })}
        >
          {Object.entries(languages).map(([code, name]) => (
            <option value={code} key={code}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span class="hidden">{w.theme}</span>
        <select
          value={theme}
          onChange={(event) => prefer({ theme: event.currentTarget.value as Theme })}
        >
          {themes.map((one) => (
            <option value={one} key={one}>
              {w.themes[one]}
            </option>
          ))}
        </select>
      </label>
      {session.value === 'in' && (
        <button type="button" onClick={() => void leave()}>
          {w.leave}
        </button>
      )}
    </div>
  );
}
