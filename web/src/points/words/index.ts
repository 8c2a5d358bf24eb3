// The texts of points, vouchers and options, in the same languages as the page's.
import { wordsOfPart } from '../../words/part';
import { en } from './points-en';

export const words = wordsOfPart(en, {
  de: async () => (await import('./points-de')).de,
  es: async () => (await import('./points-es')).es,
});
