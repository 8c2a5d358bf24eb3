// The texts of the arena, in the same languages as the page's.
import { wordsOfPart } from '../../words/part';
import { en } from './arena-en';

export const words = wordsOfPart(en, {
  de: async () => (await import('./arena-de')).de,
  es: async () => (await import('./arena-es')).es,
});
