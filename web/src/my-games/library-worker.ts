// The library's worker: it reads PGNs, keeps the games in IndexedDB and in memory as a database, and answers
// questions about them, so that the page itself never waits for thousands of games.
import { KibitzError, Rules, type Color } from 'kibitz';
import { OwnGames, type ImportCount, type ReadNote } from 'kibitz/database';
import type { PlayedMove } from '../game/results';
import { openingInGerman } from '../words/openings-de';
import { openingInSpanish } from '../words/openings-es';
import { GamesInMemory, gamesOfSegment } from './games-in-memory';
import type {
  ErrorCode,
  Imported,
  ImportNote,
  Page,
  Removed,
  Reply,
  Request,
  Requests,
  Verb,
} from './library-protocol';
import { isWorthMoving, moveToSegments } from './moving';
import { playedMoves, type Side } from './own-moves';
import { newGameOf, type GameRecord, type KeptReview } from './record';
import { type OwnPosition, ownPosition } from './repertoire';
import { fieldsOf, type OpeningNames, ownOutcome, type Query } from './search';
import { statisticsOf, type Statistics } from './statistics';
import { OutdatedError, Store } from './store';

const databaseName = 'kibitz-games';
/** A piece of a PGN that is read at a time, in bytes. */
const pieceLength = 1 << 18;
/** So often an import begins again that another tab has disturbed. */
const mostTries = 3;
/** Games that are written as PGN at a time for an export. */
const exportedAtATime = 500;

let store: Promise<Store> | undefined;
const theStore = () => (store ??= Store.open(databaseName));
let rules: Promise<Rules> | undefined;
const theRules = () =>
  (rules ??= Rules.load().catch((error) => {
    rules = undefined; // so that the next request tries again
    throw error;
  }));
let database: Promise<OwnGames> | undefined;
const theDatabase = () =>
  (database ??= OwnGames.load().catch((error) => {
    database = undefined;
    throw error;
  }));

// Read when they are first asked for, and again when another tab has changed the library. All are in the one
// database, so they are read one after the other, and who has waited for an earlier reading waits for the next.
let games: Promise<GamesInMemory> | undefined;
let lastReading: Promise<unknown> = Promise.resolve();
async function theGames(): Promise<GamesInMemory> {
  for (;;) {
    games ??= lastReading.then(readGames);
    const asked = games;
    lastReading = asked.catch(() => {});
    const read = await asked;
    if (games === asked) return read;
  }
}

/** How many requests change the games: what other tabs have done is read when they are through. */
let writers = 0;
let isOutdated = false;
function forget(): void {
  isOutdated = writers > 0;
  if (!isOutdated) games = undefined;
}
async function asWriter<Answer>(act: () => Promise<Answer>): Promise<Answer> {
  ++writers;
  try {
    return await act();
  } finally {
    --writers;
    if (isOutdated) forget();
  }
}

/** No other tab writes segments meanwhile, where the browser can see to it. */
const alone = <Answer>(act: () => Promise<Answer>): Promise<Answer> =>
  navigator.locks ? (navigator.locks.request(databaseName, act) as Promise<Answer>) : act();

async function readGames(): Promise<GamesInMemory> {
  const [open, known] = await Promise.all([theStore(), theDatabase()]);
  const content = await open.content();
  if (!isWorthMoving(content)) return new GamesInMemory(known, content);
  return alone(() =>
    asWriter(async () => {
      const now = await open.content();
      const segments = new GamesInMemory(known, { ...now, records: [] });
      if (isWorthMoving(now))
        await moveToSegments(segments, now, open).catch((error) => {
          if (codeOf(error) !== 'full') throw error; // they stay where they are
        });
      return new GamesInMemory(known, await open.content());
    }),
  );
}

const otherTabs = new BroadcastChannel(databaseName);
otherTabs.onmessage = () => {
  forget();
  post({ changed: true });
};
const changed = () => otherTabs.postMessage('changed');

/** All openings with their translated names, so that a search in any language of the page finds them. */
let openings: OpeningNames[] | undefined;
const theOpenings = (known: OwnGames): OpeningNames[] =>
  (openings ??= [...new Set(known.openingNames())].map((english) => ({
    english,
    others: `${openingInGerman(english)}\n${openingInSpanish(english)}`.toLowerCase(),
  })));

/** What is asked for makes no sense. */
class BadQuery extends Error {}

function look(all: GamesInMemory, query: Query, names: string[], most: number) {
  const asked = fieldsOf(query, query.opening.trim() ? theOpenings(all.database) : []);
  try {
    return all.database.find({ ...asked, limit: most }, query.player.trim(), {
      side: query.colour,
      outcome: ownOutcome(query),
      names,
    });
  } catch (error) {
    throw error instanceof KibitzError ? new BadQuery(error.message) : error;
  }
}

async function find(query: Query, names: string[], most: number): Promise<Page> {
  const all = await theGames();
  const { found, complete, games } = look(all, query, names, most);
  return {
    found,
    complete,
    games: games.map(({ number, ...game }) => {
      const id = all.idOf(number);
      return { ...game, id, side: all.sideOf(id, game, names) };
    }),
  };
}

async function statistics(names: string[]): Promise<Statistics> {
  const all = await theGames();
  const kept = [...all.records.values()];
  return statisticsOf(all.database.results(names), kept, all.allReviews(names));
}

async function ownMoves(
  { fen, turn }: { fen: string; turn: Color },
  side: Side,
  names: string[],
): Promise<PlayedMove[]> {
  const { moves } = (await theGames()).database.tree({ position: fen }, side, names);
  return playedMoves(turn, moves);
}

async function repertoire(names: string[]): Promise<OwnPosition[]> {
  return (await theGames()).database.openings(names).map(ownPosition);
}

/** The bytes of a file in pieces, each with the share of it that has then been read. */
async function* piecesOf(blob: Blob): AsyncGenerator<{ piece: ArrayBuffer; share: number }> {
  for (let at = 0; at < blob.size; at += pieceLength) {
    const piece = await blob.slice(at, at + pieceLength).arrayBuffer();
    yield { piece, share: Math.min(1, (at + pieceLength) / blob.size) };
  }
}

/** The games as they are now, though another tab may just have written some. */
async function currentGames(): Promise<GamesInMemory> {
  const open = await theStore();
  const known = await theGames();
  if ((await open.sizes()).join() === known.sizes.join()) return known;
  games = open.content().then((content) => new GamesInMemory(known.database, content));
  lastReading = games.catch(() => {});
  return games;
}

async function importGames(source: Blob[] | string, request: number): Promise<Imported> {
  await theGames();
  return alone(async () => {
    try {
      for (let triesLeft = mostTries; ; --triesLeft) {
        try {
          return await readAndStore(source, request);
        } catch (error) {
          // Without locks, another tab may have written; what was stored before is found to be there.
          if (!(error instanceof OutdatedError) || triesLeft <= 1) throw error;
        }
      }
    } finally {
      changed(); // also where it failed halfway: what was stored is kept
    }
  });
}

async function readAndStore(source: Blob[] | string, request: number): Promise<Imported> {
  const open = await theStore();
  const all = await currentGames();
  const reading = all.database;
  const blobs = typeof source === 'string' ? [new Blob([source])] : source;
  const notes: ImportNote[] = [];
  let last: ImportCount | undefined;
  const take = async (count: ImportCount) => {
    last = count;
    notes.push(...count.notes.map(noteOf));
    for (let ready = reading.readySegment(); ready; ready = reading.readySegment()) {
      await open.putSegment(ready, all.sizes);
      all.sizes = all.sizes.toSpliced(ready.at, 1, ready.games);
      reading.segmentStored();
    }
  };
  reading.beginImport(gamesOfSegment);
  try {
    for (const [index, blob] of blobs.entries()) {
      for await (const { piece, share } of piecesOf(blob)) {
        await take(reading.importBytes(piece));
        const progress = { share: (index + share) / blobs.length, games: last!.added };
        post({ id: request, progress });
      }
      await take(reading.endText()); // each file has its own characters
    }
    await take(reading.finishImport());
    return { ...last!, notes };
  } finally {
    reading.closeImport();
  }
}

/** What an import says about a game that was not read as it stands there. */
function noteOf({ fate, white, black, pgn, error, fault, repairs }: ReadNote): ImportNote {
  const why = error ? { error, fault } : (repairs?.[0] ?? { error: '', fault: undefined });
  return { fate, white, black, pgn, ...why };
}

async function addPlayed(pgn: string, origin: string, side: Color | null): Promise<void> {
  const [open, known] = await Promise.all([theStore(), theRules()]);
  known.beginImport();
  for (const game of [...known.importText(pgn), ...known.finishImport()]) {
    const made = newGameOf(game, Date.now(), { origin, side });
    const { id, isStored } = await open.add(made);
    // Who has not asked for games yet reads them later.
    if (!isStored || !games) continue;
    const read = await theGames().catch(() => null);
    read?.keep({ record: { ...made.record, id }, pgn: made.pgn });
  }
  changed();
}

async function addReview(
  plies: number,
  last: { name: string; fen: string },
  review: KeptReview,
): Promise<void> {
  const open = await theStore();
  const all = await theGames();
  for (const record of [...all.records.values()]) {
    if (record.plies !== plies || record.last !== last.name) continue;
    const reviewed: GameRecord = { ...record, review };
    await open.update(reviewed);
    all.records.set(record.id, reviewed);
  }
  for (const { number, white, black } of all.database.ending(last.fen, plies)) {
    const place = all.place(all.idOf(number));
    if (!place) continue;
    const placed = { ...place, white, black, review };
    await open.putReview(placed);
    all.setReview(placed);
  }
  changed();
}

async function pgnOf(id: number): Promise<string> {
  const all = await theGames();
  const place = all.place(id);
  return place
    ? all.database.pgn(all.numberOf(place), 1).pgn
    : ((await (await theStore()).pgn(id)) ?? '');
}

async function remove(id: number): Promise<Removed> {
  const [open, all] = await Promise.all([theStore(), theGames()]);
  const place = all.place(id);
  const record = all.records.get(id);
  const removed = { id, stored: record ? { record, pgn: (await open.pgn(id)) ?? '' } : null };
  if (place) await open.setDeleted(place, true);
  else await open.remove(id);
  all.setRemoved(removed, true);
  changed();
  return removed;
}

async function restore(removed: Removed): Promise<void> {
  const [open, all] = await Promise.all([theStore(), theGames()]);
  const place = all.place(removed.id);
  if (place) await open.setDeleted(place, false);
  else if (removed.stored) await open.restore(removed.stored);
  all.setRemoved(removed, false);
  changed();
}

async function exportAll(): Promise<Blob> {
  const all = await theGames();
  const parts: string[] = [];
  for (let from = 1; from > 0; ) {
    const { pgn, next } = all.database.pgn(from, exportedAtATime);
    if (pgn !== '') parts.push(`${pgn}\n`);
    from = next;
  }
  return new Blob(parts, { type: 'application/x-chess-pgn' });
}

async function clear(): Promise<void> {
  const open = await theStore();
  await alone(() => open.clear());
  games = undefined;
  changed();
}

// Requests that write or read a PGN wait for each other: there is one import at a time.
let lastWrite: Promise<unknown> = Promise.resolve();
function inTurn<Answer>(act: () => Promise<Answer>): Promise<Answer> {
  const write = () => asWriter(act);
  const done = lastWrite.then(write, write);
  lastWrite = done.catch(() => {});
  return done;
}

type Handlers = {
  [V in Verb]: (request: number, ...args: Requests[V]['args']) => Promise<Requests[V]['answer']>;
};
const handlers: Handlers = {
  find: (_, ...args) => find(...args),
  statistics: (_, ...args) => statistics(...args),
  ownMoves: (_, ...args) => ownMoves(...args),
  repertoire: (_, ...args) => repertoire(...args),
  import: (request, source) => inTurn(() => importGames(source, request)),
  addPlayed: (_, ...args) => inTurn(() => addPlayed(...args)),
  addReview: (_, ...args) => inTurn(() => addReview(...args)),
  pgn: (_, id) => pgnOf(id),
  remove: (_, id) => inTurn(() => remove(id)),
  restore: (_, removed) => inTurn(() => restore(removed)),
  exportAll: () => exportAll(),
  clear: () => inTurn(clear),
};

function codeOf(error: unknown): ErrorCode {
  if (error instanceof BadQuery) return 'badQuery';
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'QuotaExceededError') return 'full';
  const isForbidden = ['SecurityError', 'InvalidStateError', 'UnknownError', 'NotSupportedError'];
  return isForbidden.includes(name) || !globalThis.indexedDB ? 'unavailable' : 'other';
}

const post = (reply: Reply) => postMessage(reply);

addEventListener('message', async ({ data }: MessageEvent<Request>) => {
  const { id, verb, args } = data;
  const handle = handlers[verb] as (request: number, ...args: unknown[]) => Promise<unknown>;
  try {
    post({ id, answer: await handle(id, ...args) });
  } catch (error) {
    const code = codeOf(error);
    post({ id, error: { code, message: error instanceof Error ? error.message : String(error) } });
    if (code === 'badQuery') return;
    // The next request tries again.
    if (code === 'unavailable') store = undefined;
    if (error instanceof WebAssembly.RuntimeError) database = undefined;
    forget();
  }
});
