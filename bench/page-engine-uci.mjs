// The page's engine with its large network under Node as a UCI engine on one thread, for bench/page-engines: it has a fixed
// time for each move.
import { createInterface } from 'node:readline';
import { createEngine } from '../web/engine/dist/index.js';

const say = (line) => process.stdout.write(`${line}\n`);
let hashMb = 16;
let engine;

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
    engine ??= await createEngine({ backend: 'single', hashMb, network: 'large' });
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
