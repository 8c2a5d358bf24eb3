// The texts of making and keeping a key, which are fetched with these views.
import { wordsOfPart } from '../../words/part';
import { en } from './key-en';

export const words = wordsOfPart(en, {
  de: async () => (await import('./key-de')).de,
  es: async () => (await import('./key-es')).es,
});
