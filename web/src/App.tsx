// The page: the header, the current view and the messages.
import { signal } from '@preact/signals';
import type { ComponentChildren, ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { Shapes } from './board/pieces';
import { Icon } from './design/Icon';
import { keepFocus } from './design/keep-focus';
import { lazily } from './design/lazily';
import { openLast, openPgn } from './game/analysis';
import { rules } from './game/core';
import './my-games/keep';
import { arenaCalls, followAddress, show, title, view, type View } from './shell/navigation';
import { showError, errorMessage, undoable } from './shell/notices';
import { takeDroppedFiles } from './game/files';
import { gameInLink } from './game/link';
import { startClock } from './game/play';
import { prefer, preferences } from './settings/preferences';
import { announcement } from './game/speech';
import { load, lost } from './settings/storage';
import { Settings } from './views/Settings';
import { Play } from './views/Play';
import { Shortcuts, showShortcuts } from './views/Shortcuts';
import { useCommandKeys } from './views/command-keys';
import { words } from './words';

const components: Record<View, ComponentType> = {
  play: Play,
  analyse: lazily(async () => (await import('./views/Analyse')).Analyse),
  editor: lazily(async () => (await import('./views/Editor')).Editor),
  watch: lazily(async () => (await import('./views/Watch')).Watch),
  games: lazily(async () => (await import('./my-games/MyGames')).MyGames),
  learn: lazily(async () => (await import('./learn/Learn')).Learn),
  arena: Arena,
};

// The arena is fetched when the user opens it, or when they have a game there during a reload.
const fetchedArena = signal<ComponentType | null>(null);
const fetchArena = () =>
  import('./places/Places').then(({ Places: fetched, connect }) => {
    fetchedArena.value = fetched;
    connect();
  }, showError);
if (load('playing', (value) => value === true)) void fetchArena();

function Arena() {
  useEffect(() => void fetchArena(), []);
  const Fetched = fetchedArena.value;
  return Fetched && <Fetched />;
}

export function App() {
  useEffect(startClock, []);
  useEffect(keepFocus, []);
  useEffect(() => {
    if (lost.value) showError(words.value.notKept[lost.value]);
  }, [lost.value]);
  useEffect(() => takeDroppedFiles(() => show('analyse')), []);
  useEffect(() => void (document.title = title.value), [title.value]);
  useEffect(() => {
    const follow = () => void openLink();
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  // A shared game is read as soon as the rules have loaded.
  const ready = rules.value !== null;
  useEffect(() => {
    if (ready) void openLink();
  }, [ready]);
  useCommandKeys({
    '?': showShortcuts,
    // The arena turns the boards of its games by itself.
    ...(view.value !== 'arena' && { f: () => prefer({ flipped: !preferences.value.flipped }) }),
  });
  const w = words.value;
  const Shown = components[view.value];

  return (
    <>
      <Shapes />
      <header class="top">
        <h1>
          <svg viewBox="0 0 100 100" aria-hidden="true">
            <use href="#kibitz-n" />
          </svg>
          Kibitz
        </h1>
        <nav aria-label={w.views}>
          <Tab to="play">{w.play}</Tab>
          <Tab to="analyse">{w.analyse}</Tab>
          <Tab to="editor">{w.editor}</Tab>
          <Tab to="watch">{w.watch}</Tab>
          <Tab to="games">{w.myGames}</Tab>
          <Tab to="learn">{w.learn}</Tab>
          <Tab to="arena">{w.arena}</Tab>
        </nav>
        <Settings />
      </header>
      <main>
        <Shown />
      </main>
      <div class="toasts">
        {undoable.value?.view === view.value && (
          <div class="toast">
            <span role="status">{undoable.value.text}</span>
            <button type="button" onClick={undoable.value.undo}>
              {w.undo}
            </button>
            <button type="button" onClick={() => (undoable.value = null)}>
              {w.close}
            </button>
          </div>
        )}
        {errorMessage.value && (
          <div class="toast error">
            <span role="alert">{errorMessage.value}</span>
            <button type="button" onClick={() => (errorMessage.value = '')}>
              {w.close}
            </button>
          </div>
        )}
      </div>
      <Shortcuts />
      <div class="hidden" role="status" aria-live="polite">
        {announcement.value}
      </div>
    </>
  );
}

function Tab({ to, children }: { to: View; children: ComponentChildren }) {
  return (
    <button
      type="button"
      class="tab"
      aria-current={view.value === to ? 'page' : undefined}
      onClick={() => show(to)}
    >
      <Icon name={to} />
      <span>{children}</span>
      {to === 'arena' && arenaCalls.value > 0 && view.value !== 'arena' && (
        <b class="calls">{arenaCalls.value}</b>
      )}
    </button>
  );
}

async function openLink(): Promise<void> {
  try {
    const pgn = await gameInLink(location.hash);
    if (pgn === null) followAddress();
    else {
      openLast(); // so that it can be restored
      // Without the link in the address, a reload keeps the changes that the user makes.
      if (openPgn(pgn, words.value.replaced)) show('analyse', 'replace');
    }
  } catch (error) {
    showError(error, 'game');
  }
}
