// Keys: a person's own, and what others know of it. WebCrypto does the work.
import { fromBase64url, joined, toBase32, type Bytes } from './bytes';

/** A person's own key. The secrets can be used but not read. */
export interface OwnKey {
  /** The public key, which others need to write to this person. */
  public: string;
  address: string;
  signing: CryptoKey;
  sealing: CryptoKey;
}

export interface PublicKey {
  signing: Bytes;
  sealing: Bytes;
  proof: Bytes;
}

export const keyBytes = 32;
const publicKeyBytes = 128;
export type Curve = 'Ed25519' | 'X25519';

export const sha256 = async (...parts: (Bytes | string)[]): Promise<Bytes> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', joined(...parts)));

/** Whether the browser has what letters need. */
export async function hasCurves(): Promise<boolean> {
  try {
    await crypto.subtle.generateKey('Ed25519', false, ['sign']);
    await crypto.subtle.generateKey('X25519', false, ['deriveBits']);
    return true;
  } catch {
    return false;
  }
}

export const importPublic = (key: Bytes, curve: Curve): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', key, curve, true, curve === 'Ed25519' ? ['verify'] : []);

export const sign = async (key: CryptoKey, message: Bytes): Promise<Bytes> =>
  new Uint8Array(await crypto.subtle.sign('Ed25519', key, message));

export async function isSigned(key: Bytes, message: Bytes, signature: Bytes): Promise<boolean> {
  try {
    const verifier = await importPublic(key, 'Ed25519');
    return await crypto.subtle.verify('Ed25519', verifier, signature, message);
  } catch {
    return false; // not a point of the curve
  }
}

export const proofText = (sealing: Bytes): Bytes => joined('kibitz letter key 1\n', sealing);

export const addressOf = async ({ signing, sealing }: PublicKey): Promise<string> =>
  `kz${toBase32(await sha256('kibitz letter address 1\n', signing, sealing))}`;

/** Nothing if the text has not the form of a key. */
export function readPublicKey(text: string): PublicKey | null {
  const bytes = fromBase64url(text);
  if (bytes?.length !== publicKeyBytes) return null;
  return {
    signing: bytes.slice(0, keyBytes),
    sealing: bytes.slice(keyBytes, 2 * keyBytes),
    proof: bytes.slice(2 * keyBytes),
  };
}

export const isGenuine = ({ signing, sealing, proof }: PublicKey): Promise<boolean> =>
  isSigned(signing, proofText(sealing), proof);
