// Measures the page against its budgets: node tools/measure.mjs. The page is loaded with a processor
// four times slower and 1.6 Mb/s with 150 ms delay; the engine runs unhindered.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import {
  begin,
  load as openGame,
  open,
  openSlowPhone,
  square,
  visit,
  visitAnalysis,
} from '../test/browser.mjs';
import { benchCommands, program } from '../test/program.mjs';

const dist = fileURLToPath(new URL('../dist', import.meta.url));
const benchDepth = 12;
const isLeast = (unit) => unit === '%' || unit === 'a second';
/** Prints a result, and whether it keeps its limit. */
function row(what, value, limit, unit) {
  const missed = limit !== null && (isLeast(unit) ? value < limit : value > limit);
  const bound = limit === null ? '' : `  (limit ${limit}${missed ? ', MISSED' : ''})`;
  const load = loadavg()[0].toFixed(1);
  console.log(
    `${what.padEnd(44)} ${value.toFixed(value < 100 ? 1 : 0).padStart(9)} ${unit}${bound}  load ${load}`,
  );
}

const packed = (file) => brotliCompressSync(readFileSync(file)).length / 1000;
const assets = readdirSync(join(dist, 'assets'));
function asset(pattern) {
  const found = assets.find((name) => pattern.test(name));
  if (!found) throw new Error(`the page has no file ${pattern}: has it another name now?`);
  return packed(join(dist, 'assets', found));
}
/** The size of a page with all scripts that it needs to start. */
function whole(name) {
  const html = readFileSync(join(dist, name), 'utf8');
  const scripts = [...html.matchAll(/(?:src|href)="\.\/(assets\/[^"]+\.js)"/g)].map(
    ([, path]) => path,
  );
  return [name, ...scripts].reduce((sum, path) => sum + packed(join(dist, path)), 0);
}
row(
  'page without engine',
  whole('index.html') + asset(/^worker-/) + packed(join(dist, 'icon.svg')),
  70,
  'kB brotli',
);
row('embedded board', whole('embed.html'), 60, 'kB brotli');
row('the face of the titles', asset(/^fraunces-latin-600.*woff2$/), null, 'kB');
row('another language', asset(/^de-/), null, 'kB brotli');
row(
  'the arena',
  ['js', 'css'].reduce((sum, kind) => sum + asset(new RegExp(`^Places-.*${kind}$`)), 0),
  null,
  'kB brotli',
);
row(
  'the opening explorer',
  [/^Explorer-.*js$/, /^Explorer-.*css$/, /^people-.*txt$/].reduce(
    (sum, one) => sum + asset(one),
    0,
  ),
  null,
  'kB brotli',
);
row(
  'My games',
  [/^MyGames-.*js$/, /^MyGames-.*css$/, /^listing-.*js$/, /^library-worker-/].reduce(
    (sum, one) => sum + asset(one),
    0,
  ),
  null,
  'kB brotli',
);
row(
  'letters',
  [/^Letters-.*js$/, /^Letters-.*css$/].reduce((sum, one) => sum + asset(one), 0),
  12,
  'kB brotli',
);
row(
  'the key of letters',
  [/^KeyPart-.*js$/, /^key-(?!de-|es-).*js$/, /^words-.*txt$/].reduce(
    (sum, one) => sum + asset(one),
    0,
  ),
  null,
  'kB brotli',
);
row(
  'endgame drills',
  [/^Endgames-.*js$/, /^endgame-worker-/, /^kibitz-endgames/].reduce(
    (sum, one) => sum + asset(one),
    0,
  ),
  null,
  'kB brotli',
);
row('database of own games (wasm)', asset(/^kibitz-database/), null, 'kB brotli');
row('rules (wasm)', asset(/^kibitz-rules/), null, 'kB brotli');
row('engine (wasm)', asset(/^kibitz-threads/), 180, 'kB brotli');
row('large network', asset(/^kibitz-large/), null, 'kB brotli');

const site = await open();
const median = (all) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)];
const tracer = await site.browser.newBrowserCDPSession();

/** Records the browser's trace while `work` runs. */
async function traced(includedCategories, work) {
  const events = [];
  const collect = ({ value }) => events.push(...value);
  tracer.on('Tracing.dataCollected', collect);
  await tracer.send('Tracing.start', {
    traceConfig: { includedCategories },
    transferMode: 'ReportEvents',
  });
  const result = await work();
  const complete = new Promise((resolve) => tracer.once('Tracing.tracingComplete', resolve));
  await tracer.send('Tracing.end');
  await complete;
  tracer.off('Tracing.dataCollected', collect);
  return { events, result };
}

/** By which a trace tells the page's main thread from the others. */
const threadMark = 'kibitz-measured';
/** Tasks alone: more categories record stacks, which takes the page's own time. */
const taskCategories = ['toplevel', 'blink.user_timing'];
/** The tasks of the main thread that has set the mark. */
function tasksOfPage(events) {
  const own = events.find(({ name }) => name === threadMark);
  return events.filter(
    ({ name, pid, tid, tdur }) =>
      /RunTask/.test(name) && pid === own.pid && tid === own.tid && tdur,
  );
}

/** A phone of the size that the budgets are for. */
const phone = { viewport: { width: 412, height: 915 }, hasTouch: true, isMobile: true };
const millisecondsToSettle = 4000; // until the rules have loaded, too

/**
 * "Blocked" is the processor time that tasks of the main thread take beyond 50 ms each. Wall-clock time
 * would also count other programs on the machine. Nothing is asked of the page meanwhile, since that
 * takes its time, too.
 */
async function loadPage(address) {
  const { page } = await openSlowPhone(site.browser, phone);
  await page.addInitScript((mark) => {
    performance.mark(mark);
    new MutationObserver(() => {
      if (document.querySelector('.facing .card')) globalThis.interactive ??= performance.now();
    }).observe(document, { childList: true, subtree: true });
  }, threadMark);
  const { events } = await traced(taskCategories, async () => {
    await page.goto(address);
    await page.waitForTimeout(millisecondsToSettle);
  });
  const blocked = tasksOfPage(events).reduce(
    (sum, { tdur }) => sum + Math.max(0, tdur / 1000 - 50),
    0,
  );
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length);
  const found = await page.evaluate(() => ({
    paint: performance.getEntriesByName('first-contentful-paint')[0].startTime,
    interactive: globalThis.interactive,
  }));
  await page.context().close();
  return { ...found, blocked };
}

/** The processor time in milliseconds that the program takes for its bench with the page's network. */
function programTime(depth) {
  const timed = 'TIMEFORMAT=%U; time "$0" uci > /dev/null 2>&1';
  const { stderr } = spawnSync('bash', ['-c', timed, program], {
    input: benchCommands(depth),
    encoding: 'utf8',
  });
  return Number(stderr.trim().split('\n').at(-1)) * 1000;
}

/** The same in the page, with its node count. Both include a fixed overhead, which is subtracted later. */
async function pageBench(depth) {
  const { events, result } = await traced(['toplevel'], async () => {
    const bench = await page.evaluate((depth) => globalThis.measured.bench(depth), depth);
    await page.waitForTimeout(100); // until the task that reported it has ended
    return bench;
  });
  const longest = Math.max(...events.filter(({ tdur }) => tdur).map(({ tdur }) => tdur));
  return { nodes: result.nodes, time: longest / 1000 };
}

// What the browser itself needs on this machine: a page of one line, loaded in turn with ours.
const emptyPage = createServer((_, answer) =>
  answer
    .setHeader('content-type', 'text/html')
    .end('<!doctype html><title>Empty</title><p>Empty</p>'),
);
await new Promise((resolve) => emptyPage.listen(0, '127.0.0.1', resolve));
const emptyAddress = `http://127.0.0.1:${emptyPage.address().port}/`;
const loads = [];
const emptyLoads = [];
for (let i = 0; i < 5; ++i) {
  emptyLoads.push(await loadPage(emptyAddress));
  loads.push(await loadPage(site.address));
}
emptyPage.close();
const middle = (all, name) => median(all.map((one) => one[name]));
row('first paint', middle(loads, 'paint'), 800, 'ms');
row('first paint of an empty page', middle(emptyLoads, 'paint'), null, 'ms');
row('interactive', middle(loads, 'interactive'), 2000, 'ms');
row('main thread blocked', middle(loads, 'blocked'), 150, 'ms');
row('main thread blocked by an empty page', middle(emptyLoads, 'blocked'), null, 'ms');

/** How long a beginner needs who opens the page and taps a move, in milliseconds. */
async function firstMove() {
  const { page } = await openSlowPhone(site.browser, phone);
  const opened = performance.now();
  await page.goto(site.address, { waitUntil: 'commit' });
  for (const name of ['e2', 'e4']) await square(page, name).tap();
  await square(page, 'e4')
    .and(page.getByLabel(/white pawn/))
    .waitFor();
  await page.waitForFunction(() => JSON.parse(localStorage['kibitz.game']).moves.length >= 1);
  const took = performance.now() - opened;
  await page.context().close();
  return took;
}
const firstMoves = [];
for (let i = 0; i < 3; ++i) firstMoves.push(await firstMove());
row('first move on a slow phone', Math.min(...firstMoves), 5000, 'ms');

/** What the page itself does while `work` runs: the processor time of its longest task, in milliseconds. */
async function longestTask(page, work) {
  const { events } = await traced(taskCategories, async () => {
    await page.evaluate((mark) => performance.mark(mark), threadMark);
    await work();
  });
  return Math.max(...tasksOfPage(events).map(({ tdur }) => tdur / 1000));
}
const knights = ['Nf3 Nf6', 'Nc3 Nc6', 'Ng1 Ng8', 'Nb1 Nb8'];
const longGame = Array.from({ length: 40 }, (_, i) => `${i + 1}. ${knights[i % 4]}`).join(' ');

/** With the engine on: the longest task, and the times from the key → to the picture of the next move. */
async function whileAnalysing(rate) {
  const analysis = await visitAnalysis(site, { serviceWorkers: 'block' });
  await openGame(analysis, `${longGame} *`);
  await analysis.locator('.tree .move').nth(79).waitFor();
  const devtools = await analysis.context().newCDPSession(analysis);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate });
  await analysis.locator('.worth .icon-toggle').click();
  await analysis.locator('.lines .line').first().waitFor();
  await analysis.keyboard.press('Home');
  await analysis.evaluate(() => {
    globalThis.latencies = [];
    const shown = (pressed) => {
      const { port1, port2 } = new MessageChannel(); // right after the frame
      port1.onmessage = () => globalThis.latencies.push(performance.now() - pressed);
      port2.postMessage(null);
    };
    addEventListener('keydown', (event) => requestAnimationFrame(() => shown(event.timeStamp)));
  });
  const steps = 30;
  const task = await longestTask(analysis, async () => {
    for (let i = 0; i < steps; ++i) {
      await analysis.keyboard.press('ArrowRight');
      await analysis.waitForFunction((count) => globalThis.latencies.length > count, i);
      await analysis.waitForTimeout(200); // until the engine has lines of the new position
    }
  });
  const latencies = await analysis.evaluate(() => globalThis.latencies);
  await analysis.context().close();
  return { task, median: median(latencies), worst: Math.max(...latencies) };
}
for (const rate of [1, 4]) {
  const { task, median: middleOne, worst } = await whileAnalysing(rate);
  const where = rate === 1 ? '' : `, ${rate} times slower`;
  row(`→ with the engine on${where}`, middleOne, 50, 'ms');
  row(`→ at worst${where}`, worst, null, 'ms');
  row(`longest task with the engine on${where}`, task, 50, 'ms');
}

/** A piece that is dragged back and forth: the frames that the page shows in a second. */
async function dragging() {
  const game = await visit(site.browser, site.address, { serviceWorkers: 'block' });
  await begin(game, { opponent: 'person' });
  const { x, y, width } = await square(game, 'e2').boundingBox();
  const [left, top] = [x + width / 2, y + width / 2];
  await game.mouse.move(left, top);
  await game.mouse.down();
  await game.evaluate(() => {
    globalThis.frames = [];
    const count = (time) => globalThis.frames.push(time) && requestAnimationFrame(count);
    requestAnimationFrame(count);
  });
  const task = await longestTask(game, async () => {
    for (let i = 0; i < 200; ++i)
      await game.mouse.move(left + width * Math.sin(i / 10), top - (i / 100) * width);
  });
  const frames = await game.evaluate(() => globalThis.frames);
  await game.context().close();
  return { task, rate: ((frames.length - 1) * 1000) / (frames.at(-1) - frames[0]) };
}
const drag = await dragging();
row('frames while a piece is dragged', drag.rate, 58, 'a second');
row('longest task while a piece is dragged', drag.task, 16, 'ms');

/** Ten megabytes of games into My games. */
async function importing() {
  const games = await visit(site.browser, site.address, { serviceWorkers: 'block' });
  await games.goto(`${site.address}#games`);
  const folder = mkdtempSync(join(tmpdir(), 'kibitz-measure-'));
  const file = join(folder, 'many.pgn');
  let pgn = '';
  for (let i = 0; pgn.length < 10_000_000; ++i)
    pgn += `[White "W ${i}"]\n[Black "B ${i}"]\n[Result "1/2-1/2"]\n\n${longGame} 1/2-1/2\n\n`;
  writeFileSync(file, pgn);
  await games.locator('.transfer').waitFor();
  const began = performance.now();
  const task = await longestTask(games, async () => {
    await games.locator('.transfer input[type=file]').setInputFiles(file);
    await games.getByText(/[\d,]+ games were added\./).waitFor({ timeout: 240_000 });
  });
  rmSync(folder, { recursive: true });
  await games.context().close();
  return { task, seconds: (performance.now() - began) / 1000 };
}
const imported = await importing();
row('longest task while 10 MB are imported', imported.task, 100, 'ms');
row('10 MB are imported in', imported.seconds, null, 's');

const page = await site.browser.newPage();
await page.goto(site.address);
await page.waitForSelector('[data-square=e2]');
for (const backend of ['single', 'threads']) {
  const found = await page.evaluate(async (kind) => {
    const began = performance.now();
    const engine = await globalThis.kibitzEngine({ backend: kind });
    engine.position('');
    const info = new Promise((resolve) => engine.on('info', resolve));
    const thought = engine.think({ infinite: true });
    await info;
    const first = performance.now() - began;
    await new Promise((resolve) => setTimeout(resolve, 300));
    const stopping = performance.now();
    engine.stop();
    await thought;
    const stopped = performance.now() - stopping;
    globalThis.measured = engine;
    return { first, stopped };
  }, backend);
  // Alternating, in processor time, and the median of five, since other work on the machine slows
  // sometimes one and sometimes the other.
  const rounds = [];
  for (let round = 0; round < 5; ++round) {
    const native = programTime(benchDepth) - programTime(1);
    const { nodes, time } = await pageBench(benchDepth);
    const inPage = time - (await pageBench(1)).time;
    rounds.push({ nodes, inPage, share: (100 * native) / inPage });
  }
  const { nodes, inPage, share } = rounds.sort((a, b) => a.share - b.share)[2];
  await page.evaluate(() => globalThis.measured.close());
  row(`${backend}: to the first line`, found.first, 300, 'ms');
  row(`${backend}: stop`, found.stopped, 50, 'ms');
  row(`${backend}: bench nodes`, nodes, null, '');
  row(`${backend}: speed`, nodes / inPage, null, 'kN/s');
  row(`${backend}: speed against the program`, share, 65, '%');
}
await site.close();
