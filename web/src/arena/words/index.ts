// The texts of the arena, in the same languages as the page's; they are fetched with the arena.
import { effect, signal } from '@preact/signals';
import { preferences } from '../../game/preferences';
import { en, type ArenaWords } from './arena-en';

const others: Partial<Record<string, () => Promise<ArenaWords>>> = {
  de: async () => (await import('./arena-de')).de,
};

/** The texts now; components and effects that read it follow the language. */
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
