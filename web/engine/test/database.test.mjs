// A person's own games in WebAssembly, beside the program: both find the same games in the same file.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { OwnGames } from '../dist/database.js';

const program =
  process.env.KIBITZ ?? fileURLToPath(new URL('../../../build/release/kibitz', import.meta.url));

const openings = [
  '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6',
  '1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 6. Be3 e5',
  '1. e4 e6 2. d4 d5 3. exd5 exd5 4. Bd3 Bd6 5. Qe2+ Qe7 6. Qxe7+ Nxe7',
  '1. d4 Nf6 2. c4 g6 3. Nc3 Bg7 4. e4 d6 5. Nf3 O-O 6. Be2 e5 7. dxe5 dxe5 8. Qxd8 Rxd8',
  '1. d4 d5 2. c4 dxc4 3. e3 b5 4. a4 c6 5. axb5 cxb5 6. Qf3',
];
const players = ['Berg, Anna', 'Cruz, Ben', 'Dahl, Cleo', 'Ötzi', 'Fuchs, Eva'];
const results = ['1-0', '1/2-1/2', '0-1'];

const twoDigits = (number) => String(number).padStart(2, '0');
/** Another day for each game, so that none is taken for another. */
const dateOf = (n) =>
  `${2005 + (n % 20)}.${twoDigits(1 + ((n >> 2) % 12))}.${twoDigits(1 + (n % 28))}`;

function invented(count) {
  return Array.from({ length: count }, (_, n) => {
    const result = results[(n * 7 + (n >> 2)) % 3];
    return (
      `[Event "Open"]\n[Date "${dateOf(n)}"]\n[Round "${n + 1}"]\n` +
      `[White "${players[n % 5]}"]\n[Black "${players[(n + 1 + (n % 4)) % 5]}"]\n[Result "${result}"]\n` +
      `[WhiteElo "${1900 + ((n * 37) % 800)}"]\n[BlackElo "${1900 + ((n * 53) % 800)}"]\n\n` +
      `${openings[(n * 3 + (n >> 3)) % 5]} ${result}\n\n`
    );
  }).join('');
}

describe('own games', () => {
  const pgn = invented(600);
  const folder = mkdtempSync(join(tmpdir(), 'kibitz-own-'));
  const file = join(folder, 'games.pgn');
  let own;
  const segments = [];
  before(async () => {
    writeFileSync(file, pgn);
    own = await OwnGames.load();
  });
  after(() => rmSync(folder, { recursive: true }));

  function importAll(text, gamesOfSegment) {
    const bytes = new TextEncoder().encode(text);
    const storeReady = () => {
      for (let ready = own.readySegment(); ready; ready = own.readySegment()) {
        segments[ready.at] = ready.bytes;
        own.segmentStored();
      }
    };
    own.beginImport(gamesOfSegment);
    for (let at = 0; at < bytes.length; at += 1000) {
      own.importBytes(bytes.slice(at, at + 1000));
      storeReady();
    }
    own.endText();
    const count = own.finishImport();
    storeReady();
    own.closeImport();
    return count;
  }

  test('are found as the program finds them', () => {
    assert.equal(importAll(pgn, 256).added, 600);
    const database = join(folder, 'database');
    execFileSync(program, ['games', 'import', file, '--to', database], { stdio: 'pipe' });
    const counted = (options) =>
      Number(
        execFileSync(program, ['games', 'find', database, ...options, '--as', 'count'], {
          encoding: 'utf8',
        }),
      );
    assert.equal(own.find({}).found, counted([]));
    const questions = {
      player: 'berg',
      opening: 'french',
      eco: 'B90-B99',
      result: '1-0',
      since: '2015',
      until: '2012-05',
      elo: '2300-',
      material: 'QRvQR',
      pawns: 'isolated-d',
      bishops: 'same',
      line: '1. e4 e5',
      length: '7-',
      position: 'rnbqkbnr/ppp2ppp/8/3p4/3P4/8/PPP2PPP/RNBQKBNR w KQkq - 0 4',
    };
    for (const [name, value] of Object.entries(questions)) {
      const { found, complete } = own.find({ [name]: value });
      assert.ok(complete);
      assert.equal(found, counted([`--${name}`, value]), name);
    }
    const tree = execFileSync(program, ['games', 'find', database, '--as', 'tree'], {
      encoding: 'utf8',
    });
    const [first] = own.tree({}).moves;
    assert.match(tree, new RegExp(`${first.san}\\s+${first.games}\\b`));
  });

  test('are the same again from the bytes of their segments', () => {
    const asked = { sort: 'date', reverse: true, limit: 200 };
    const before = own.find(asked);
    own.clear();
    assert.equal(own.find({}).found, 0);
    segments.forEach((bytes, at) => own.put(at, bytes));
    assert.deepEqual(own.find(asked), before);
    // They are a database for the program, too.
    const database = join(folder, 'stored');
    execFileSync('mkdir', [database]);
    writeFileSync(join(database, 'kibitz-games'), 'kibitz games 1\n');
    segments.forEach((bytes, at) =>
      writeFileSync(join(database, `${String(at + 1).padStart(6, '0')}.games`), bytes),
    );
    execFileSync(program, ['games', 'check', database], { stdio: 'pipe' });
    const count = execFileSync(program, ['games', 'find', database, '--as', 'count'], {
      encoding: 'utf8',
    });
    assert.equal(Number(count), before.found);
    // And nothing is added twice.
    assert.equal(importAll(pgn, 256).added, 0);
  });

  test('say what is wrong with a question', () => {
    assert.throws(() => own.find({ material: 'KRv' }), /material: /);
    assert.throws(() => own.find({ nothing: 'x' }), /no field/);
    assert.throws(() => own.put(99, segments[0]), /not so many segments/);
    assert.throws(() => own.put(0, new Uint8Array(40)), /no segment/);
  });
});
