// The system's notifications of what waits for the user while the page is in the background: a
// challenge, a game that begins, their turn. Only where they have asked for them.
import { signal } from '@preact/signals';
import { load, save } from '../settings/storage';

export const canNotify = 'Notification' in globalThis;
const isAllowed = () => canNotify && Notification.permission === 'granted';

export const isNotified = signal(load('arena.notified', (value) => value === true) ?? false);

/** Asks the browser where that is needed; the user may refuse there. */
export async function setNotified(wanted: boolean): Promise<void> {
  isNotified.value = wanted && (await Notification.requestPermission()) === 'granted';
  save('arena.notified', isNotified.value);
}

/** Shows a text, unless the user sees the page anyway. A press on it opens the page there. */
export function notify(text: string, place: string): void {
  if (!isNotified.value || !isAllowed() || !document.hidden) return;
  const options = { body: text, tag: 'kibitz', icon: './icon.svg', data: place };
  try {
    const shown = new Notification('Kibitz', options);
    shown.onclick = () => {
      globalThis.focus();
      location.hash = place;
      shown.close();
    };
  } catch {
    // Android shows only those of the service worker, which opens the place (sw.js).
    void navigator.serviceWorker?.ready.then((worker) =>
      worker.showNotification('Kibitz', options),
    );
  }
}
