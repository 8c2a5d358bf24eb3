// The texts of the laboratory's page, in the languages of the other page.
import { effect } from '@preact/signals';
import { preferences } from '../../settings/preferences';
import { wordsOfPart } from '../../words/part';
import { en } from './lab-en';

const others = {
  de: async () => (await import('./lab-de')).de,
  es: async () => (await import('./lab-es')).es,
};

export const words = wordsOfPart(en, others);

effect(() => {
  const { language } = preferences.value;
  document.documentElement.lang = Object.hasOwn(others, language) ? language : 'en';
  document.title = words.value.title;
});
