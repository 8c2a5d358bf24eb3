// The texts about the databases of games on the server, in the same languages as the page's.
import { wordsOfPart } from '../../words/part';
import { en } from './databases-en';

export const words = wordsOfPart(en, {
  de: async () => (await import('./databases-de')).de,
  es: async () => (await import('./databases-es')).es,
});
