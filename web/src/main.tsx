import titleFace from '@fontsource/fraunces/files/fraunces-latin-600-normal.woff2?url';
import moreLetters from '@fontsource/fraunces/files/fraunces-latin-ext-600-normal.woff2?url';
import { createEngine } from 'kibitz';
import { render } from 'preact';
import './style.css';
import { App } from './App';
import { fetchSet } from './board/sets';
import { gameInAddress, type GameRequest } from './game/address';
import { canPlay, hasBoard, loadRules, nextTask, rules } from './game/core';
import { usualFen } from './game/editor';
import { ending, game, newGame, proposedStart } from './game/play';
import { prefer, preferences } from './settings/preferences';
import { setLanguage } from './words';

// After the page has loaded, since the worker fetches everything for offline use.
if ('serviceWorker' in navigator && import.meta.env.PROD)
  addEventListener('load', () => void navigator.serviceWorker.register('./sw.js').catch(() => {}));

// For measurements from the console.
Object.assign(globalThis, { kibitzEngine: createEngine });

void start();

async function start(): Promise<void> {
  const loaded = loadRules();
  await Promise.all([setLanguage(preferences.value.language), fetchSet(preferences.value.pieces)]);
  await nextTask();
  const asked = gameInAddress(location.href);
  if (asked) {
    await loaded;
    begin(asked);
  }
  const place = document.getElementById('app')!;
  place.textContent = ''; // the static page of index.html
  render(<App />, place);
  await nextTask();
  hasBoard.value = true;
  void loaded.then(loadTitleFace).catch(() => {}); // titles look well without it, too
}

/** The letters of the second file of the face, such as ć. The browser fetches it when one is shown. */
const rangeOfMore = 'U+0100-0130, U+0132-0151, U+0154-02BA, U+1E00-1E9F, U+1EF2-1EFF';

/** The face of the titles comes last: until then they are shown in a system face. */
async function loadTitleFace(): Promise<void> {
  const face = (url: string, unicodeRange: string) =>
    new FontFace('Fraunces', `url(${url})`, { weight: '600', unicodeRange });
  const usual = face(titleFace, 'U+0000-00FF, U+0131, U+0152-0153, U+2000-206F, U+20AC, U+2212');
  document.fonts.add(await usual.load());
  document.fonts.add(face(moreLetters, rangeOfMore));
}

/** Begins the game that the address asks for. If another one is in progress, it is only proposed. */
function begin({ start, opponent, color, flipped }: GameRequest): void {
  const address = new URL(location.href);
  for (const name of ['start', 'level', 'player', 'orientation']) address.searchParams.delete(name);
  address.hash = '';
  history.replaceState(null, '', address); // so that a reload continues the game
  prefer({ opponent, color, flipped: flipped !== (color === 'black') });
  const isFree = game.value.moves.length === 0 || ending.value !== null;
  if (rules.value && isFree && canPlay(rules.value, start, [])) {
    prefer({ started: true });
    newGame({ start, opponent, color });
  } else {
    proposedStart.value = start || usualFen;
  }
}
