// Why something could not be changed, in the user's language.
import { Refusal } from './person';
import { words } from './words';

export function refusalText(error: unknown): string {
  const w = words.value;
  if (!(error instanceof Refusal)) return w.refusals.away!;
  return w.refusals[error.code] ?? w.refused(error.message);
}

const ofEngine = /^engines\.\d+\./;

/** The same where it is plain who refuses it: at a field of a form. */
export function faultText(error: unknown, field: string): string {
  if (field === '' || !(error instanceof Refusal) || error.message === '')
    return refusalText(error);
  return words.value.wrongFields[field.replace(ofEngine, '')]?.(error.message) ?? error.message;
}
