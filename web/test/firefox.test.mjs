// The page in a second browser: a game, an analysis, My games and the arena, in Firefox ESR.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { dist } from './browser.mjs';
import { openFirefox, skipFirefox } from './firefox.mjs';
import { startServer } from './program.mjs';
import { serve } from '../tools/serve.mjs';

const noSocket =
  typeof WebSocket === 'undefined' ? 'no WebSocket: Node needs --experimental-websocket' : false;
const square = (name) => `.board [data-square=${name}]`;

/** Plays moves such as "e2e4" with the mouse. */
async function play(page, ...moves) {
  for (const move of moves) {
    await page.press(square(move.slice(0, 2)));
    await page.press(square(move.slice(2)));
  }
}

describe('in Firefox', { skip: skipFirefox || noSocket }, () => {
  let firefox, server, address;
  before(async () => {
    const made = await serve(dist);
    server = made.server;
    address = `http://127.0.0.1:${made.port}/`;
    firefox = await openFirefox();
  });
  after(async () => {
    await firefox?.close();
    server.closeAllConnections();
    server.close();
  });

  const shows = (page, selector) =>
    page.waitFor((wanted) => document.querySelector(wanted) !== null, selector);

  test('a game against a level, by mouse and by typing, which a reload does not lose', async () => {
    const page = await firefox.visit(address);
    await page.press('.facing .card');
    await page.press('.setup input[name=opponent-kind][value=levels] + span');
    await page.press('.setup .opponents label.card', 'Level 1');
    await page.press('.setup button[type=submit]');
    await play(page, 'e2e4');
    const moves = (least) =>
      page.waitFor((count) => {
        const game = JSON.parse(localStorage['kibitz.game'] ?? '{}');
        return game.moves?.length >= count && game.moves;
      }, least);
    assert.equal((await moves(2))[0], 'e2e4');
    await page.press('.typed input');
    await page.type('Nf3');
    await page.type('Enter');
    const played = await moves(4);
    assert.equal(played[2], 'g1f3');
    await page.reload();
    await shows(page, '.moves .move');
    assert.deepEqual((await moves(4)).slice(0, 4), played.slice(0, 4));
    assert.deepEqual(page.errors, []);
    await page.close();
  });

  test('an analysis: a pasted game, the engine on several threads, the arrow keys', async () => {
    const page = await firefox.visit(`${address}#analyse`);
    assert.equal(await page.evaluate(() => crossOriginIsolated), true);
    await page.press('.in-out textarea');
    await page.type('1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *');
    await page.waitFor(() => document.querySelector('.in-out textarea').value.endsWith('*'));
    await page.press('.in-out .buttons button', 'Open');
    await page.waitFor(() => document.querySelectorAll('.tree .move').length === 6);
    await page.press('.tree .move', 'Bb5');
    await page.type('ArrowLeft');
    await page.waitFor(() =>
      document.querySelector('.tree [aria-current]')?.textContent.includes('Nc6'),
    );
    await page.press('.worth .icon-toggle');
    await shows(page, '.lines .line');
    const deep = () => /depth (\d+)/.exec(document.querySelector('.depth')?.textContent)?.[1] > 8;
    await page.waitFor(deep);
    await page.press('.worth .icon-toggle');
    await page.press('button', 'Review this game');
    await shows(page, '.accuracy');
    assert.deepEqual(page.errors, []);
    await page.close();
  });

  test('My games: an import, which a reload does not lose, and a search', async () => {
    const page = await firefox.visit(`${address}#games`);
    const found = (count) =>
      page.waitFor(
        (wanted) => document.querySelector('.find-games [role=status]')?.textContent === wanted,
        `${count} ${count === 1 ? 'game' : 'games'} found`,
      );
    await shows(page, '.transfer textarea');
    // A line for each: what is typed goes key by key.
    await page.press('.transfer textarea');
    await page.type('1. e4 c5 2. Nf3 * 1. d4 d5 * 1. e4 e5 *');
    await page.press('.transfer form button', 'Import');
    await found(3);
    await page.reload();
    await found(3);
    await page.press('.find-games label:nth-of-type(2) input');
    await page.type('sicilian');
    await found(1);
    assert.deepEqual(page.errors, []);
    await page.close();
  });

  test('the arena: two people play, and one gives up', async () => {
    const arena = await startServer('--house-players', 'none');
    try {
      const [ann, bob] = [await come('Ann'), await come('Bob')];
      await ann.press('.sides label');
      await ann.press('.offer-form button', 'Invite by link');
      const link = await ann.waitFor(
        () => document.querySelector('.invitation input')?.value ?? '',
      );
      await bob.evaluate((to) => void location.assign(to), link);
      await bob.press('.invitation button', 'Accept');
      for (const page of [ann, bob]) await shows(page, '.live-game .board');
      const count = (page, plies) =>
        page.waitFor(
          (wanted) => document.querySelectorAll('.live-game .moves .move').length === wanted,
          plies,
        );
      await play(ann, 'e2e4');
      await count(bob, 1);
      await play(bob, 'e7e5');
      await count(ann, 2);
      await ann.press('.panel button', 'Resign');
      await ann.press('dialog[open] button.primary', 'Resign');
      await shows(bob, '.live-game .over');
      for (const page of [ann, bob]) {
        assert.deepEqual(page.errors, []);
        await page.close();
      }
    } finally {
      await arena.stop();
    }

    async function come(name) {
      const page = await firefox.visit(`${arena.address}#arena`);
      await page.press('.name-form input');
      await page.type(name);
      await page.type('Enter');
      await page.waitFor(
        (mine) =>
          [...document.querySelectorAll('.place')].some((one) => one.textContent.includes(mine)),
        name,
      );
      return page;
    }
  });
});
