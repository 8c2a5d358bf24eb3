// The source of the page and its tools: no import circles, folders that import only from those below them,
// nothing that the linter finds, formatted.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { faultsOf, sourcesIn } from '../tools/check-layers.mjs';

const web = fileURLToPath(new URL('..', import.meta.url));

test('the linter and the formatter find nothing', () => {
  const biome = fileURLToPath(new URL('../node_modules/@biomejs/biome/bin/biome', import.meta.url));
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [biome, 'check', '--error-on-warnings', '--colors=off', '.'],
    { cwd: web, encoding: 'utf8' },
  );
  assert.equal(status, 0, stdout + stderr);
});

test('folders import only from those that they may', () => {
  assert.deepEqual(faultsOf(sourcesIn(`${web}src`)), []);
});

test('the check of the folders finds every kind of fault', () => {
  const floors = { words: [], game: ['words'], views: ['game'] };
  const good = [
    ['words/index.ts', "export * from './en';"],
    ['game/play.ts', "import { words } from '../words';"],
    ['views/Play.tsx', "import { game } from '../game/play';\nimport '../data/x.txt?url';"],
    ['main.tsx', "import './views/Play';"],
  ].map(([file, source]) => [file, source.replace('../data', '../../data')]);
  const faults = (file, source) => faultsOf([...good, [file, source]], floors);
  assert.deepEqual(faultsOf(good, floors), []);
  const up = ['game/a.ts imports views/Play: game may not import from views'];
  for (const form of [
    "import { Play } from '../views/Play';",
    "import {\n  Play,\n} from '../views/Play';",
    "import type { Play } from '../views/Play';",
    "export { Play } from '../views/Play';",
    "const one = await import('../views/Play');",
    "let one: typeof import('../views/Play');",
    "import '../views/Play?raw';",
  ])
    assert.deepEqual(faults('game/a.ts', form), up, form);
  assert.deepEqual(faults('game/deep/er/a.ts', "import '../../../views/Play';").length, 1);
  assert.deepEqual(faults('views/a.ts', "import { w } from '../words';"), [
    'views/a.ts imports words: views may not import from words',
  ]);
  assert.deepEqual(faults('views/a.css', "@import '../words/a.css';").length, 1);
  assert.deepEqual(faults('views/a.ts', "import '../main';"), [
    'views/a.ts imports main, which puts a page together',
  ]);
  assert.deepEqual(faults('new/a.ts', ''), ['new/a.ts: the folder new has no line']);
  assert.deepEqual(faultsOf(good.slice(0, 2), floors), ['views no longer imports from game']);
  assert.deepEqual(faultsOf(good, { ...floors, words: ['game'] }), [
    'words may not be allowed to import from game, which is not below it',
    'words no longer imports from game',
  ]);
});
