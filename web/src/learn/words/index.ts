// The texts of the puzzles and lessons; they are fetched with the view.
import { wordsOfPart } from '../../words/part';
import { en } from './en';

export const words = wordsOfPart(en, {
  de: async () => (await import('./de')).de,
  es: async () => (await import('./es')).es,
});
