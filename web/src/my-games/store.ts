// The library in IndexedDB. Imported games are in segments, thousands in each (docs/game-database.md); games
// that were played here are stored one by one, with a record and their PGN.
import type { ReadySegment } from 'kibitz/database';
import { openDB, type DBSchema, type IDBPDatabase, unwrap } from 'idb';
import type { GameRecord, KeptReview, NewGame } from './record';

/** Where a game of a segment is; both are counted from 0. */
export interface Place {
  segment: number;
  game: number;
}

/** A review of a game in a segment, with what the statistics need to know of the game. */
export interface PlacedReview extends Place {
  white: string;
  black: string;
  review: KeptReview;
}

interface Schema extends DBSchema {
  records: { key: number; value: GameRecord; indexes: { origin: string } };
  pgns: { key: number; value: string };
  /** The positions of games that version 1 of the library stored. */
  courses: { key: number; value: { id: number } };
  /** By their places. */
  segments: { key: number; value: Uint8Array<ArrayBuffer> };
  /** Under one key, how many games each segment has, so that nobody replaces what another tab has written. */
  sizes: { key: string; value: number[] };
  deleted: { key: [number, number]; value: Place };
  reviews: { key: [number, number]; value: PlacedReview };
}

const version = 2;
const versionWithSegments = 2;
const gameStores = ['records', 'pgns', 'courses'] as const;
const segmentStores = ['segments', 'sizes', 'deleted', 'reviews'] as const;
const sizesKey = 'segments';
const placePath = ['segment', 'game'];

/** Another tab has changed the segments since they were read. */
export class OutdatedError extends Error {}

export interface Content {
  segments: Uint8Array<ArrayBuffer>[];
  sizes: number[];
  deleted: Place[];
  reviews: PlacedReview[];
  records: GameRecord[];
  pgns: Map<number, string>;
}

/** A game that is stored by itself. */
export interface StoredGame {
  record: GameRecord;
  pgn: string;
}

export class Store {
  private constructor(private readonly db: IDBPDatabase<Schema>) {}

  static async open(name: string): Promise<Store> {
    const db = await openDB<Schema>(name, version, {
      upgrade(made, before) {
        if (before < 1) {
          const records = made.createObjectStore('records', { keyPath: 'id', autoIncrement: true });
          records.createIndex('origin', 'origin', { unique: true });
          made.createObjectStore('pgns');
          made.createObjectStore('courses', { keyPath: 'id' });
        }
        if (before < versionWithSegments) {
          made.createObjectStore('segments');
          made.createObjectStore('sizes');
          made.createObjectStore('deleted', { keyPath: placePath });
          made.createObjectStore('reviews', { keyPath: placePath });
        }
      },
      // Another tab has a newer version of the page, which waits for this connection.
      blocking: (_, __, event) => (event.target as IDBDatabase).close(),
    });
    return new Store(db);
  }

  /** All that is kept, as it is at one time. */
  async content(): Promise<Content> {
    const transaction = this.db.transaction([...segmentStores, ...gameStores]);
    const pgns = transaction.objectStore('pgns');
    const [segments, sizes, deleted, reviews, records, ids, texts] = await Promise.all([
      transaction.objectStore('segments').getAll(),
      transaction.objectStore('sizes').get(sizesKey),
      transaction.objectStore('deleted').getAll(),
      transaction.objectStore('reviews').getAll(),
      transaction.objectStore('records').getAll(),
      pgns.getAllKeys(),
      pgns.getAll(),
    ]);
    const byId = new Map(ids.map((id, at) => [id, texts[at]!]));
    return { segments, sizes: sizes ?? [], deleted, reviews, records, pgns: byId };
  }

  async sizes(): Promise<number[]> {
    return (await this.db.get('sizes', sizesKey)) ?? [];
  }

  /** Stores a segment at its place. `before` are the sizes that are to be there. */
  async putSegment(segment: ReadySegment, before: readonly number[]): Promise<void> {
    await this.writeSegments([segment], before);
  }

  /**
   * Stores segments into which games were moved that were stored by themselves, all or nothing: of those,
   * `rest` is left. It is much faster to store these again than to remove the others one by one.
   */
  async moveGames(
    segments: readonly ReadySegment[],
    before: readonly number[],
    rest: readonly StoredGame[],
  ): Promise<void> {
    await this.writeSegments(segments, before, (transaction) => {
      for (const name of gameStores) void transaction.objectStore(name).clear();
      for (const { record, pgn } of rest) {
        transaction.objectStore('records').put(record);
        transaction.objectStore('pgns').put(pgn, record.id);
      }
    });
  }

  private async writeSegments(
    segments: readonly ReadySegment[],
    before: readonly number[],
    alsoWrite?: (transaction: IDBTransaction) => void,
  ): Promise<void> {
    const transaction = this.db.transaction([...segmentStores, ...gameStores], 'readwrite');
    // A request that fails ends the transaction, which reports why.
    const done = transaction.done;
    done.catch(() => {});
    const sizes = transaction.objectStore('sizes');
    let now = (await sizes.get(sizesKey)) ?? [];
    if (now.join() !== before.join()) {
      transaction.abort();
      throw new OutdatedError('the segments have changed');
    }
    for (const { at, bytes, games } of segments) {
      void transaction
        .objectStore('segments')
        .put(bytes, at)
        .catch(() => {});
      now = now.toSpliced(at, 1, games);
    }
    void sizes.put(now, sizesKey).catch(() => {});
    alsoWrite?.(unwrap(transaction));
    await done;
  }

  /**
   * Stores a game by itself. One of the same origin is left as it is, or replaced if it has gone on. Returns
   * the id, and whether anything was stored.
   */
  async add({ record, pgn }: NewGame): Promise<{ id: number; isStored: boolean }> {
    const transaction = this.db.transaction(gameStores, 'readwrite');
    const records = transaction.objectStore('records');
    const known = await records.index('origin').get(record.origin);
    if (known?.last === record.last && known.result === record.result) {
      await transaction.done;
      return { id: known.id, isStored: false };
    }
    const id = await records.put((known ? { ...record, id: known.id } : record) as GameRecord);
    await Promise.all([transaction.objectStore('pgns').put(pgn, id), transaction.done]);
    return { id, isStored: true };
  }

  /** Stores a game as it was. */
  async restore({ record, pgn }: StoredGame): Promise<void> {
    const transaction = this.db.transaction(gameStores, 'readwrite');
    await Promise.all([
      transaction.objectStore('records').put(record),
      transaction.objectStore('pgns').put(pgn, record.id),
      transaction.done,
    ]);
  }

  pgn(id: number): Promise<string | undefined> {
    return this.db.get('pgns', id);
  }
  async update(record: GameRecord): Promise<void> {
    await this.db.put('records', record);
  }
  async remove(id: number): Promise<void> {
    const transaction = this.db.transaction(gameStores, 'readwrite');
    for (const name of gameStores) void transaction.objectStore(name).delete(id);
    await transaction.done;
  }
  async setDeleted({ segment, game }: Place, isDeleted: boolean): Promise<void> {
    if (isDeleted) await this.db.put('deleted', { segment, game });
    else await this.db.delete('deleted', [segment, game]);
  }
  async putReview(review: PlacedReview): Promise<void> {
    await this.db.put('reviews', review);
  }
  async clear(): Promise<void> {
    const all = [...segmentStores, ...gameStores];
    const transaction = this.db.transaction(all, 'readwrite');
    for (const name of all) void transaction.objectStore(name).clear();
    await transaction.done;
  }
}
