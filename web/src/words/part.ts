// The texts of a part of the page that is fetched when it is first opened, with its texts. English
// comes with the part; other languages are fetched when needed.
import { effect, signal, type ReadonlySignal } from '@preact/signals';
import { preferences } from '../settings/preferences';

/** The texts in the user's language; components and effects that read them follow it. */
export function wordsOfPart<Words>(
  en: Words,
  others: Partial<Record<string, () => Promise<Words>>>,
): ReadonlySignal<Words> {
  const words = signal(en);
  effect(() => {
    const { language } = preferences.value;
    const load = Object.hasOwn(others, language) ? others[language] : undefined;
    if (!load) {
      words.value = en;
      return;
    }
    const show = (loaded: Words) => {
      if (preferences.peek().language === language) words.value = loaded;
    };
    load().then(show, () => show(en));
  });
  return words;
}
