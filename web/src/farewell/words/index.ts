// What opponents say at the end, in the languages of the page.
import { wordsOfPart } from '../../words/part';
import { en } from './en';

export const words = wordsOfPart(en, {
  de: async () => (await import('./de')).de,
  es: async () => (await import('./es')).es,
});
