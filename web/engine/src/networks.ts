// The networks that evaluate, each fetched once for all engines of a page.
import { load } from './module.js';
import type { NetworkSize } from './port.js';

const loading = new Map<NetworkSize, Promise<ArrayBuffer>>();

/** The bytes of a network's file. After a failure, the next call fetches it again. */
export function loadNetwork(size: NetworkSize): Promise<ArrayBuffer> {
  const earlier = loading.get(size);
  if (earlier) return earlier;
  const now = load(addressOf(size));
  loading.set(size, now);
  now.catch(() => loading.delete(size));
  return now;
}

function addressOf(size: NetworkSize): URL {
  return size === 'large'
    ? new URL('../wasm/kibitz-large.nnue', import.meta.url)
    : new URL('../wasm/kibitz.nnue', import.meta.url);
}
