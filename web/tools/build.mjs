// Builds everything: the engine's package, then the page into dist. Expects the WebAssembly modules
// in engine/wasm.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'smol-toml';
import { build } from 'vite';
import { lettersPage } from './letters-page.mjs';
import { messageTypes } from './message-types.mjs';
import { indexOf, isForEverybody, piecesOf } from './puzzle-pieces.mjs';

const web = dirname(dirname(fileURLToPath(import.meta.url)));
const generated = join(web, 'src/generated');
if (!existsSync(join(web, 'engine/wasm/kibitz-rules.wasm')))
  throw new Error('engine/wasm is empty: build the preset wasm and copy build/wasm/web there');

const typescript = join(web, 'node_modules/typescript/bin/tsc');
execFileSync(process.execPath, [typescript, '-p', 'engine'], { cwd: web, stdio: 'inherit' });

mkdirSync(generated, { recursive: true });
const shapes = await pieces();
writeFileSync(
  join(generated, 'pieces.ts'),
  `export const pieceShapes = ${JSON.stringify(shapes)};\n`,
);
writeFileSync(join(generated, 'players.ts'), players());
writeFileSync(join(generated, 'messages.ts'), messageTypes());
const puzzlePieces = puzzles();
execFileSync(process.execPath, [typescript, '--noEmit'], { cwd: web, stdio: 'inherit' });
await build({ root: web, logLevel: 'warn' });

// The shapes as the C++ library draws them.
async function pieces() {
  const { Rules } = await import('../engine/dist/rules.js');
  const svg = (await Rules.load()).svg('', [], 'plain');
  return /<defs>(.*)<\/defs>/s.exec(svg)[1].replaceAll('\n', '');
}

// Written where the page finds them, in place of those of another build.
function puzzles() {
  const folder = join(generated, 'puzzles');
  const cut = piecesOf(readFileSync(join(web, 'data/puzzles.txt'), 'utf8'));
  const nameOf = (number) => `puzzles-${number}.txt`;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  cut.forEach(({ text }, number) => writeFileSync(join(folder, nameOf(number)), text));
  writeFileSync(join(folder, 'index.ts'), indexOf(cut, nameOf));
  return cut.length;
}

// Opponents that play in the browser, from the files in characters.
function players() {
  const folder = join(web, '../characters');
  const all = readdirSync(folder)
    .filter((file) => file.endsWith('.toml'))
    .sort()
    .map((file) => ({ id: file.slice(0, -5), ...parse(readFileSync(join(folder, file), 'utf8')) }))
    .filter(({ kind }) => kind === 'human' || kind === 'classic')
    .map(({ id, name, description, rating, lichess_rating, human, classic }) => ({
      id,
      name,
      description,
      ...(rating !== undefined && { rating }),
      ...(lichess_rating !== undefined && { lichessRating: lichess_rating }),
      settings: human ? flat(human) : flat({ classic }),
    }));
  return `import type { Opponent } from '../game/opponents';\nexport const players: Opponent[] = ${JSON.stringify(all, null, 1)};\n`;
}

function flat(sections, before = '') {
  const settings = {};
  for (const [key, value] of Object.entries(sections))
    if (typeof value === 'object') Object.assign(settings, flat(value, `${before}${key}.`));
    else settings[before + key] = value;
  return settings;
}

const dist = join(web, 'dist');

// The knight as the page's icon.
writeFileSync(
  join(dist, 'icon.svg'),
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">' +
    `<defs>${shapes}</defs><rect width="100" height="100" rx="20" fill="#2c6048"/>` +
    '<use href="#kibitz-n" fill="#fffdf8" stroke="#fffdf8" color="#2c6048" transform="translate(11 9) scale(.8)"/></svg>\n',
);

// The licence of the titles' typeface goes with it.
copyFileSync(
  join(web, 'node_modules/@fontsource/fraunces/LICENSE'),
  join(dist, 'assets/fraunces-licence.txt'),
);

// The styles go into the page itself, which saves a round trip before the first paint.
for (const name of ['index.html', 'embed.html', 'admin.html', 'lab.html']) {
  const file = join(dist, name);
  const html = readFileSync(file, 'utf8').replace(
    /<link rel="stylesheet"[^>]*href="\.\/([^"]+)">/,
    (_, path) => `<style>${readFileSync(join(dist, path), 'utf8').trim()}</style>`,
  );
  writeFileSync(file, html);
}

writeFileSync(join(dist, 'letters.html'), await lettersPage());

// The list of files that the service worker keeps for offline use: not letters.html, which is for
// other places, not the pages of operators and of a laboratory, which have addresses of their own, not what stands
// in the place of a server's answer, not the large network, and of the puzzles only those for everybody; it keeps
// these when they are fetched.
const isElsewhere = (name) =>
  /^(admin|lab)\b|^api\//.test(name) || ['sw.js', 'letters.html'].includes(name);
const isPuzzleOnDemand = (name) => {
  const number = /\bpuzzles-(\d+)/.exec(name)?.[1];
  return number !== undefined && !isForEverybody(Number(number), puzzlePieces);
};
const isLargeNetwork = (name) => /\bkibitz-large\b/.test(name);
const files = readdirSync(dist, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name).slice(dist.length + 1))
  .filter((name) => !isElsewhere(name));
const kept = files.sort().filter((name) => !isPuzzleOnDemand(name) && !isLargeNetwork(name));
writeFileSync(join(dist, 'files.json'), JSON.stringify(['./', ...kept]));
const version = createHash('sha256');
for (const file of files) version.update(readFileSync(join(dist, file)));
const worker = join(dist, 'sw.js');
writeFileSync(
  worker,
  readFileSync(worker, 'utf8').replace(
    'kibitz-VERSION',
    `kibitz-${version.digest('hex').slice(0, 12)}`,
  ),
);
