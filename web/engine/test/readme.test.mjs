// The ten lines of the README, in Node and in pages of Chromium without a bundler.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { openBrowser, skip } from '../../test/browser.mjs';
import { serve } from '../../tools/serve.mjs';

const folder = fileURLToPath(new URL('..', import.meta.url));
const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const [, lines] = /```js\n(.*?)```/s.exec(readme);

/** The lines as a function that tells what they print. */
const program = (address) => `(async () => {
  const printed = [];
  const console = { log: (...words) => printed.push(words.join(' ')) };
  ${lines.replace(/^import (.*) from 'kibitz';/m, (_, names) => `const ${names} = await import('${address}');`)}
  return printed;
})()`;

function check(printed) {
  assert.equal(printed[0], 'Sicilian Defense 30');
  for (const thought of printed.slice(1, -1)) assert.match(thought, /^\d+ [a-h][1-8][a-h][1-8]/);
  assert.match(printed.at(-1), /^[a-h][1-8][a-h][1-8]$/);
}

test('in Node', async () => {
  // biome-ignore lint/security/noGlobalEval: the program is an example of the README
  check(await (0, eval)(program(new URL('../dist/index.js', import.meta.url).href)));
});

describe('in a page', { skip }, () => {
  for (const plain of [false, true])
    test(plain ? 'that is not isolated' : 'that is isolated', async (t) => {
      const { server, port } = await serve(folder.replace(/\/$/, ''), { plain });
      const browser = await openBrowser();
      t.after(async () => {
        await browser.close();
        server.closeAllConnections();
        server.close();
      });
      const page = await browser.newPage();
      page.setDefaultTimeout(60_000);
      await page.goto(`http://127.0.0.1:${port}/package.json`);
      assert.equal(await page.evaluate(() => crossOriginIsolated), !plain);
      check(await page.evaluate(program('/dist/index.js')));
    });
});
