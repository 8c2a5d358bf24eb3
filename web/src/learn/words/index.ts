// The texts of the puzzles and lessons, in the same languages as the page's; they are fetched with
// the view.
import { effect, signal } from '@preact/signals';
import { preferences } from '../../settings/preferences';
import { en, type LearnWords } from './en';

const others: Partial<Record<string, () => Promise<LearnWords>>> = {
  de: async () => (await import('./de')).de,
  es: async () => (await import('./es')).es,
};

/** The texts now; components and effects that read it follow the language. */
export const words = signal<LearnWords>(en);

effect(() => {
  const language = preferences.value.language;
  const load = others[language];
  if (!load) words.value = en;
  else
    void load().then(
      (loaded) => {
        if (preferences.value.language === language) words.value = loaded;
      },
      () => (words.value = en), // no network
    );
});
