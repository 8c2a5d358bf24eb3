// The page: its views, and what surrounds them.
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Shapes } from './board/Board';
import { openPgn } from './game/analysis';
import { complain, rules, trouble } from './game/core';
import { gameInLink } from './game/link';
import { announcement } from './game/play';
import { Analyse } from './views/Analyse';
import { Editor } from './views/Editor';
import { Look } from './views/Look';
import { Play } from './views/Play';
import { Watch } from './views/Watch';
import { words } from './words';

const views = { play: Play, analyse: Analyse, editor: Editor, watch: Watch };
export type View = keyof typeof views;

const viewInAddress = (): View => {
  const name = location.hash.slice(1);
  return name in views ? (name as View) : 'play';
};
export const view = signal<View>(viewInAddress());

export function App() {
  useEffect(() => {
    const follow = () => void openLink();
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  // A shared game is read as soon as the rules are there.
  const ready = rules.value !== null;
  useEffect(() => {
    if (ready) void openLink();
  }, [ready]);
  const w = words.value;
  const Shown = views[view.value];

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
          <Tab to="editor">{w.setUp}</Tab>
          <Tab to="watch">{w.watch}</Tab>
        </nav>
        <Look />
      </header>
      <main>
        <Shown />
      </main>
      {trouble.value && (
        <div class="trouble" role="alert">
          <span>{trouble.value}</span>
          <button type="button" onClick={() => (trouble.value = '')}>
            {w.close}
          </button>
        </div>
      )}
      <div class="hidden" role="status" aria-live="polite">
        {announcement.value}
      </div>
    </>
  );
}

function Tab({ to, children }: { to: View; children: string }) {
  return (
    <button
      type="button"
      class="tab"
      aria-current={view.value === to ? 'page' : undefined}
      onClick={() => show(to)}
    >
      {children}
    </button>
  );
}

export function show(to: View): void {
  view.value = to;
  history.replaceState(null, '', to === 'play' ? '#' : `#${to}`);
}

async function openLink(): Promise<void> {
  try {
    const pgn = await gameInLink(location.hash);
    if (pgn === null) view.value = viewInAddress();
    else if (openPgn(pgn)) view.value = 'analyse';
  } catch (error) {
    complain(error);
  }
}
