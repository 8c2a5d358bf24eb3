// Why something could not be changed, in the user's language.
import { Refusal } from './person';
import { words } from './words';

export function refusalText(error: unknown): string {
  const w = words.value;
  if (!(error instanceof Refusal)) return w.refusals.away!;
  return w.refusals[error.code] ?? w.refused(error.message);
}
