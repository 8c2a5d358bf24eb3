// Why a letter, a key or a message is refused: one of the codes of docs/letters.md.
export class Refusal extends Error {
  /** @param text in English, for a code of which the page has no text */
  constructor(
    readonly code: string,
    text = code,
  ) {
    super(text);
  }
}

export function refuseUnless(condition: unknown, code: string): asserts condition {
  if (!condition) throw new Refusal(code);
}

export const refusalOf = (error: unknown): Refusal =>
  error instanceof Refusal ? error : new Refusal('', String(error));
