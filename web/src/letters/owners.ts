// By which names in the server's arena the owners of addresses go. Fetched when it is needed.
import { addressNamed } from './name';
import type { Post } from './post';

/** Only names that the owner of the address has signed. */
export async function namesOf(ask: Post['ask'], address: string): Promise<string[]> {
  const { key, names } = await ask('find', { address });
  const signed: string[] = [];
  // Servers before version 0.2 say no names.
  for (const { name, signature } of names ?? [])
    if ((await addressNamed(name, { key, signature })) === address) signed.push(name);
  return signed;
}
