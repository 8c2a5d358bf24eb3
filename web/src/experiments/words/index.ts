// The texts of the page of experiments, in the same languages as the page's.
import { wordsOfPart } from '../../words/part';
import { en } from './experiments-en';

export const words = wordsOfPart(en, {
  de: async () => (await import('./experiments-de')).de,
  es: async () => (await import('./experiments-es')).es,
});
