// The 24 words that stand for a seed and its checksum. The list of words is a file of its own.
import { regroup, type Bytes } from './bytes';
import { refuseUnless } from './refusal';

const wordBits = 11;
const enoughLetters = 4; // by which every word of the list is known
export const wordCount = 24;

/** @param bytes the 33 bytes of a seed and its checksum */
export const wordsOf = (bytes: Bytes, list: readonly string[]): string[] =>
  regroup(bytes, 8, wordBits).map((one) => list[one]!);

export function bytesOf(text: string, list: readonly string[]): Bytes {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  refuseUnless(words.length === wordCount, 'wordCount');
  const numbers = words.map((word) =>
    list.findIndex((one) => one === word || (word.length >= enoughLetters && one.startsWith(word))),
  );
  refuseUnless(!numbers.includes(-1), 'unknownWord');
  return Uint8Array.from(regroup(numbers, wordBits, 8));
}
