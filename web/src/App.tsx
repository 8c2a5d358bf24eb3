// The page: its views, and what surrounds them.
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { openPgn } from './game/analysis';
import { complain, rules, trouble } from './game/core';
import { gameInLink } from './game/link';
import { announcement } from './game/play';
import { prefer, preferences, themes, type Theme } from './game/preferences';
import { pieceShapes } from './generated/pieces';
import { Analyse } from './views/Analyse';
import { Play } from './views/Play';

export type View = 'play' | 'analyse';
export const view = signal<View>(location.hash === '#analyse' ? 'analyse' : 'play');

const themeNames: Record<Theme, string> = { light: 'Light', dark: 'Dark', contrast: 'High contrast' };

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

  return (
    <>
      <svg class="shapes" aria-hidden="true" dangerouslySetInnerHTML={{ __html: `<defs>${pieceShapes}</defs>` }} />
      <header class="top">
        <h1>
          <svg viewBox="0 0 100 100" aria-hidden="true">
            <use href="#kibitz-n" />
          </svg>
          Kibitz
        </h1>
        <nav aria-label="Views">
          <Tab to="play">Play</Tab>
          <Tab to="analyse">Analyse</Tab>
        </nav>
        <div class="likes">
          <label class="icon-toggle" title="Sound">
            <input
              type="checkbox"
              checked={preferences.value.sound}
              onChange={(event) => prefer({ sound: event.currentTarget.checked })}
            />
            <span>Sound</span>
          </label>
          <label>
            <span class="hidden">Theme</span>
            <select
              value={preferences.value.theme}
              onChange={(event) => prefer({ theme: event.currentTarget.value as Theme })}
            >
              {themes.map((theme) => (
                <option value={theme} key={theme}>
                  {themeNames[theme]}
                </option>
              ))}
            </select>
          </label>
        </div>
      </header>
      <main>{view.value === 'play' ? <Play /> : <Analyse />}</main>
      {trouble.value && (
        <div class="trouble" role="alert">
          <span>{trouble.value}</span>
          <button type="button" onClick={() => (trouble.value = '')}>
            Close
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
  history.replaceState(null, '', to === 'play' ? '#' : '#analyse');
}

async function openLink(): Promise<void> {
  try {
    const pgn = await gameInLink(location.hash);
    if (pgn !== null && openPgn(pgn)) view.value = 'analyse';
  } catch (error) {
    complain(error);
  }
}
