// Bytes and the texts that stand for them: base32 and base64url without padding, and UTF-8.

/** Bytes as WebCrypto takes them: not of memory that threads share. */
export type Bytes = Uint8Array<ArrayBuffer>;

const alphabet = 'abcdefghijklmnopqrstuvwxyz';
const base32Digits = `${alphabet}234567`;
const base64urlDigits = `${alphabet.toUpperCase()}${alphabet}0123456789-_`;

/** Splits numbers of `from` bits into numbers of `to` bits, the highest bits first; zeros fill up. */
export function regroup(numbers: Iterable<number>, from: number, to: number): number[] {
  const out: number[] = [];
  let pending = 0;
  let bits = 0;
  for (const number of numbers) {
    pending = (pending << from) | number;
    bits += from;
    for (; bits >= to; pending &= (1 << bits) - 1) out.push(pending >> (bits -= to));
  }
  if (bits > 0) out.push(pending << (to - bits));
  return out;
}

const encode = (bytes: Bytes, digits: string, bits: number): string =>
  regroup(bytes, 8, bits)
    .map((one) => digits[one])
    .join('');

/** Nothing if a digit is wrong, or if another text stands for the same bytes. */
function decode(text: string, digits: string, bits: number): Bytes | null {
  const numbers = [...text].map((digit) => digits.indexOf(digit));
  if (numbers.includes(-1)) return null;
  const size = Math.floor((text.length * bits) / 8);
  const bytes = Uint8Array.from(regroup(numbers, bits, 8).slice(0, size));
  return encode(bytes, digits, bits) === text ? bytes : null;
}

export const toBase32 = (bytes: Bytes): string => encode(bytes, base32Digits, 5);
export const fromBase32 = (text: string): Bytes | null => decode(text, base32Digits, 5);
export const toBase64url = (bytes: Bytes): string => encode(bytes, base64urlDigits, 6);
export const fromBase64url = (text: string): Bytes | null => decode(text, base64urlDigits, 6);

const encoder = new TextEncoder();
export const utf8 = (text: string): Bytes => encoder.encode(text);

/** Joins bytes, and texts as UTF-8. */
export function joined(...parts: (Bytes | string)[]): Bytes {
  const all = parts.map((part) => (typeof part === 'string' ? utf8(part) : part));
  const out = new Uint8Array(all.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of all) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

export const isSame = (a: Bytes, b: Bytes): boolean =>
  a.length === b.length && a.every((byte, at) => byte === b[at]);
