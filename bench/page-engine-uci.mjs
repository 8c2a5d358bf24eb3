// The page's engine as a UCI engine on one thread, with its large network and a fixed time for each move, for
// bench/page-engines: node page-engine-uci.mjs under Node, and with --chromium in a page.
import { createInterface } from 'node:readline';

const say = (line) => process.stdout.write(`${line}\n`);
const makeEngine = process.argv[2] === '--chromium' ? makeInChromium : makeInNode;
let hashMb = 16;
let engine;

async function makeInNode(settings) {
  const { createEngine } = await import('../web/engine/dist/index.js');
  return createEngine(settings);
}

/** Does in a page what is asked of it here. */
async function makeInChromium(settings) {
  const { openPageBeside } = await import('./chromium-page.mjs');
  const { dist } = await import('../web/test/browser.mjs');
  const { page, address } = await openPageBeside(dist);
  await page.goto(address);
  await page.waitForFunction(() => globalThis.kibitzEngine);
  await page.evaluate(async (given) => {
    globalThis.engine = await kibitzEngine(given);
  }, settings);
  let position = ['', []];
  return {
    position: (...given) => (position = given),
    newGame: () => page.evaluate(() => engine.newGame()),
    think: (limits) =>
      page.evaluate(
        ([start, moves, given]) => {
          engine.position(start, moves);
          return engine.think(given);
        },
        [...position, limits],
      ),
  };
}

async function think(words) {
  const milliseconds = Number(words[words.indexOf('movetime') + 1]);
  const { move, centipawns, depth, nodes } = await engine.think({ milliseconds });
  if (centipawns !== undefined) say(`info depth ${depth} nodes ${nodes} score cp ${centipawns}`);
  say(`bestmove ${move}`);
}

function setPosition(words) {
  const moves = words.includes('moves') ? words.slice(words.indexOf('moves') + 1) : [];
  engine.position(words[1] === 'fen' ? words.slice(2, 8).join(' ') : '', moves);
}

const answers = {
  uci: () =>
    [
      'id name Kibitz in WebAssembly',
      'option name Hash type spin default 16 min 1 max 1024',
      'uciok',
    ].forEach(say),
  async isready() {
    engine ??= await makeEngine({ backend: 'single', hashMb, network: 'large' });
    say('readyok');
  },
  setoption(words) {
    if (words[2] === 'Hash') hashMb = Number(words[4]);
  },
  ucinewgame: () => engine?.newGame(),
  position: setPosition,
  go: think,
  quit: () => process.exit(0),
};

for await (const line of createInterface({ input: process.stdin })) {
  const words = line.trim().split(/\s+/);
  await answers[words[0]]?.(words);
}
process.exit(0);
