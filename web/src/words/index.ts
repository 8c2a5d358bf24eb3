// The texts of the page in the user's language. English is built in; others are fetched when needed.
import { effect, signal } from '@preact/signals';
import type { Fault } from 'kibitz';
import { preferences } from '../settings/preferences';
import { en, type Words } from './en';

export type { Words } from './en';

export const languages = { en: 'English', de: 'Deutsch', es: 'Español' } as const;

const others: Partial<Record<string, () => Promise<Words>>> = {
  de: async () => (await import('./de')).de,
  es: async () => (await import('./es')).es,
};

/** The texts now; components and effects that read it follow the language. */
export const words = signal<Words>(en);

type FaultInWords = (fault: Fault) => string | undefined;
const inWords = signal<{ of: FaultInWords }>({ of: () => undefined });

/** Fetches the sentences for faultWords. Without them, it gives those of the rules. */
export async function loadFaultWords(): Promise<void> {
  try {
    inWords.value = { of: (await import('./faults')).faultInWords };
  } catch {
    // no network
  }
}

/** Why a FEN or a PGN could not be read: what the rules answered, or the error that they threw. */
export function faultWords(problem: unknown): string {
  const { error, message, fault } = problem as { error?: string; message?: string; fault?: Fault };
  return (fault && inWords.value.of(fault)) ?? error ?? message ?? String(problem);
}

/** The text for an ending or a claim, by the name that the rules give it. */
export const reasonWords = (reason: string): string => words.value.reasons[reason] ?? reason;

/** The name of an opening, or nothing where there is none. */
export const openingWords = (opening: { name: string } | null | undefined): string | undefined =>
  opening ? words.value.openingName(opening.name) : undefined;

type Result = '1-0' | '0-1' | '1/2-1/2';

/** How a game ended, as a sentence. */
export const endWords = ({ result, reason }: { result: Result; reason: string }): string =>
  words.value.ended(
    result === '1/2-1/2' ? null : result === '1-0' ? 'white' : 'black',
    reasonWords(reason),
  );

/** The same for the user, who played one side; null if they played both. */
export function endWordsFor(
  mine: 'white' | 'black' | null,
  ending: { result: Result; reason: string },
): string {
  const { result, reason } = ending;
  if (mine === null || result === '1/2-1/2') return endWords(ending);
  const isWon = (result === '1-0') === (mine === 'white');
  const w = words.value;
  return reason === `${mine} resigns` ? w.youResigned : w.endedForYou(isWon, reasonWords(reason));
}

/** "½–½" */
export const resultText = (result: string): string =>
  result.replaceAll('1/2', '½').replace('-', '–');

let wanted = '';

/** Resolves when the page has switched to the language, or to one requested later. */
export async function setLanguage(language: string): Promise<void> {
  wanted = language;
  const load = Object.hasOwn(others, language) ? others[language] : undefined;
  try {
    const spoken = load ? await load() : en;
    if (wanted !== language) return;
    words.value = spoken;
    if (globalThis.document) document.documentElement.lang = load ? language : 'en';
  } catch {
    words.value = en; // no network
  }
}

effect(() => void setLanguage(preferences.value.language));
