// What the arena says; its languages are those of the page, and are fetched with it.
import { effect, signal } from '@preact/signals';
import { preferences } from '../../game/preferences';
import { en, type ArenaWords } from './arena-en';

const others: Partial<Record<string, () => Promise<ArenaWords>>> = {
  de: async () => (await import('./arena-de')).de,
};

/** Read in a component or an effect, it follows the language. */
export const words = signal<ArenaWords>(en);

effect(() => {
  const load = others[preferences.value.language];
  if (!load) words.value = en;
  else
    void load().then(
      (loaded) => (words.value = loaded),
      () => (words.value = en),
    );
});
