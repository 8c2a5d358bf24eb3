// crypto_box_seal of libsodium: what anybody can close and only the owner of a key can open.
// WebCrypto has X25519; the rest of it is from the noble packages.
import { hsalsa, xsalsa20poly1305 } from '@noble/ciphers/salsa.js';
import { blake2b } from '@noble/hashes/blake2.js';
import { joined, utf8, type Bytes } from './bytes';
import { importPublic } from './keys';

const keyBytes = 32;
const nonceBytes = 24;

/** A pair of keys that is used once. */
export interface OncePair {
  public: Bytes;
  secret: CryptoKey;
}

export async function newPair(): Promise<OncePair> {
  const made = (await crypto.subtle.generateKey('X25519', false, ['deriveBits'])) as CryptoKeyPair;
  const key = await crypto.subtle.exportKey('raw', made.publicKey);
  return { public: new Uint8Array(key), secret: made.privateKey };
}

/** crypto_box with the nonce that crypto_box_seal takes for these keys. */
async function box(secret: CryptoKey, other: Bytes, once: Bytes, recipient: Bytes) {
  const how = { name: 'X25519', public: await importPublic(other, 'X25519') };
  const shared = await crypto.subtle.deriveBits(how, secret, keyBytes * 8);
  const key = new Uint32Array(keyBytes / 4);
  hsalsa(
    new Uint32Array(utf8('expand 32-byte k').buffer),
    new Uint32Array(shared),
    new Uint32Array(4),
    key,
  );
  const nonce = blake2b(joined(once, recipient), { dkLen: nonceBytes });
  return xsalsa20poly1305(new Uint8Array(key.buffer), nonce);
}

export async function seal(content: Bytes, recipient: Bytes, once: OncePair): Promise<Bytes> {
  const cipher = await box(once.secret, recipient, once.public, recipient);
  return joined(once.public, cipher.encrypt(content));
}

/** Nothing if it was sealed for another key, or has been changed. */
export async function unseal(sealed: Bytes, own: Bytes, secret: CryptoKey): Promise<Bytes | null> {
  try {
    const once = sealed.slice(0, keyBytes);
    const cipher = await box(secret, once, once, own);
    return cipher.decrypt(sealed.slice(keyBytes)) as Bytes;
  } catch {
    return null;
  }
}
