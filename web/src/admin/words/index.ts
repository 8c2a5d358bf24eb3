// The texts of the operator's page.
import { wordsOfPart } from '../../words/part';
import { Refused } from '../connection';
import { en } from './admin-en';

export const languages = { en: 'English', de: 'Deutsch' } as const;

export const words = wordsOfPart(en, { de: async () => (await import('./admin-de')).de });

/** Why something was refused, in the user's language if there is a text for it. */
export function refusalText(error: unknown): string {
  if (!(error instanceof Refused)) return words.value.lost;
  return words.value.refusals[error.code] ?? error.message;
}

/** "21 Nov 2026", "21. Nov. 2026" */
export const dateText = (time: string): string =>
  new Date(time).toLocaleDateString(words.value.language, { dateStyle: 'medium' });

export const timeText = (time: string): string =>
  new Date(time).toLocaleString(words.value.language, { dateStyle: 'medium', timeStyle: 'short' });

/** "12.5%", "12,5 %" */
export const shareText = (share: number): string =>
  new Intl.NumberFormat(words.value.language, {
    style: 'percent',
    maximumFractionDigits: 1,
  }).format(share);

/** With at most one decimal; thousands are grouped. */
export const numberText = (value: number): string =>
  new Intl.NumberFormat(words.value.language, {
    maximumFractionDigits: value < 10 ? 1 : 0,
  }).format(value);
