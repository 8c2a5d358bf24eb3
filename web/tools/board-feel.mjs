// The same gestures on the page's board and on chessground: node tools/board-feel.mjs CHESSGROUND ROUNDS, for
// bench/board-feel, which says what it prints.
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Rules } from '../engine/dist/rules.js';
import { begin, open, openPage, square, visit } from '../test/browser.mjs';
import { serve } from './serve.mjs';

const [chessground, rounds] = [resolve(process.argv[2]), Number(process.argv[3])];
const frame = 1000 / 60; // milliseconds
const late = 1.5 * frame;
const slowness = 4;

const rules = await Rules.load();
const site = await open();

/** Where a square is, on a board seen from White. */
function on({ x, y, width }, name) {
  const side = width / 8;
  const [file, rank] = [name.charCodeAt(0) - 97, Number(name[1]) - 1];
  return [x + (file + 0.5) * side, y + (7.5 - rank) * side];
}

// --- The boards: each opens with White to move, or with White waiting for Black

const here = {
  name: 'Kibitz',
  async open(isWaiting) {
    const page = await visit(site.browser, site.address, { serviceWorkers: 'block' });
    if (isWaiting) {
      await begin(page, { opponent: 'engine', clock: '30+20' });
      for (const name of ['e2', 'e4']) await square(page, name).click();
      await page.waitForFunction(() => JSON.parse(localStorage['kibitz.game']).moves.length === 1);
    } else await begin(page, { opponent: 'person' });
    return page;
  },
  box: (page) => page.locator('.board').boundingBox(),
  state: (page) =>
    page.evaluate(() => ({
      moves: JSON.parse(localStorage['kibitz.game']).moves.join(' '),
      selected: document.querySelector('.board .selected')?.dataset.square ?? '',
      premoves: document.querySelectorAll('.board .premove').length > 0,
      dragged: document.querySelector('.ghost') !== null,
    })),
};

const folder = mkdtempSync(join(tmpdir(), 'board-feel-'));
symlinkSync(chessground, join(folder, 'chessground'));
const destsOf = (moves) => {
  const dests = {};
  for (const { from, to, rook } of rules.position('', moves).legal)
    (dests[from] ??= []).push(to, ...(rook ? [rook] : []));
  return dests;
};
writeFileSync(
  join(folder, 'index.html'),
  `<!doctype html><link rel="stylesheet" href="chessground/assets/chessground.base.css">
<link rel="stylesheet" href="chessground/assets/chessground.brown.css">
<link rel="stylesheet" href="chessground/assets/chessground.cburnett.css">
<div id="board" style="width: 728px; height: 728px"></div>
<script type="module">
import { Chessground } from './chessground/dist/chessground.js';
globalThis.begin = (fen, dests, isWaiting) => {
  globalThis.moves = isWaiting ? ['e2e4'] : [];
  globalThis.board = Chessground(document.getElementById('board'), {
    fen,
    turnColor: isWaiting ? 'black' : 'white',
    movable: { free: false, color: isWaiting ? 'white' : 'white', dests: new Map(Object.entries(dests)) },
    events: { move: (from, to) => globalThis.moves.push(from + to) },
  });
};
</script>`,
);
const { server, port } = await serve(folder);
const there = {
  name: 'chessground',
  async open(isWaiting) {
    const page = await openPage(site.browser);
    await page.goto(`http://127.0.0.1:${port}/`);
    await page.waitForFunction(() => globalThis.begin);
    const { fen } = rules.position('', isWaiting ? ['e2e4'] : []);
    await page.evaluate(
      (given) => globalThis.begin(...given),
      [fen.split(' ')[0], isWaiting ? {} : destsOf([]), isWaiting],
    );
    return page;
  },
  box: (page) => page.locator('cg-board').boundingBox(),
  state: (page) =>
    page.evaluate(() => {
      const { selected, premovable, draggable } = globalThis.board.state;
      return {
        moves: globalThis.moves.join(' '),
        selected: selected ?? '',
        premoves: premovable.current !== undefined,
        dragged: draggable.current?.started === true,
      };
    }),
};

// --- What is done on both

const click = (name) => async (mouse, at) => {
  await mouse.move(...at(name));
  await mouse.down();
  await mouse.up();
};
const clicks =
  (...names) =>
  async (mouse, at) => {
    for (const name of names) await click(name)(mouse, at);
  };
const lift = async (mouse, at, from, to) => {
  await mouse.move(...at(from));
  await mouse.down();
  await mouse.move(...at(to), { steps: 6 });
};
const drag = (from, to) => async (mouse, at) => {
  await lift(mouse, at, from, to);
  await mouse.up();
};

/** Those that wait begin with 1. e4, and Black thinks. */
const gestures = [
  ['two clicks', false, clicks('e2', 'e4')],
  ['a drag', false, drag('g1', 'f3')],
  ['two clicks to where the piece cannot go', false, clicks('e2', 'e5')],
  ['a drag to where the piece cannot go', false, drag('e2', 'e5')],
  ['a second click on the piece', false, clicks('e2', 'e2')],
  ['a click on another piece of one’s own', false, clicks('e2', 'd2')],
  ['a click on a piece of the other side', false, clicks('e7')],
  [
    'a drag off the board',
    false,
    async (mouse, at) => {
      await lift(mouse, at, 'e2', 'e4');
      await mouse.move(2, 2);
      await mouse.up();
    },
  ],
  [
    'a shake of less than a click’s width',
    false,
    async (mouse, at) => {
      const [x, y] = at('e2');
      await mouse.move(x, y);
      await mouse.down();
      await mouse.move(x + 2, y + 1);
      await mouse.up();
    },
  ],
  [
    'the right button during a drag',
    false,
    async (mouse, at) => {
      await lift(mouse, at, 'e2', 'e4');
      await mouse.down({ button: 'right' });
      await mouse.up({ button: 'right' });
      await mouse.up();
    },
  ],
  ['a premove by clicks', true, clicks('g1', 'f3')],
  ['a premove by a drag', true, drag('d2', 'd4')],
  ['a premove to where the piece could never go', true, clicks('b1', 'h6')],
  ['a click beside after a premove', true, clicks('g1', 'f3', 'a5')],
];

/** What a gesture did on a board. */
async function outcome(board, isWaiting, act) {
  const page = await board.open(isWaiting);
  const box = await board.box(page);
  await act(page.mouse, (name) => on(box, name));
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );
  const found = await board.state(page);
  await page.context().close();
  return JSON.stringify(found);
}

/** What a drag over the board costs on a slow processor: milliseconds of the main thread, and the share of late frames. */
async function costOfDrag(board) {
  const page = await board.open(false);
  const box = await board.box(page);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.setTimeDomain', { timeDomain: 'threadTicks' });
  await devtools.send('Performance.enable');
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowness });
  const busy = async () =>
    (await devtools.send('Performance.getMetrics')).metrics.find(
      ({ name }) => name === 'TaskDuration',
    ).value * 1000;
  await lift(page.mouse, (name) => on(box, name), 'g1', 'f3');
  await page.evaluate(() => {
    globalThis.frames = [];
    const look = (now) => {
      globalThis.frames.push(now);
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  const before = await busy();
  for (const name of ['a8', 'h8', 'a1', 'h1', 'f3'])
    await page.mouse.move(...on(box, name), { steps: 20 });
  const milliseconds = (await busy()) - before;
  const frames = await page.evaluate(() => globalThis.frames);
  await page.mouse.up();
  await page.context().close();
  const between = frames.slice(1).map((at, i) => at - frames[i]);
  return { milliseconds, late: between.filter((time) => time > late).length / between.length };
}

/** "median 12 (10 to 15)" */
function spread(all, text) {
  const sorted = all.toSorted((a, b) => a - b);
  const middle = sorted[Math.floor(sorted.length / 2)];
  return `median ${text(middle)} (${text(sorted[0])} to ${text(sorted.at(-1))})`;
}

let differences = 0;
for (const [name, isWaiting, act] of gestures) {
  const [ours, theirs] = [
    await outcome(here, isWaiting, act),
    await outcome(there, isWaiting, act),
  ];
  if (ours !== theirs) ++differences;
  console.log(`${ours === theirs ? 'same' : 'other'}  ${name}`);
  if (ours !== theirs) console.log(`       here  ${ours}\n       there ${theirs}`);
}

const costs = { [here.name]: [], [there.name]: [] };
for (let round = 0; round < rounds; ++round)
  for (const board of [here, there]) costs[board.name].push(await costOfDrag(board));
for (const [name, all] of Object.entries(costs)) {
  const busy = spread(
    all.map(({ milliseconds }) => milliseconds),
    (value) => `${value.toFixed(0)} ms`,
  );
  const lateFrames = spread(
    all.map((one) => one.late),
    (value) => `${(100 * value).toFixed(0)} %`,
  );
  console.log(`${name}, ${all.length} drags: main thread ${busy}, late frames ${lateFrames}`);
}

await site.close();
server.closeAllConnections();
server.close();
rmSync(folder, { recursive: true });
process.exitCode = differences > 0 ? 1 : 0;
