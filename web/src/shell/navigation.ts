// Which view the page shows. The part of the address after the # names it, so that links, the Back
// button and the browser's history work.
import { computed, signal } from '@preact/signals';
import { words } from '../words';

export const views = ['play', 'analyse', 'editor', 'watch', 'games', 'learn', 'arena'] as const;
export type View = (typeof views)[number];

const hash = () => globalThis.location?.hash.slice(1) ?? '';

/** The name of a view, and after a slash the place in it. */
export const address = signal(hash());

/** Reads the address again after it has changed in the browser. */
export const followAddress = (): void => void (address.value = hash());

export const view = computed<View>(() => {
  const name = address.value.split('/')[0];
  return views.find((one) => one === name) ?? 'play';
});

/** Shows a view. With `replace` it leaves no entry in the history, as for a link that was opened. */
export function show(to: View, history: 'push' | 'replace' = 'push'): void {
  const target = to === 'play' ? '' : to;
  if (address.value === target) return;
  goTo(target, history);
  scrollTo({ top: 0 });
}

/** Changes the address to another place in the view. */
export function goTo(target: string, history: 'push' | 'replace'): void {
  globalThis.history[`${history}State`](null, '', `#${target}`);
  followAddress();
}

/** What a view adds to the title, such as the players of a game. */
export const titleDetail = signal('');
/** The number of challenges and games in the arena that wait for the user. */
export const arenaCalls = signal(0);

export const title = computed(() => {
  const w = words.value;
  const names: Record<View, string> = {
    play: w.play,
    analyse: w.analyse,
    editor: w.editor,
    watch: w.watch,
    games: w.myGames,
    learn: w.learn,
    arena: w.arena,
  };
  return [titleDetail.value, names[view.value], 'Kibitz'].filter(Boolean).join(' – ');
});
