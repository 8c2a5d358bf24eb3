// The library in IndexedDB: for each game a record, its PGN and its course.
import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { GameCourse, GameRecord, NewGame } from './record';

interface Schema extends DBSchema {
  records: { key: number; value: GameRecord; indexes: { origin: string } };
  pgns: { key: number; value: string };
  courses: { key: number; value: GameCourse };
}

const version = 1;
const stores = ['records', 'pgns', 'courses'] as const;

export class Store {
  private constructor(private readonly db: IDBPDatabase<Schema>) {}

  static async open(name: string): Promise<Store> {
    const db = await openDB<Schema>(name, version, {
      upgrade(made) {
        const records = made.createObjectStore('records', { keyPath: 'id', autoIncrement: true });
        records.createIndex('origin', 'origin', { unique: true });
        made.createObjectStore('pgns');
        made.createObjectStore('courses', { keyPath: 'id' });
      },
      // Another tab has a newer version of the page, which waits for this connection.
      blocking: (_, __, event) => (event.target as IDBDatabase).close(),
    });
    return new Store(db);
  }

  /**
   * Stores games in one transaction: all of them or none. A game that is there already is left as it
   * is, or replaced if it has gone on. Returns how many were not there.
   */
  async add(games: readonly NewGame[]): Promise<number> {
    const transaction = this.db.transaction(stores, 'readwrite');
    // A request that fails ends the transaction, which reports why.
    const done = transaction.done;
    done.catch(() => {});
    const records = transaction.objectStore('records');
    const pgns = transaction.objectStore('pgns');
    const courses = transaction.objectStore('courses');
    const origins = records.index('origin');
    let added = 0;
    async function put({ record, pgn, course }: NewGame): Promise<void> {
      const known = await origins.get(record.origin);
      if (known?.last === record.last && known.result === record.result) return;
      const id = await records.put((known ? { ...record, id: known.id } : record) as GameRecord);
      void pgns.put(pgn, id);
      void courses.put({ ...course, id });
      if (!known) ++added;
    }
    // At once: waiting for each request would take much longer.
    const different = new Map(games.map((game) => [game.record.origin, game])).values();
    await Promise.all([...different].map(put)).catch(() => {});
    await done;
    return added;
  }

  records(): Promise<GameRecord[]> {
    return this.db.getAll('records');
  }
  courses(): Promise<GameCourse[]> {
    return this.db.getAll('courses');
  }
  pgn(id: number): Promise<string | undefined> {
    return this.db.get('pgns', id);
  }
  /** From an id on, in the order of the ids. */
  async pgnsFrom(id: number, most: number): Promise<{ id: number; pgn: string }[]> {
    const range = IDBKeyRange.lowerBound(id);
    const transaction = this.db.transaction('pgns');
    const [ids, pgns] = await Promise.all([
      transaction.store.getAllKeys(range, most),
      transaction.store.getAll(range, most),
    ]);
    return ids.map((one, i) => ({ id: one, pgn: pgns[i]! }));
  }
  async update(record: GameRecord): Promise<void> {
    await this.db.put('records', record);
  }
  async remove(id: number): Promise<void> {
    const transaction = this.db.transaction(stores, 'readwrite');
    for (const name of stores) void transaction.objectStore(name).delete(id);
    await transaction.done;
  }
  async clear(): Promise<void> {
    const transaction = this.db.transaction(stores, 'readwrite');
    for (const name of stores) void transaction.objectStore(name).clear();
    await transaction.done;
  }
}
