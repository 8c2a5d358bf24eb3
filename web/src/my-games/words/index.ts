// The texts of My games, in the same languages as the page's.
import { wordsOfPart } from '../../words/part';
import { en } from './my-games-en';

export const words = wordsOfPart(en, {
  de: async () => (await import('./my-games-de')).de,
  es: async () => (await import('./my-games-es')).es,
});
