// The source of the page and its tools: no import circles, nothing that the linter finds, formatted.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

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
