// What is wrong with a FEN or a PGN, as a sentence in the user's language, by the code of the library
// (docs/errors.md). Fetched together with the rules, which find what is wrong.
import type { Fault } from 'kibitz';
import { faultsInEnglish } from './faults-en';
import { wordsOfPart } from './part';

export interface FaultTexts {
  /** By code; those of moves also say why a move of a PGN is none. */
  reasons: Record<string, string>;
  /** The six fields of a FEN. */
  fields: readonly string[];
  field: (number: number, name: string) => string;
  character: (number: number) => string;
  place: (game: number, line: number, column: number) => string;
  move: string;
  quoted: (text: string) => string;
}

/** The sentence; nothing for a code that this page does not know yet. */
export function faultSentence(texts: FaultTexts, fault: Fault): string | undefined {
  const { code, text, field, character, game, line = 0, column = 0, reason = '' } = fault;
  const wrong = texts.reasons[code];
  if (!wrong) return undefined;
  const why = texts.reasons[reason];
  const what = text ? texts.quoted(text) : '';
  const sentence = why ? `${wrong} (${why})` : wrong;
  if (game !== undefined)
    return [texts.place(game, line, column), what, sentence].filter(Boolean).join(': ');
  if (field !== undefined) {
    const place = `${texts.field(field, texts.fields[field - 1] ?? '')} ${what}`.trim();
    return `${place}${character ? `, ${texts.character(character)}` : ''}: ${sentence}`;
  }
  if (code.startsWith('move.')) return `${texts.move} ${what}: ${sentence}`;
  return what ? `${what}: ${sentence}` : sentence;
}

const texts = wordsOfPart<FaultTexts>(faultsInEnglish, {
  de: async () => (await import('./faults-de')).faultsInGerman,
  es: async () => (await import('./faults-es')).faultsInSpanish,
});

export const faultInWords = (fault: Fault): string | undefined => faultSentence(texts.value, fault);
