// Boards in other people's pages, and games that an address asks for, in Chromium.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before, describe, test } from 'node:test';
import { complaints } from './axe.mjs';
import { open, picture, skip, square, storedGame, visit } from './browser.mjs';

const mostBytesBeforeTheEngine = 60_000;
/** In localStorage: levels take no time. */
const atOnce = { name: 'kibitz.preferences', value: '{"humanPace":false}' };
const annotated = `[White "Ann"]
[Black "Bob"]
[Result "1-0"]

1. e4 {[%eval 0.33] [%clk 1:00:00] best by test} e5 $6 {[%eval 4.5]} 2. Nf3 {[%eval #3]} 1-0
`;

describe('the embedded board', { skip }, () => {
  let site;
  before(async () => (site = await open()));
  after(() => site.close());

  const embed = (asked, options) =>
    visit(site.browser, `${site.address}embed.html${asked}`, options);
  const fetched = (page) =>
    page.evaluate(() =>
      [
        ...performance.getEntriesByType('navigation'),
        ...performance.getEntriesByType('resource'),
      ].map(({ name, encodedBodySize }) => ({ name, bytes: encodedBodySize })),
    );
  const names = async (page) => (await fetched(page)).map(({ name }) => name).join(' ');

  test('is small until somebody touches it, and needs the engine only to play', async () => {
    for (const asked of [
      `?pgn=${encodeURIComponent(annotated)}`,
      '?level=1',
      '?level=1&player=black',
      '?start=4k3/8/4K3/4P3/8/8/8/8 w - - 0 1',
    ]) {
      const page = await embed(asked);
      await page.waitForLoadState('networkidle');
      const files = await fetched(page);
      const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
      assert.ok(bytes > 10_000 && bytes <= mostBytesBeforeTheEngine, `${asked}: ${bytes} bytes`);
      assert.doesNotMatch(await names(page), /wasm|nnue/, asked);
      assert.deepEqual(page.errors, []);
      await page.context().close();
    }
    const page = await embed('?pgn=1. e4 e5');
    await page.getByRole('button', { name: 'Forward' }).click();
    await page.getByLabel('e4, white pawn').waitFor();
    assert.match(await names(page), /kibitz-rules/);
    assert.doesNotMatch(await names(page), /kibitz-(single|threads)|nnue/);
    await page.context().close();
  });

  test('shows the names, evaluations and comments of a PGN, also of a long one after the #', async () => {
    const long = annotated.replace('1-0\n', `{${'so it goes '.repeat(5000)}} 1-0\n`);
    for (const asked of [
      `?pgn=${encodeURIComponent(annotated)}`,
      `#pgn=${encodeURIComponent(long)}`,
    ]) {
      const page = await embed(asked);
      await page.getByRole('heading', { name: 'Ann – Bob 1–0' }).waitFor();
      const forward = page.getByRole('button', { name: 'Forward' });
      const said = page.locator('.message');
      await forward.click();
      await said.getByText('1. e4 +0.33 best by test').waitFor();
      await page.getByRole('status').getByText('White: pawn to e4.').waitFor();
      await page.getByRole('img', { name: 'Evaluation +0.33' }).waitFor();
      await forward.click();
      await said.getByText('1… e5?! +4.50').waitFor();
      await page.keyboard.press('ArrowRight');
      await page.getByRole('img', { name: 'Evaluation #3' }).waitFor();
      assert.equal(await forward.isDisabled(), true);
      await page.getByRole('button', { name: 'Flip' }).click();
      assert.equal(await page.locator('[data-square]').first().getAttribute('data-square'), 'h1');
      assert.deepEqual(await complaints(page), []);
      assert.deepEqual(page.errors, []);
      await page.context().close();
    }
  });

  test('fits into a frame of any size', async () => {
    for (const asked of [`?pgn=${encodeURIComponent(annotated)}`, '?level=1&player=black']) {
      const page = await embed(asked);
      for (const [width, height] of [
        [300, 400],
        [300, 300],
        [480, 560],
        [640, 360],
      ]) {
        await page.setViewportSize({ width, height });
        const outside = await page.evaluate(() =>
          [...document.querySelectorAll('.embed button, .embed a, .board')]
            .filter((element) => {
              const { left, right, top, bottom } = element.getBoundingClientRect();
              return left < 0 || top < 0 || right > innerWidth || bottom > innerHeight;
            })
            .map((element) => element.outerHTML.slice(0, 80)),
        );
        assert.deepEqual(outside, [], `${asked} at ${width} by ${height}`);
        if (height === 400)
          await picture(page, `embed-300-${asked.startsWith('?pgn') ? 'replay' : 'play'}`);
      }
      await page.context().close();
    }
  });

  test('in a foreign page replays a game and plays until the level answers', async (t) => {
    const host = createServer((_, response) => {
      response.writeHead(200, { 'Content-Type': 'text/html' });
      response.end(`<!doctype html><html lang="en"><title>Blog</title>
        <script defer src="${site.address}kibitz-board.js"></script>
        <kibitz-board id="replay" pgn="1. e4 e5 2. Nf3 *" label="A game"></kibitz-board>
        <kibitz-board id="play" level="1" player="white" style="width: 320px"></kibitz-board>
        <iframe title="Play" width="400" height="520" src="${site.address}embed.html?level=1&player=black"></iframe>`);
    });
    t.after(() => host.close());
    await new Promise((done) => host.listen(0, '127.0.0.1', done));
    const context = await site.browser.newContext({ viewport: { width: 1000, height: 1700 } });
    await context.addInitScript(
      ({ name, value }) => origin !== 'null' && localStorage.setItem(name, value),
      atOnce,
    );
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);
    await page.goto(`http://localhost:${host.address().port}/`);
    const board = (name) => page.locator(name).frameLocator('iframe');

    const replay = board('#replay');
    await replay.getByRole('button', { name: 'Forward' }).click();
    await replay.getByRole('gridcell', { name: 'e4, white pawn' }).waitFor();
    // Another game in the same element.
    await page.evaluate(() => document.querySelector('#replay').setAttribute('pgn', '1. d4 *'));
    await replay.getByRole('gridcell', { name: 'e2, white pawn' }).waitFor();
    await replay.getByRole('button', { name: 'Forward' }).click();
    await replay.getByRole('gridcell', { name: 'd4, white pawn' }).waitFor();

    // The first move is made before the rules are there.
    const white = board('#play');
    await white.locator('[data-square=e2]').click();
    await white.locator('[data-square=e4]').click();
    await white
      .getByRole('status')
      .getByText(/^Black: /)
      .waitFor();
    await white.getByText('Your move').waitFor();
    await white.locator('[data-square=d2]').click();
    await white.locator('[data-square=d3]').click();
    await white.getByRole('gridcell', { name: 'd3, white pawn' }).waitFor();
    await white
      .getByRole('status')
      .getByText(/^Black: /)
      .waitFor();
    await picture(page, 'embedded');
    await white.getByRole('button', { name: 'New game' }).click();
    await white.getByRole('gridcell', { name: 'e2, white pawn' }).waitFor();

    const black = page.frameLocator('iframe[title=Play]');
    await black.getByRole('button', { name: 'Play', exact: true }).click();
    await black
      .getByRole('status')
      .getByText(/^White: /)
      .waitFor();
    await black.locator('[data-square=a7]').click();
    await black.locator('[data-square=a6]').click();
    await black.getByRole('gridcell', { name: 'a6, black pawn' }).waitFor();
    await black
      .getByRole('status')
      .getByText(/^White: /)
      .waitFor();
    await context.close();
  });

  test('says what is wrong with what it was asked for', async () => {
    for (const [asked, words] of [
      ['?start=rubbish', /FEN/],
      ['?pgn=1. e4 e5 2. Ke3', /Not all of it could be read.*Ke3/],
    ]) {
      const page = await embed(asked);
      const control = asked.startsWith('?pgn')
        ? page.getByRole('button', { name: 'Forward' })
        : square(page, 'e2');
      await control.click();
      await page.getByText(words).waitFor();
      assert.deepEqual(page.errors, []);
      await page.context().close();
    }
  });

  test('a PGN without moves says so before it is touched, and tags may share a line', async () => {
    const broken = await embed('?pgn=this is no game');
    await broken.locator('.message', { hasText: /read|PGN|game/ }).waitFor();
    await broken.context().close();
    const page = await embed(
      `?pgn=${encodeURIComponent('[White "Ann"] [Black "Bob"] [Result "1-0"] 1. e4 e5 1-0')}`,
    );
    await page.getByRole('heading', { name: 'Ann – Bob 1–0' }).waitFor();
    await page.context().close();
  });

  test('an address of the page itself begins a game, but takes none away', async () => {
    const fen = '4k3/8/4K3/4P3/8/8/8/8 w - - 0 1';
    const page = await visit(
      site.browser,
      `${site.address}?start=${encodeURIComponent(fen)}&level=3&player=white`,
      {
        storageState: {
          cookies: [],
          origins: [{ origin: new URL(site.address).origin, localStorage: [atOnce] }],
        },
      },
    );
    await square(page, 'e6')
      .and(page.getByLabel(/white king/))
      .waitFor();
    const { start, opponent, color } = await storedGame(page);
    assert.deepEqual([start, opponent, color], [fen, 'level-03', 'white']);
    await square(page, 'e6').click();
    await square(page, 'd6').click();
    await page.waitForFunction(() => JSON.parse(localStorage['kibitz.game']).moves.length >= 2);
    await page.reload(); // goes on with it
    await square(page, 'd6')
      .and(page.getByLabel(/white king/))
      .waitFor();
    await page.goto(`${site.address}?level=5&player=black`);
    await page.locator('.setup').waitFor();
    assert.equal(await page.locator('.setup [name=opponent]:checked').inputValue(), 'level-05');
    assert.ok((await storedGame(page)).moves.length >= 2);
    const other = await visit(site.browser, `${site.address}?start=rubbish`);
    await other.getByRole('alert').getByText(/FEN/).waitFor();
    assert.equal(await other.getByLabel('Position as FEN').inputValue(), 'rubbish');
    await other.context().close();
    await page.context().close();
  });
});
