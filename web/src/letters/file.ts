// The file of a letter: one line of metadata, and the sealed body (docs/letters.md).
import { fromBase32, fromBase64url, joined, type Bytes } from './bytes';
import { Refusal, refuseUnless } from './refusal';

export const sealBytes = 48; // by which a sealed body is longer than its content
export const block = 256; // the content's size is a multiple of it
const longestFile = 8192;
const longestPadded = 7168;
const latestTime = 253402300799; // the end of the year 9999
const lineEnd = 0x0a;

export interface Metadata {
  /** Seconds since 1970, by the sender's clock. */
  time: number;
  from: string;
  to: string;
  key: string;
  commitment: Bytes;
  signature: Bytes;
  /** The parts of the line that the commitment and the signature protect. */
  beforeCommitment: string;
  beforeSignature: string;
}

export interface LetterFile {
  /** Nothing in an anonymous letter. */
  metadata: Metadata | null;
  sealed: Bytes;
}

const line =
  /^(({"v":1,"time":(0|[1-9]\d{0,11}),"from":"kz([a-z2-7]{52})","to":"kz([a-z2-7]{52})","key":"([\w-]{171})"),"commit":"([\w-]{43})"),"sig":"([\w-]{86})"}$/;
const otherVersion = /^{"v":(?!1\D)(0|[1-9]\d*)/;

export const isAddress = (text: string): boolean =>
  /^kz[a-z2-7]{52}$/.test(text) && fromBase32(text.slice(2)) !== null;

function readMetadata(text: string): Metadata {
  refuseUnless(!otherVersion.test(text), 'unknownVersion');
  const found = line.exec(text);
  refuseUnless(found, 'badMetadata');
  const [, beforeSignature, beforeCommitment, time, from, to, key, commit, sig] =
    found as unknown as string[];
  const commitment = fromBase64url(commit!);
  const signature = fromBase64url(sig!);
  const areCanonical = fromBase32(from!) && fromBase32(to!) && fromBase64url(key!);
  if (!areCanonical || !commitment || !signature || Number(time) > latestTime)
    throw new Refusal('badMetadata');
  return {
    time: Number(time),
    from: `kz${from}`,
    to: `kz${to}`,
    key: key!,
    commitment,
    signature,
    beforeCommitment: beforeCommitment!,
    beforeSignature: beforeSignature!,
  };
}

export function readFile(file: Bytes): LetterFile {
  refuseUnless(file.length <= longestFile, 'tooLong');
  const end = file.indexOf(lineEnd);
  refuseUnless(end >= 0, 'noMetadata');
  const text = String.fromCharCode(...file.subarray(0, end)); // what is not ASCII fits nowhere
  const metadata = text === '{}' ? null : readMetadata(text);
  const sealed = file.slice(end + 1);
  const padded = sealed.length - sealBytes;
  refuseUnless(padded > 0 && padded <= longestPadded && padded % block === 0, 'badBodySize');
  return { metadata, sealed };
}

/** `line` is the metadata; that of an anonymous letter is `{}`. */
export const writeFile = (line: string, sealed: Bytes): Bytes => joined(line, '\n', sealed);
