// What this browser keeps for letters, in IndexedDB: the key, the people, and which letters were read.
// Secret keys are kept as objects of the browser, whose bytes no script can read.
import type { OwnKey } from './keys';

/** Somebody whom the user knows by a name of the user's choice. */
export interface Person {
  name: string;
  /** Whether the user has compared the address with the one that this person gave them. */
  isVerified: boolean;
  isBlocked: boolean;
}

/** A copy of a letter that went away, sealed for its writer. */
export interface SentLetter {
  /** The address of the one who got it. */
  to: string;
  /** Seconds since 1970. */
  time: number;
  file: Uint8Array<ArrayBuffer>;
}

interface Values {
  key: OwnKey;
  /** By address. */
  people: Map<string, Person>;
  /** The names of letters that were read or deleted. */
  read: Set<string>;
  /** The newest first. */
  sent: SentLetter[];
}

const store = 'values';

function ended<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

let opened: Promise<IDBDatabase> | undefined;
async function objects(mode: IDBTransactionMode): Promise<IDBObjectStore> {
  opened ??= (() => {
    const request = indexedDB.open('kibitz-letters', 1);
    request.onupgradeneeded = () => request.result.createObjectStore(store);
    return ended(request);
  })();
  return (await opened).transaction(store, mode).objectStore(store);
}

export const kept = async <Name extends keyof Values>(
  name: Name,
): Promise<Values[Name] | undefined> => ended((await objects('readonly')).get(name));

export const keep = async <Name extends keyof Values>(
  name: Name,
  value: Values[Name],
): Promise<unknown> => ended((await objects('readwrite')).put(value, name));

export const forgetAll = async (): Promise<unknown> => ended((await objects('readwrite')).clear());
