// Which key belongs to a name of the arena: its owner signs the name (docs/letters.md).
import { fromBase64url, joined, toBase64url, type Bytes } from './bytes';
import { addressOf, isGenuine, isSigned, readPublicKey, sign, type OwnKey } from './keys';

const nameText = (name: string): Bytes => joined('kibitz letter name 1\n', name);

export const signName = async ({ signing }: OwnKey, name: string): Promise<string> =>
  toBase64url(await sign(signing, nameText(name)));

/** The address of the key; nothing if its owner has not signed the name. */
export async function addressNamed(
  name: string,
  { key, signature }: { key: string; signature: string },
): Promise<string | null> {
  const read = readPublicKey(key);
  const bytes = fromBase64url(signature);
  if (!read || !bytes || !(await isGenuine(read))) return null;
  return (await isSigned(read.signing, nameText(name), bytes)) ? addressOf(read) : null;
}
