import { createEngine } from 'kibitz';
import { render } from 'preact';
import './style.css';
import { App } from './App';
import { hasBoard, loadRules, nextTask } from './game/core';
import { preferences } from './game/preferences';
import { speak } from './words';

// After the page is there, since it fetches everything for a time without a network.
if ('serviceWorker' in navigator && import.meta.env.PROD)
  addEventListener('load', () => void navigator.serviceWorker.register('./sw.js').catch(() => {}));

// For measurements from the console.
Object.assign(globalThis, { kibitzEngine: createEngine });

void start();

async function start(): Promise<void> {
  void loadRules();
  await speak(preferences.value.language);
  await nextTask();
  const place = document.getElementById('app')!;
  place.textContent = ''; // what stood there until now
  render(<App />, place);
  await nextTask();
  hasBoard.value = true;
}
