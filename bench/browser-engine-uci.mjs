// An engine of a page in Chromium as a UCI engine on one thread, for bench/page-engines -b:
//
//   node browser-engine-uci.mjs               the page's engine with its large network
//   node browser-engine-uci.mjs STOCKFISH.js  the npm package's engine, in a worker of an empty page
//
// Each has a browser of its own and a fixed time for each move.
import { basename, dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { createRequire } from 'node:module';
import { dist, executablePath } from '../web/test/browser.mjs';
import { serve } from '../web/tools/serve.mjs';

const { chromium } = createRequire(new URL('../web/package.json', import.meta.url))('playwright-core');
const say = (line) => process.stdout.write(`${line}\n`);
const [stockfish] = process.argv.slice(2);
const { port } = await serve(stockfish ? dirname(stockfish) : dist);
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
const page = await browser.newPage();

/** Gives the package's engine every line as it is, and says what it says. */
async function startStockfish() {
  await page.exposeFunction('say', say);
  await page.route('**/empty.html', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }),
  );
  await page.goto(`http://127.0.0.1:${port}/empty.html`);
  await page.evaluate((file) => {
    globalThis.engine = new Worker(file);
    engine.onmessage = ({ data }) => globalThis.say(String(data));
  }, basename(stockfish));
  return (line) => page.evaluate((text) => engine.postMessage(text), line);
}

/** Answers for the page's engine, which knows no UCI. */
async function startKibitz() {
  await page.goto(`http://127.0.0.1:${port}/`);
  const settings = { backend: 'single', network: 'large' };
  await page.waitForFunction(() => globalThis.kibitzEngine);
  await page.evaluate(async (given) => {
    globalThis.engine = await kibitzEngine(given);
  }, settings);
  let position = ['', []];
  const answers = {
    uci: () =>
      say('id name Kibitz in Chromium\noption name Hash type spin default 16 min 1 max 128\nuciok'),
    isready: () => say('readyok'),
    setoption: (words) =>
      page.evaluate((hashMb) => engine.config({ hashMb }), Number(words.at(-1))),
    ucinewgame: () => page.evaluate(() => engine.newGame()),
    position(words) {
      const moves = words.includes('moves') ? words.slice(words.indexOf('moves') + 1) : [];
      position = [words[1] === 'fen' ? words.slice(2, 8).join(' ') : '', moves];
    },
    async go(words) {
      const { move, centipawns, depth, nodes } = await page.evaluate(
        ([start, moves, milliseconds]) => {
          engine.position(start, moves);
          return engine.think({ milliseconds });
        },
        [...position, Number(words[words.indexOf('movetime') + 1])],
      );
      if (centipawns !== undefined) say(`info depth ${depth} nodes ${nodes} score cp ${centipawns}`);
      say(`bestmove ${move}`);
    },
  };
  return (line) => {
    const words = line.trim().split(/\s+/);
    return answers[words[0]]?.(words);
  };
}

const answer = await (stockfish ? startStockfish() : startKibitz());
for await (const line of createInterface({ input: process.stdin })) {
  if (line.trim() === 'quit') break;
  await answer(line);
}
await browser.close();
process.exit(0);
