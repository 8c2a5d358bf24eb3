// Measures the page against its budgets: node tools/measure.mjs. The page is loaded with a processor
// four times slower and 1.6 Mb/s with 150 ms delay; the engine runs unhindered.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { open } from '../test/browser.mjs';

const dist = fileURLToPath(new URL('../dist', import.meta.url));
const program = process.env.KIBITZ ?? fileURLToPath(new URL('../../build/release/kibitz', import.meta.url));
const benchDepth = 10;
const rows = [];
const row = (what, value, limit, unit) => rows.push({ what, value, limit, unit });

const sizes = readdirSync(dist, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => ({ name: entry.name, size: brotliCompressSync(readFileSync(join(entry.parentPath, entry.name))).length / 1000 }));
const sum = (pattern) => sizes.filter(({ name }) => pattern.test(name)).reduce((all, { size }) => all + size, 0);
row('page without engine', sum(/^(index\.html|page-.*|Board-.*|worker-.*|icon\.svg)$/), 60, 'kB brotli');
row('embedded board', sum(/^(embed\.html|embed-.*|Board-.*)$/), 60, 'kB brotli');
row('rules (wasm)', sum(/^kibitz-rules/), null, 'kB brotli');
row('engine (wasm)', sum(/^kibitz-threads/), 150, 'kB brotli');

const site = await open();
const loads = [];
for (let i = 0; i < 3; ++i) {
  const context = await site.browser.newContext({ viewport: { width: 412, height: 915 }, serviceWorkers: 'block' });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 0.75e6 / 8 });
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.addInitScript(() => {
    globalThis.blocked = 0;
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) globalThis.blocked += Math.max(0, duration - 50);
    }).observe({ type: 'longtask', buffered: true });
  });
  await page.goto(site.address);
  await page.waitForSelector('.setup button[type=submit]');
  const interactive = await page.evaluate(() => performance.now());
  await page.waitForTimeout(2500); // until the rules have come, too
  loads.push(await page.evaluate((at) => ({
    paint: performance.getEntriesByName('first-contentful-paint')[0].startTime,
    interactive: at,
    blocked: globalThis.blocked,
  }), interactive));
  await context.close();
}
const middle = (name) => loads.map((load) => load[name]).sort((a, b) => a - b)[1];
row('first paint', middle('paint'), 1200, 'ms');
row('interactive', middle('interactive'), 2000, 'ms');
row('main thread blocked', middle('blocked'), 200, 'ms');

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
  // By turns, and the best of each: other work on the machine slows now the one, now the other.
  let native = 0;
  let speed = 0;
  let nodes = 0;
  for (let round = 0; round < 4; ++round) {
    const printed = execFileSync(program, ['bench', '16', '1', String(benchDepth)], { encoding: 'utf8' });
    native = Math.max(native, Number(/Nodes\/second: (\d+)/.exec(printed)[1]) / 1000);
    const bench = await page.evaluate((depth) => globalThis.measured.bench(depth), benchDepth);
    nodes = bench.nodes;
    speed = Math.max(speed, nodes / bench.milliseconds);
  }
  await page.evaluate(() => globalThis.measured.close());
  row(`${backend}: to the first line`, found.first, 300, 'ms');
  row(`${backend}: stop`, found.stopped, 50, 'ms');
  row(`${backend}: bench nodes`, nodes, null, '');
  row(`${backend}: speed`, speed, null, 'kN/s');
  row(`${backend}: speed against the program`, (100 * speed) / native, 65, '%');
}
await site.close();

for (const { what, value, limit, unit } of rows)
  console.log(`${what.padEnd(36)} ${value.toFixed(value < 100 ? 1 : 0).padStart(9)} ${unit}${limit === null ? '' : `  (limit ${limit}${(unit === '%' ? value < limit : value > limit) ? ', MISSED' : ''})`}`);
