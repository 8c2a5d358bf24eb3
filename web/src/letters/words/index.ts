// The texts of letters, in the same languages as the page's.
import { wordsOfPart } from '../../words/part';
import { en } from './letters-en';

export const words = wordsOfPart(en, {
  de: async () => (await import('./letters-de')).de,
  es: async () => (await import('./letters-es')).es,
});
