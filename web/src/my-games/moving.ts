// Moves imported games that are stored one by one, as earlier versions of the page did, into segments. What was
// played here stays, since it may go on, and so does what was reviewed.
import type { ReadySegment } from 'kibitz/database';
import { gamesOfSegment, type GamesInMemory } from './games-in-memory';
import { isPlayedHere, type GameRecord } from './record';
import type { Content, Store, StoredGame } from './store';

/** It is not worth while for fewer. */
const leastGames = 500;

const canMove = (record: GameRecord): boolean =>
  !isPlayedHere(record) && record.side === null && record.review === undefined;

export const isWorthMoving = ({ records }: Pick<Content, 'records'>): boolean =>
  records.filter(canMove).length >= leastGames;

/**
 * All of it is stored in one transaction, so that every game is always in one of the two places. `games` has
 * to be read anew afterwards.
 */
export async function moveToSegments(
  games: GamesInMemory,
  { records, pgns }: Content,
  store: Store,
): Promise<void> {
  const { database } = games;
  const encoder = new TextEncoder();
  const segments: ReadySegment[] = [];
  const takeReady = () => {
    for (let ready = database.readySegment(); ready; ready = database.readySegment()) {
      segments.push(ready);
      database.segmentStored();
    }
  };
  const rest: StoredGame[] = [];
  let added = 0;
  database.beginImport(gamesOfSegment, true);
  try {
    for (const record of records) {
      const pgn = pgns.get(record.id) ?? '';
      const before = added;
      if (canMove(record)) {
        database.importBytes(encoder.encode(pgn));
        added = database.endText().added;
        takeReady();
      }
      // What is not one game stays where it is.
      if (added !== before + 1) rest.push({ record, pgn });
    }
    database.finishImport();
    takeReady();
  } finally {
    database.closeImport();
  }
  await store.moveGames(segments, games.sizes, rest);
}
