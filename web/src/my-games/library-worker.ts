// The library's worker: it reads PGNs, keeps the games in IndexedDB, and answers questions about
// them, so that the page itself never waits for thousands of games.
import { Rules, type Color, type ImportedGame } from 'kibitz';
import type { PlayedMove } from '../game/results';
import type {
  ErrorCode,
  Imported,
  ImportNote,
  Page,
  Reply,
  Request,
  Requests,
  Verb,
} from './library-protocol';
import { movesIn, type Side } from './own-moves';
import {
  newGameOf,
  numberOf,
  sideOf,
  type GameCourse,
  type GameRecord,
  type KeptReview,
  type NewGame,
} from './record';
import { type OwnPosition, repertoireOf } from './repertoire';
import { latestFirst, matches, reaches, type Query } from './search';
import { statisticsOf, type Statistics } from './statistics';
import { Store } from './store';
import { openingInGerman } from '../words/openings-de';
import { openingInSpanish } from '../words/openings-es';

const databaseName = 'kibitz-games';
/** So many games are named of those that were not read as they stand there. */
const mostNotes = 200;
/** A piece of a PGN that is read at a time, in bytes. */
const pieceLength = 1 << 18;
/** PGNs that are read at a time for an export. */
const exportedAtATime = 500;

let store: Promise<Store> | undefined;
const theStore = () => (store ??= Store.open(databaseName));
let rules: Promise<Rules> | undefined;
const theRules = () => (rules ??= Rules.load());

// Read once, and again when the library has changed.
let records: Promise<GameRecord[]> | undefined;
let courses: Promise<Map<number, GameCourse>> | undefined;
const allRecords = () => (records ??= theStore().then((open) => open.records()));
const allCourses = () =>
  (courses ??= theStore()
    .then((open) => open.courses())
    .then((all) => new Map(all.map((course) => [course.id, course]))));

function forget(): void {
  records = courses = undefined;
}

const otherTabs = new BroadcastChannel(databaseName);
otherTabs.onmessage = () => {
  forget();
  post({ changed: true });
};
function changed(): void {
  forget();
  otherTabs.postMessage('changed');
}

/** Every translated name of an opening, so that a search in any language of the page finds it. */
const inOtherLanguages = (opening: string): string =>
  `${openingInGerman(opening)}\n${openingInSpanish(opening)}`;

async function find(query: Query, names: string[], most: number): Promise<Page> {
  let found = (await allRecords()).filter((record) =>
    matches(record, query, names, inOtherLanguages),
  );
  if (query.position !== '') {
    const position = numberOf(query.position);
    const all = await allCourses();
    found = found.filter(({ id }) => reaches(all.get(id)!, position));
  }
  return { records: found.toSorted(latestFirst).slice(0, most), found: found.length };
}

async function statistics(names: string[]): Promise<Statistics> {
  return statisticsOf(await allRecords(), names);
}

async function ownMoves(position: string, side: Side, names: string[]): Promise<PlayedMove[]> {
  const all = await allCourses();
  const games = (await allRecords())
    .filter((record) => side === 'both' || sideOf(record, names) === side)
    .map((record) => ({ record, course: all.get(record.id)! }));
  return movesIn(numberOf(position), games);
}

async function repertoire(start: string, names: string[]): Promise<OwnPosition[]> {
  const all = await allCourses();
  const games = (await allRecords()).flatMap((record) => {
    const side = sideOf(record, names);
    const course = all.get(record.id);
    return side && course ? [{ side, course }] : [];
  });
  return repertoireOf(games, numberOf(start));
}

/** The bytes of a text in pieces, each with the share of it that has then been read. */
async function* piecesOf(blob: Blob): AsyncGenerator<{ piece: ArrayBuffer; share: number }> {
  for (let at = 0; at < blob.size; at += pieceLength) {
    const piece = await blob.slice(at, at + pieceLength).arrayBuffer();
    yield { piece, share: Math.min(1, (at + pieceLength) / blob.size) };
  }
}

async function importGames(source: Blob[] | string, request: number): Promise<Imported> {
  const [open, known] = await Promise.all([theStore(), theRules()]);
  const blobs = typeof source === 'string' ? [new Blob([source])] : source;
  const result: Imported = {
    added: 0,
    known: 0,
    without: 0,
    fates: { read: 0, repaired: 0, cut: 0, refused: 0 },
    notes: [],
  };
  const keep = async (games: NewGame[]) => {
    const added = await open.add(games);
    result.added += added;
    result.known += games.length - added;
  };
  const take = async (games: readonly ImportedGame[]) => {
    for (const game of games) {
      result.fates[game.fate] += 1;
      if (!hasMoves(game)) result.without += 1;
      if (game.fate !== 'read' && result.notes.length < mostNotes) result.notes.push(noteOf(game));
    }
    await keep(games.filter(hasMoves).map((game) => newGameOf(game, now)));
  };
  const now = Date.now();
  try {
    // Each file has its own characters.
    for (const [index, blob] of blobs.entries()) {
      known.beginImport();
      for await (const { piece, share } of piecesOf(blob)) {
        await take(known.importBytes(piece));
        const progress = { share: (index + share) / blobs.length, games: result.added };
        post({ id: request, progress });
      }
      await take(known.finishImport());
    }
  } finally {
    changed(); // also where it failed halfway: what was read is kept
  }
  return result;
}

const hasMoves = ({ plies }: { plies: number }) => plies > 0;

/** What an import says about a game that was not read as it stands there. */
function noteOf({ fate, tags, pgn, error, fault, repairs }: ImportedGame): ImportNote {
  const why = error ? { error, fault } : (repairs?.[0] ?? { error: '', fault: undefined });
  return { fate, white: tags.White ?? '?', black: tags.Black ?? '?', pgn, ...why };
}

async function addPlayed(pgn: string, origin: string, side: Color | null): Promise<void> {
  const [open, known] = await Promise.all([theStore(), theRules()]);
  known.beginImport();
  const games = [...known.importText(pgn), ...known.finishImport()];
  await open.add(games.map((game) => newGameOf(game, Date.now(), { origin, side })));
  changed();
}

async function addReview(plies: number, last: string, review: KeptReview): Promise<void> {
  const open = await theStore();
  const reviewed = (await allRecords()).filter(
    (record) => record.plies === plies && record.last === last,
  );
  for (const record of reviewed) await open.update({ ...record, review });
  if (reviewed.length > 0) changed();
}

async function exportAll(): Promise<Blob> {
  const open = await theStore();
  const parts: string[] = [];
  for (let from = 0; ; ) {
    const games = await open.pgnsFrom(from, exportedAtATime);
    if (games.length === 0) break;
    parts.push(...games.map(({ pgn }) => `${pgn}\n`));
    from = games.at(-1)!.id + 1;
  }
  return new Blob(parts, { type: 'application/x-chess-pgn' });
}

// Requests that write or read a PGN wait for each other: there is one import at a time.
let lastWrite: Promise<unknown> = Promise.resolve();
function inTurn<Answer>(act: () => Promise<Answer>): Promise<Answer> {
  const done = lastWrite.then(act, act);
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
  pgn: async (_, id) => (await (await theStore()).pgn(id)) ?? '',
  remove: (_, id) => inTurn(async () => (await theStore()).remove(id).then(changed)),
  exportAll: () => exportAll(),
  clear: () => inTurn(async () => (await theStore()).clear().then(changed)),
};

function codeOf(error: unknown): ErrorCode {
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
    const message = error instanceof Error ? error.message : String(error);
    post({ id, error: { code: codeOf(error), message } });
    if (codeOf(error) === 'unavailable') store = undefined; // so that the next request tries again
    forget();
  }
});
