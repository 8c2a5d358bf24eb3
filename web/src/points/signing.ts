// Signatures for what a player does in the ledger, by the key of their letters (docs/ledger.md).
import { request } from '../arena/connection';
import { toBase64url, utf8 } from '../letters/bytes';
import { type OwnKey, sign } from '../letters/keys';
import { hasKey } from '../letters/mark';
import { kept } from '../letters/safe';
import { saysWhatWasAsked } from './ledger';

export interface Asked {
  action: string;
  details: { [name: string]: unknown };
  reference: string;
}

/** The server's text to sign is not about what the player asks for. */
export class WrongText extends Error {}

/** The key of this browser; nothing if it has none. */
export const ownKey = async (): Promise<OwnKey | null> =>
  hasKey() ? ((await kept('key')) ?? null) : null;

/**
 * Nothing if it goes unsigned, or if this browser does not have the key.
 * @param key the one that the player has shown, or is showing
 * @param players the names behind the ledger's numbers
 */
export async function signatureFor(
  asked: Asked,
  key: string | null,
  players: { [number: string]: string | undefined },
): Promise<string | undefined> {
  const own = key === null ? null : await ownKey();
  if (own?.public !== key || !own) return undefined;
  const { text } = await request<'ledgerText'>({ type: 'ledgerText', ...asked });
  if (text === null) return undefined;
  if (!saysWhatWasAsked(text, asked, players)) throw new WrongText();
  return toBase64url(await sign(own.signing, utf8(text)));
}
