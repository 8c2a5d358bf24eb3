// What tests send along, to the laboratory and from it, in pieces.
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { askAsPerson } from './person';

const pieceBytes = 512 * 1024;
export const mostUploadBytes = 64 * 1024 * 1024;

function toBase64url(bytes: Uint8Array): string {
  let letters = '';
  const step = 0x8000; // more arguments than that are too many for some browsers
  for (let from = 0; from < bytes.length; from += step)
    letters += String.fromCharCode(...bytes.subarray(from, from + step));
  return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

const fromBase64url = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
    letter.charCodeAt(0),
  );

export const hashOf = (bytes: Uint8Array): string => bytesToHex(sha256(bytes));

/** Sends what the laboratory does not have yet; says how much it has. */
export async function sendUpload(
  hash: string,
  bytes: Uint8Array,
  onProgress: (part: number) => void,
): Promise<void> {
  for (let from = 0; ; ) {
    const { have, whole } = await askAsPerson<{ have: number; whole: boolean }>({
      type: 'upload',
      hash,
      bytes: bytes.length,
      from,
      data: toBase64url(bytes.subarray(from, from + pieceBytes)),
    });
    if (whole) return;
    from = Math.min(have, bytes.length);
    onProgress(from / bytes.length);
  }
}

export async function fetchUpload(hash: string): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for (let piece = 0, pieces = 1; piece < pieces; ++piece) {
    const answer = await askAsPerson<{ data: string; pieces: number }>({
      type: 'fetch',
      hash,
      piece,
    });
    pieces = answer.pieces;
    parts.push(fromBase64url(answer.data));
  }
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
