// Checks what the folders of web/src import from each other: node tools/check-layers.mjs [FOLDER].
//
// A folder may import from those that its line names and from no others, and a line may name only folders
// above it, so there are no circles. A name that is not needed any more is an error, too.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** From the lowest folder up. What lies in src itself puts a page together and may use everything. */
const allowed = {
  generated: [], // besides the types that it names
  settings: [],
  words: ['settings'],
  shell: ['words'],
  board: ['generated', 'settings', 'words'],
  game: ['generated', 'settings', 'words', 'shell', 'board'],
  design: ['words', 'shell', 'board', 'game'],
  reading: ['settings', 'board', 'game'],
  farewell: ['words', 'game'],
  letters: ['generated', 'settings', 'words', 'shell', 'design'],
  databases: ['settings', 'words', 'shell', 'game', 'design'],
  'my-games': ['settings', 'words', 'shell', 'game', 'design', 'databases'],
  explorer: ['settings', 'words', 'shell', 'board', 'game', 'design', 'databases', 'my-games'],
  views: [
    'settings',
    'words',
    'shell',
    'board',
    'game',
    'design',
    'reading',
    'farewell',
    'my-games',
    'explorer',
  ],
  embed: ['words', 'shell', 'board', 'game', 'views'],
  learn: [
    ...['generated', 'settings', 'words', 'shell', 'board', 'game', 'design'],
    ...['my-games', 'views', 'embed'],
  ],
  arena: [
    ...['generated', 'settings', 'words', 'shell', 'board', 'game', 'design'],
    ...['letters', 'my-games', 'views'],
  ],
  points: ['generated', 'settings', 'words', 'shell', 'design', 'letters', 'arena'],
  experiments: ['generated', 'words', 'shell', 'arena'],
  places: ['design', 'arena', 'points', 'experiments'],
  lab: ['settings', 'words', 'design'],
  admin: ['settings', 'words', 'design', 'arena'],
};

/** The folder that a file of src lies in; empty for src itself. */
const folderOf = (file) => (file.includes('/') ? file.split('/')[0] : '');

/** The files of src that a source imports, by their paths in src. */
export function importsOf(file, source) {
  const named = source.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*(['"])(\.[^'"]*)\1/g);
  return [...named]
    .map(([, , path]) => posix.normalize(posix.join(posix.dirname(file), path.split('?')[0])))
    .filter((path) => !path.startsWith('..')); // such as data, which any folder may read
}

/** What is wrong with `sources`, pairs of a path in src and a text, one line for each. */
export function faultsOf(sources, floors = allowed) {
  const names = Object.keys(floors);
  const faults = [];
  const used = new Set();
  for (const [name, below] of Object.entries(floors))
    for (const one of below)
      if (names.indexOf(one) < 0 || names.indexOf(one) >= names.indexOf(name))
        faults.push(`${name} may not be allowed to import from ${one}, which is not below it`);
  for (const [file, source] of sources) {
    const from = folderOf(file);
    if (from === '' || from === 'generated') continue;
    if (!Object.hasOwn(floors, from)) faults.push(`${file}: the folder ${from} has no line`);
    for (const path of importsOf(file, source)) {
      // A folder may be imported by its name alone.
      const to = folderOf(Object.hasOwn(floors, path) ? `${path}/index` : path);
      if (to === from) continue;
      used.add(`${from} ${to}`);
      if (to === '') faults.push(`${file} imports ${path}, which puts a page together`);
      else if (Object.hasOwn(floors, from) && !floors[from].includes(to))
        faults.push(`${file} imports ${path}: ${from} may not import from ${to}`);
    }
  }
  for (const [name, below] of Object.entries(floors))
    for (const one of below)
      if (!used.has(`${name} ${one}`)) faults.push(`${name} no longer imports from ${one}`);
  return faults;
}

/** All sources below a folder. */
export const sourcesIn = (folder) =>
  readdirSync(folder, { recursive: true })
    .map((path) => path.replaceAll(sep, '/'))
    .filter((path) => /\.(?:tsx?|css)$/.test(path))
    .sort()
    .map((path) => [path, readFileSync(join(folder, path), 'utf8')]);

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const src = join(dirname(dirname(fileURLToPath(import.meta.url))), 'src');
  const faults = faultsOf(sourcesIn(process.argv[2] ?? src));
  for (const fault of faults) console.error(fault);
  process.exitCode = faults.length > 0 ? 1 : 0;
}
