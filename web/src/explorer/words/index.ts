// The texts of the opening explorer, in the same languages as the page's.
import { wordsOfPart } from '../../words/part';
import { en } from './explorer-en';

export const words = wordsOfPart(en, {
  de: async () => (await import('./explorer-de')).de,
  es: async () => (await import('./explorer-es')).es,
});
