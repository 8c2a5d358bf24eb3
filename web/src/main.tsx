import { createEngine } from 'kibitz';
import { render } from 'preact';
import './style.css';
import { App } from './App';
import { gameAsked, type Asked } from './game/asked';
import { canPlay, hasBoard, loadRules, nextTask, rules } from './game/core';
import { usualFen } from './game/editor';
import { ending, game, newGame, proposedStart } from './game/play';
import { prefer, preferences } from './game/preferences';
import { speak } from './words';

// After the page is there, since it fetches everything for a time without a network.
if ('serviceWorker' in navigator && import.meta.env.PROD)
  addEventListener('load', () => void navigator.serviceWorker.register('./sw.js').catch(() => {}));

// For measurements from the console.
Object.assign(globalThis, { kibitzEngine: createEngine });

void start();

async function start(): Promise<void> {
  const loaded = loadRules();
  await speak(preferences.value.language);
  await nextTask();
  const asked = gameAsked(location.href);
  if (asked) {
    await loaded;
    begin(asked);
  }
  const place = document.getElementById('app')!;
  place.textContent = ''; // what stood there until now
  render(<App />, place);
  await nextTask();
  hasBoard.value = true;
}

/** Begins what the address asks for; a game under way is not given up for it without a word. */
function begin({ start, opponent, color, flipped }: Asked): void {
  const address = new URL(location.href);
  for (const name of ['start', 'level', 'player', 'orientation']) address.searchParams.delete(name);
  address.hash = '';
  history.replaceState(null, '', address); // a reload goes on with the game
  prefer({ opponent, color, flipped: flipped !== (color === 'black') });
  const isFree = game.value.moves.length === 0 || ending.value !== null;
  if (rules.value && isFree && canPlay(rules.value, start, [])) {
    prefer({ started: true });
    newGame({ start, opponent, color });
  } else {
    proposedStart.value = start || usualFen;
  }
}
