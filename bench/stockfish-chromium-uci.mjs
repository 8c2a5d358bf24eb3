// The engine of the npm package `stockfish` in a worker of an empty page in Chromium, for bench/page-engines -b:
// node stockfish-chromium-uci.mjs STOCKFISH.js. The engine gets every line as it is, and what it says is printed.
import { basename, dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { openPageBeside } from './chromium-page.mjs';

const file = process.argv[2];
const { page, address } = await openPageBeside(dirname(file));
await page.exposeFunction('say', (line) => process.stdout.write(`${line}\n`));
await page.route('**/empty.html', (route) =>
  route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }),
);
await page.goto(`${address}empty.html`);
await page.evaluate((script) => {
  globalThis.engine = new Worker(script);
  engine.onmessage = ({ data }) => globalThis.say(String(data));
}, basename(file));

for await (const line of createInterface({ input: process.stdin })) {
  if (line.trim() === 'quit') break;
  await page.evaluate((text) => engine.postMessage(text), line);
}
process.exit(0);
