// The page as the program serves it.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { begin, moved, openBrowser, picture, skip, square, visit } from './browser.mjs';
import { startServer } from './program.mjs';

describe('the page from kibitz serve', { skip }, () => {
  let browser, server;
  before(async () => {
    browser = await openBrowser();
    server = await startServer();
  });
  after(async () => {
    await browser.close();
    assert.equal(await server.stop(), 0);
  });

  test('is isolated at the first visit, and one plays', async () => {
    const page = await visit(browser, server.address);
    assert.ok(await page.evaluate(() => crossOriginIsolated));
    await begin(page);
    await square(page, 'e2').click();
    await square(page, 'e4').click();
    assert.equal((await moved(page, 2))[0], 'e2e4');
    await picture(page, 'served');
    assert.deepEqual(page.errors, []);
    await page.context().close();
  });

  test('the page’s puzzles are known to the server, and marked as counted', async () => {
    const files = await (await fetch(`${server.address}files.json`)).json();
    const file = files.find((name) => /puzzles-/.test(name));
    const { headers } = await fetch(server.address + file);
    assert.equal(headers.get('Kibitz-Puzzles'), 'counted');
    const asked = `${server.address}api/puzzles/${file.split('/').at(-1)}`;
    const { ratings } = await (await fetch(asked)).json();
    assert.ok(ratings.length > 0 && ratings.every((rating) => rating === null));
    const said = { puzzle: 0, solved: false, rating: 1200.5, deviation: 150 };
    const answer = await fetch(asked, { method: 'POST', body: JSON.stringify(said) });
    assert.deepEqual(await answer.json(), { counted: true });
  });

  test('how a puzzle went is told to the server, which keeps it', async () => {
    const page = await visit(browser, `${server.address}embed.html`);
    // The first puzzle of the piece alone, as often as there must be for no other piece to be fetched.
    let asked;
    await page.route(/assets\/puzzles-.*\.txt$/, async (route) => {
      const response = await route.fetch();
      asked = (await response.text()).split('\n').find((line) => line && !line.startsWith('#'));
      await route.fulfill({ response, body: `${asked}\n`.repeat(12) });
    });
    await page.goto(`${server.address}#learn/puzzles`);
    await page.getByRole('heading', { name: /^(White|Black) (mates|to move wins)/ }).waitFor();
    const answered = page.waitForResponse(
      (response) => response.request().method() === 'POST' && /api\/puzzles/.test(response.url()),
    );
    const [, solution] = asked.split(';');
    for (const move of solution.split(' ').filter((_, ply) => ply % 2 === 0)) {
      await page.getByLabel('Type a move').fill(move);
      await page.keyboard.press('Enter');
    }
    // The page does not read the answer's body, so Chromium would wait for it without an end.
    const answer = await answered;
    assert.equal(answer.status(), 200);
    const { solved, rating } = answer.request().postDataJSON();
    assert.deepEqual([solved, rating], [true, 1200]);
    const kept = readFileSync(join(server.folder, 'puzzle-results.jsonl'), 'utf8')
      .trim()
      .split('\n');
    assert.equal(JSON.parse(kept.at(-1)).solved, true);
    assert.deepEqual(page.errors, []);
    await page.context().close();
  });

  test('the server thinks for a page that asks it to', async () => {
    const page = await visit(browser, `${server.address}?engine=server`);
    const sockets = [];
    page.on('websocket', (socket) => sockets.push(socket.url()));
    await begin(page);
    await square(page, 'd2').click();
    await square(page, 'd4').click();
    assert.equal((await moved(page, 2))[0], 'd2d4');
    assert.deepEqual(sockets, [`${server.address.replace('http', 'ws')}api/engine`]);
    await picture(page, 'served-engine');
    assert.deepEqual(page.errors, []);
    await page.context().close();
  });

  test('is not sent twice, and is sent compressed', async () => {
    const coding = { 'Accept-Encoding': 'br' };
    const first = await fetch(server.address, { headers: coding });
    assert.equal(first.headers.get('content-encoding'), 'br');
    const html = await first.text();
    const headers = { ...coding, 'If-None-Match': first.headers.get('etag') };
    assert.equal((await fetch(server.address, { headers })).status, 304);
    const [, script] = /src="\.(\/assets\/[^"]+)"/.exec(html);
    const asset = await fetch(new URL(script, server.address));
    assert.match(asset.headers.get('cache-control'), /immutable/);
    assert.match(asset.headers.get('content-type'), /javascript/);
    assert.ok((await asset.text()).length > 1000);
  });

  test('its board stands in other pages', async (t) => {
    const other = createServer((_, response) =>
      response
        .setHeader('Content-Type', 'text/html')
        .end(`<script src="${server.address}kibitz-board.js"></script>
          <kibitz-board pgn="1. e4 e5 *"></kibitz-board>`),
    );
    await new Promise((resolve) => other.listen(0, '127.0.0.1', resolve));
    t.after(() => (other.closeAllConnections(), other.close()));
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${other.address().port}/`);
    await page.frameLocator('iframe').locator('[data-square=e4]').waitFor();
    await page.context().close();
  });
});
