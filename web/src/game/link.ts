// Links that contain a whole game: the PGN, compressed, in the part of the address that is not sent
// to a server.

import { words } from '../words';

const mostLetters = 8000; // longer links are cut by some chat programs and mail
const mostBytes = 20e6; // a short link can decompress to more than the page could handle

async function through(
  stream: ReadableWritablePair<Uint8Array, BufferSource>,
  bytes: Uint8Array,
): Promise<Uint8Array> {
  let left = mostBytes;
  const limit = new TransformStream<Uint8Array, Uint8Array>({
    transform: (part, to) =>
      (left -= part.length) < 0 ? to.error(new RangeError()) : to.enqueue(part),
  });
  const piped = new Blob([bytes as BlobPart])
    .stream()
    .pipeThrough(stream as never)
    .pipeThrough(limit as never);
  return new Uint8Array(await new Response(piped as ReadableStream).arrayBuffer());
}

/** Returns null if the game is too long for a link. */
export async function gameLink(pgn: string): Promise<string | null> {
  const packed = await through(
    new CompressionStream('deflate-raw') as never,
    new TextEncoder().encode(pgn),
  );
  const letters = btoa(Array.from(packed, (byte) => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
  if (letters.length > mostLetters) return null;
  return `${location.origin}${location.pathname}#game=${letters}`;
}

/** The PGN in an address, or null if there is none. Throws if it is damaged. */
export async function gameInLink(hash: string): Promise<string | null> {
  const letters = /^#game=([\w-]*)$/.exec(hash)?.[1];
  if (letters === undefined) return hash.startsWith('#game=') ? damaged() : null;
  try {
    const binary = atob(letters.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
    return new TextDecoder().decode(
      await through(new DecompressionStream('deflate-raw') as never, bytes),
    );
  } catch {
    return damaged();
  }
}

function damaged(): never {
  throw new Error(words.value.linkDamaged);
}
