// Why the server does not answer, in the user's language.
import { DatabaseError } from './server';
import { words } from './words';

/** A refused query names the field first: "material: ...". */
const fieldIn = (message: string): string => /^([a-z-]+)(?=: )/.exec(message)?.[1] ?? '';

export function whyNot(error: unknown): string {
  const w = words.value;
  if (!(error instanceof DatabaseError)) return String(error);
  if (error.code === 'badQuery') {
    const label = w.fields[fieldIn(error.message)];
    if (label) return w.wrongField(label);
  }
  return w.troubles[error.code] ?? w.noAnswer(error.message);
}
