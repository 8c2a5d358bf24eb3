// Letters: writing them, checking who wrote them, and opening them (docs/letters.md).
import { isSame, joined, toBase32, toBase64url, utf8, type Bytes } from './bytes';
import { block, readFile, writeFile, type LetterFile } from './file';
import {
  addressOf,
  isGenuine,
  isSigned,
  readPublicKey,
  sha256,
  sign,
  type OwnKey,
  type PublicKey,
} from './keys';
import { Refusal, refuseUnless } from './refusal';
import { newPair, seal, unseal, type OncePair } from './seal';

export const longestText = 7000; // bytes of UTF-8
const frankingBytes = 32;
const paddingMark = 0x80;

/** What is drawn for one letter. */
export interface Drawn {
  franking: Bytes;
  once: OncePair;
  /** Seconds since 1970. */
  time: number;
}

const draw = async (): Promise<Drawn> => ({
  franking: crypto.getRandomValues(new Uint8Array(frankingBytes)),
  once: await newPair(),
  time: Math.floor(Date.now() / 1000),
});

async function commitmentOf(franking: Bytes, before: string, text: Bytes): Promise<Bytes> {
  const how = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', franking, how, false, ['sign']);
  return new Uint8Array(await crypto.subtle.sign('HMAC', key, joined(before, '\n', text)));
}

function padded(content: Bytes): Bytes {
  const out = new Uint8Array(Math.ceil((content.length + 1) / block) * block);
  out.set(content);
  out[content.length] = paddingMark;
  return out;
}

function unpadded(content: Bytes): Bytes {
  let end = content.length;
  while (content[end - 1] === 0) --end;
  refuseUnless(content[end - 1] === paddingMark && content.length - end < block, 'badText');
  return content.slice(0, end - 1);
}

const signedText = async (before: string, sealed: Bytes): Promise<Bytes> =>
  joined('kibitz letter 1\n', before, await sha256(sealed));

/** The key of a person, if it is genuine and has the address that is expected. */
export async function knownKey(text: string, address: string): Promise<PublicKey> {
  const key = readPublicKey(text);
  refuseUnless(key && (await isGenuine(key)), 'badKey');
  refuseUnless((await addressOf(key)) === address, 'wrongAddress');
  return key;
}

/** The file of a letter by `own` to a key that was checked. */
export async function write(
  text: string,
  own: OwnKey,
  recipient: PublicKey,
  drawn?: Drawn,
): Promise<Bytes> {
  const bytes = utf8(text);
  refuseUnless(bytes.length <= longestText, 'textTooLong');
  const { franking, once, time } = drawn ?? (await draw());
  const sealed = await seal(padded(joined(franking, bytes)), recipient.sealing, once);
  const to = await addressOf(recipient);
  const line = `{"v":1,"time":${time},"from":"${own.address}","to":"${to}","key":"${own.public}"`;
  const commitment = await commitmentOf(franking, line, bytes);
  const committed = `${line},"commit":"${toBase64url(commitment)}"`;
  const signature = await sign(own.signing, await signedText(committed, sealed));
  return writeFile(`${committed},"sig":"${toBase64url(signature)}"}`, sealed);
}

async function verify({ metadata, sealed }: LetterFile): Promise<void> {
  if (!metadata) return;
  const key = readPublicKey(metadata.key);
  refuseUnless(key && (await addressOf(key)) === metadata.from, 'wrongSender');
  refuseUnless(await isGenuine(key), 'badKey');
  const signed = await signedText(metadata.beforeSignature, sealed);
  refuseUnless(await isSigned(key.signing, signed, metadata.signature), 'badSignature');
}

export interface OpenedLetter {
  text: string;
  /** Nobody knows who wrote an anonymous letter, nor when. */
  from: string | null;
  time: number | null;
  /** Proves the text to somebody who cannot open the letter. */
  franking: Bytes;
}

/** Opens a letter to `own`, or says in a Refusal why not. */
export async function open(bytes: Bytes, own: OwnKey): Promise<OpenedLetter> {
  const file = readFile(bytes);
  const { metadata } = file;
  await verify(file);
  refuseUnless(!metadata || metadata.to === own.address, 'otherRecipient');
  const content = await unseal(file.sealed, readPublicKey(own.public)!.sealing, own.sealing);
  refuseUnless(content, 'cannotOpen');
  const clear = unpadded(content);
  refuseUnless(clear.length >= frankingBytes, 'badText');
  const franking = clear.slice(0, frankingBytes);
  const text = clear.slice(frankingBytes);
  refuseUnless(franking.every((byte) => byte === 0) === !metadata, 'badCommitment');
  if (metadata) {
    const commitment = await commitmentOf(franking, metadata.beforeCommitment, text);
    refuseUnless(isSame(commitment, metadata.commitment), 'badCommitment');
  }
  refuseUnless(text.length <= longestText, 'textTooLong');
  return {
    text: decoded(text),
    from: metadata?.from ?? null,
    time: metadata?.time ?? null,
    franking,
  };
}

function decoded(text: Bytes): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(text);
  } catch {
    throw new Refusal('badText');
  }
}

/** The name of a letter: the CID of its file. */
export const nameOf = async (file: Bytes): Promise<string> =>
  `b${toBase32(joined(Uint8Array.of(1, 0x55, 0x12, 0x20), await sha256(file)))}`;
