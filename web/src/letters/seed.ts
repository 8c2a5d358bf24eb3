// From a seed to a key, and the words that stand for it. This is needed once in each browser.
import { fromBase64url, isSame, joined, toBase64url, utf8, type Bytes } from './bytes';
import { bytesOf, wordsOf } from './key-words';
import { addressOf, keyBytes, proofText, sha256, sign, type Curve, type OwnKey } from './keys';
import { refuseUnless } from './refusal';

const seedBytes = 32;
// What PKCS #8 (RFC 8410) puts before a secret key of 32 bytes, in base64.
const pkcs8: Record<Curve, string> = {
  Ed25519: 'MC4CAQAwBQYDK2VwBCIEIA',
  X25519: 'MC4CAQAwBQYDK2VuBCIEIA',
};

export async function importSecret(
  secret: Bytes,
  curve: Curve,
): Promise<{ secret: CryptoKey; public: Bytes }> {
  const usages: KeyUsage[] = curve === 'Ed25519' ? ['sign'] : ['deriveBits'];
  const whole = joined(fromBase64url(pkcs8[curve])!, secret);
  const load = (isReadable: boolean) =>
    crypto.subtle.importKey('pkcs8', whole, curve, isReadable, usages);
  const { x } = await crypto.subtle.exportKey('jwk', await load(true));
  return { secret: await load(false), public: fromBase64url(x!)! };
}

async function derived(seed: Bytes, purpose: string): Promise<Bytes> {
  const key = await crypto.subtle.importKey('raw', seed, 'HKDF', false, ['deriveBits']);
  const how = {
    name: 'HKDF',
    hash: 'SHA-256',
    salt: utf8('kibitz letter 1\n'),
    info: utf8(purpose),
  };
  return new Uint8Array(await crypto.subtle.deriveBits(how, key, keyBytes * 8));
}

export async function keyOf(seed: Bytes): Promise<OwnKey> {
  const signing = await importSecret(await derived(seed, 'sign'), 'Ed25519');
  const sealing = await importSecret(await derived(seed, 'seal'), 'X25519');
  const proof = await sign(signing.secret, proofText(sealing.public));
  const own = { signing: signing.public, sealing: sealing.public, proof };
  return {
    public: toBase64url(joined(own.signing, own.sealing, proof)),
    address: await addressOf(own),
    signing: signing.secret,
    sealing: sealing.secret,
  };
}

// --- Seeds and words

const checksum = async (seed: Bytes): Promise<number> =>
  (await sha256('kibitz letter words 1\n', seed))[0]!;

export const newSeed = (): Bytes => crypto.getRandomValues(new Uint8Array(seedBytes));

export const wordsOfSeed = async (seed: Bytes, list: readonly string[]): Promise<string[]> =>
  wordsOf(joined(seed, Uint8Array.of(await checksum(seed))), list);

export async function seedOfWords(text: string, list: readonly string[]): Promise<Bytes> {
  const bytes = bytesOf(text, list);
  const seed = bytes.slice(0, seedBytes);
  refuseUnless(isSame(bytes.slice(seedBytes), Uint8Array.of(await checksum(seed))), 'wordChecksum');
  return seed;
}
