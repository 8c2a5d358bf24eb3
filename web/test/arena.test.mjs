// The arena in browsers: the lobby, games between two of them, spectators, lost connections, contests.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { complaints } from './axe.mjs';
import { open, openBrowser, picture, skip, square, visit } from './browser.mjs';
import { startServer } from './program.mjs';

describe('the arena', { skip }, () => {
  let browser, server;
  before(async () => {
    browser = await openBrowser();
    server = await startServer();
  });
  after(async () => {
    await browser.close();
    assert.equal(await server.stop(), 0);
  });

  /** A browser of its own in the lobby, with a name if one is given. */
  async function come(name, options = {}) {
    const page = await visit(browser, server.address, { serviceWorkers: 'block', ...options });
    await page.goto(`${server.address}#arena`);
    await page.locator('.lamp.connected').first().waitFor();
    if (name) {
      await page.getByLabel(/^(Name|Ihr Name)$/).fill(name);
      await page.locator('.name-form button').click();
      await page.locator('.place', { hasText: name }).waitFor();
    }
    return page;
  }
  const leave = async (...pages) => {
    for (const page of pages) {
      // The browser complains of a server that is away.
      assert.deepEqual(page.errors.filter((text) => !/ERR_CONNECTION|WebSocket connection/.test(text)), []);
      await page.context().close();
    }
  };
  const choose = (page, label) => page.locator('.offer-form').getByLabel(label, { exact: true }).check({ force: true });
  const button = (page, name) => page.getByRole('button', { name, exact: true });
  const gameOf = async (page) => {
    await page.waitForURL(/#arena\/game\//);
    await page.locator('.live-game').waitFor();
    return page.url();
  };
  /** Two who play: the first invites by link and has the first side. */
  async function pair(first, second, { game = 'Chess', time } = {}) {
    await choose(first, game);
    if (time) await first.getByRole('combobox', { name: 'Time' }).selectOption(time);
    await first.locator('.sides input').first().check({ force: true });
    await button(first, 'Invite by link').click();
    const link = await first.getByLabel('Send this link').inputValue();
    await second.goto(link);
    await button(second, 'Accept').click();
    return [await gameOf(first), await gameOf(second)][0];
  }
  async function move(page, text) {
    await square(page, text.slice(0, 2)).click();
    await square(page, text.slice(2)).click();
  }
  const plies = (page, count) => page.waitForFunction((wanted) => document.querySelectorAll('.moves .move').length === wanted, count);
  async function playAll(white, black, moves) {
    for (const text of moves.split(' ')) {
      const already = await white.locator('.moves .move').count();
      await move(already % 2 ? black : white, text);
      await plies(white, already + 1);
      await plies(black, already + 1);
    }
  }

  test('two people find each other in the lobby and play to mate', async () => {
    const ann = await come('Ann');
    const bob = await come('Bob', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    await choose(ann, 'White');
    await button(ann, 'Find an opponent').click();
    await ann.getByText('Looking for an opponent').first().waitFor();
    await bob.locator('.rows li', { hasText: 'Ann' }).waitFor();
    await picture(ann, 'arena-lobby');
    await picture(bob, 'arena-lobby-phone');
    assert.deepEqual(await complaints(ann), []);
    assert.deepEqual(await complaints(bob), []);
    await bob.locator('.rows li', { hasText: 'Ann' }).getByRole('button', { name: 'Play' }).click();
    const link = await gameOf(ann);
    await gameOf(bob);
    await playAll(ann, bob, 'e2e4 e7e5 f1c4 b8c6');
    await picture(ann, 'arena-game');
    await picture(bob, 'arena-game-phone');
    assert.deepEqual(await complaints(ann), []);
    assert.deepEqual(await complaints(bob), []);
    // Somebody comes late, and sees all of it.
    const eve = await come();
    await eve.goto(link);
    await plies(eve, 4);
    await button(bob, 'Offer draw').click();
    await ann.getByText('Bob offers a draw.').waitFor();
    await picture(ann, 'arena-draw-offer');
    await button(ann, 'Decline').click();
    await bob.getByLabel('Say something').fill('Good luck!');
    await button(bob, 'Send').click();
    await ann.getByText('Good luck!').waitFor();
    await playAll(ann, bob, 'd1h5 g8f6 h5f7');
    for (const page of [ann, bob, eve]) await page.locator('.over', { hasText: /1–0\s*Ann wins\s*checkmate/ }).waitFor();
    assert.equal(await square(eve, 'f7').getAttribute('aria-label'), 'f7, white queen');
    await eve.getByText('Good luck!').waitFor();
    await picture(eve, 'arena-over');
    assert.match(await eve.locator('[aria-live=polite].hidden').innerText(), /1–0, Ann wins checkmate/);
    await button(bob, 'Rematch').click();
    await ann.getByText('Bob challenges you').waitFor();
    await picture(ann, 'arena-challenge');
    await button(ann, 'Accept').click();
    await ann.waitForFunction((was) => location.href !== was && document.querySelectorAll('.moves .move').length === 0, link);
    await button(bob, 'Abort').click();
    await ann.locator('.over', { hasText: 'The game was aborted' }).waitFor();
    await eve.goto(`${server.address}#arena/player/Ann`);
    await eve.getByText('checkmate').waitFor();
    await picture(eve, 'arena-player');
    assert.deepEqual(await complaints(eve), []);
    await button(ann, 'To the lobby').click();
    await ann.getByRole('link', { name: 'Replay' }).first().waitFor();
    await leave(ann, bob, eve);
  });

  test('a reload and a server that is killed do not end a game', async () => {
    const [ann, bob] = [await come('Cleo'), await come('Dan', { colorScheme: 'dark' })];
    const link = await pair(ann, bob);
    await playAll(ann, bob, 'd2d4 d7d5');
    await ann.reload();
    await gameOf(ann);
    await plies(ann, 2);
    await playAll(ann, bob, 'c2c4');
    const start = await server.kill();
    for (const page of [ann, bob]) await page.getByText('Connection lost').waitFor();
    await picture(bob, 'arena-lost');
    await start();
    for (const page of [ann, bob]) await page.locator('.lamp.connected').first().waitFor();
    await playAll(ann, bob, 'e7e6 g1f3');
    assert.equal(ann.url(), link);
    await leave(ann, bob);
  });

  test('noughts and crosses by keyboard, connect four by mouse, and all boards at once', async () => {
    const gus = await come('Gus', { colorScheme: 'dark' });
    const hal = await come('Hal');
    await pair(gus, hal, { game: 'Noughts and crosses' });
    const space = (page, name) => page.getByRole('gridcell', { name: new RegExp(`^${name},`) });
    // From the middle of the last row.
    await space(gus, 'b1').focus();
    await gus.keyboard.press('ArrowUp');
    assert.equal(await gus.evaluate(() => document.activeElement.getAttribute('aria-label')), 'b2, empty, can play here');
    await gus.keyboard.press('Enter');
    await hal.waitForFunction(() => /X: b2/.test(document.querySelector('[aria-live=polite].hidden').textContent));
    for (const [page, name] of [[hal, 'a3'], [gus, 'a1'], [hal, 'c1']]) {
      await space(page, name).click();
      for (const one of [gus, hal]) await one.getByRole('gridcell', { name: new RegExp(`^${name}, [XO]`) }).waitFor();
    }
    await picture(gus, 'arena-noughts');
    assert.deepEqual(await complaints(gus), []);

    const ida = await come('Ida');
    const jan = await come('Jan');
    await pair(ida, jan, { game: 'Connect four', time: '180000+2000' });
    for (const [i, column] of [...'dedcdceb'].entries()) {
      await space([ida, jan][i % 2], `${column}6`).click();
      for (const one of [ida, jan]) await plies(one, i + 1);
    }
    await picture(ida, 'arena-connect-four');
    assert.deepEqual(await complaints(ida), []);

    const kim = await come();
    await kim.goto(`${server.address}#arena/boards`);
    const mini = (name) => kim.getByRole('link', { name });
    await mini('Gus').waitFor();
    assert.equal(await mini('Ida').locator('.disc-0, .disc-1').count(), 8);
    await space(ida, 'd6').click();
    await kim.waitForFunction(() => document.querySelectorAll('.mini .disc-0, .mini .disc-1').length === 9);
    await mini('Ida').locator('b', { hasText: '1–0' }).waitFor();
    await picture(kim, 'arena-boards');
    assert.deepEqual(await complaints(kim), []);
    await ida.locator('.over', { hasText: /Ida wins\s*four in a row/ }).waitFor();
    await picture(ida, 'arena-connect-four-over');
    await space(gus, 'c3').click();
    await gus.locator('.over', { hasText: 'three in a row' }).waitFor();
    await leave(gus, hal, ida, jan, kim);
  });

  test('a contest, from joining to its tables', async () => {
    const names = ['Lea', 'Max', 'Nia'];
    const players = [];
    for (const name of names) players.push(await come(name));
    const [lea, max, nia] = players;
    await lea.goto(`${server.address}#arena/contests`);
    await lea.getByRole('textbox', { name: 'Name' }).fill('Spring Cup');
    await lea.getByRole('combobox', { name: 'Game' }).selectOption('chess');
    await button(lea, 'Make it').click();
    for (const page of players) {
      await page.goto(`${server.address}#arena/contest/Spring%20Cup`);
      await button(page, 'Join').click();
      await button(page, 'Leave').waitFor();
    }
    await lea.getByRole('cell', { name: 'Nia' }).waitFor();
    await button(lea, 'Start').click();
    // Three rounds of one game each; who is free waits.
    for (let round = 0; round < 3; ++round) {
      const playing = [];
      while (playing.length < 2) {
        playing.length = 0;
        for (const page of players) if (await button(page, 'Resign').count()) playing.push(page);
      }
      const [loser, winner] = playing;
      await button(loser, 'Resign').click();
      await loser.locator('dialog').getByRole('button', { name: 'Resign' }).click();
      await winner.locator('.over', { hasText: 'by resignation' }).waitFor();
    }
    await nia.goto(`${server.address}#arena/contest/Spring%20Cup`);
    await nia.locator('.tag', { hasText: 'Over' }).waitFor();
    await nia.getByRole('heading', { name: 'Crosstable' }).waitFor();
    assert.equal(await nia.locator('.round').count(), 3);
    assert.equal(await nia.locator('.crosstable tbody tr').count(), 3);
    const file = nia.waitForEvent('download');
    await button(nia, 'Download PGN').click();
    const pgn = await (await file).createReadStream().then((stream) => stream.toArray());
    assert.equal(Buffer.concat(pgn).toString().match(/\[Event "Spring Cup"\]/g).length, 3);
    await picture(nia, 'arena-contest');
    assert.deepEqual(await complaints(nia), []);
    await lea.goto(`${server.address}#arena/contests`);
    await lea.getByRole('link', { name: 'Spring Cup' }).waitFor();
    await picture(lea, 'arena-contests');
    assert.deepEqual(await complaints(lea), []);
    await max.goto(`${server.address}#arena/ratings`);
    await max.getByText('Nobody has played').waitFor();
    assert.deepEqual(await complaints(max), []);
    await leave(...players);
  });

  test('bad names, links that are over and things that are not there are said in words', async () => {
    const page = await come('Ora');
    const other = await come();
    await other.getByLabel('Name').fill('Ora');
    await button(other, 'Enter').click();
    await other.getByText('that name is taken').waitFor();
    assert.ok(await button(other, 'Find an opponent').isDisabled());
    for (const [place, text] of [
      ['offer/0123456789abcdef', 'This invitation is over'],
      ['game/0123456789abcdef', 'There is no such game'],
      ['player/Nobody', 'There is no player of that name'],
      ['contest/None', 'There is no such contest'],
      ['nonsense/%E0%A4%A', 'New game'],
    ]) {
      await page.goto(`${server.address}#arena/${place}`);
      await page.getByText(text).first().waitFor();
    }
    page.errors = page.errors.filter((text) => !/404/.test(text));
    await leave(page, other);
  });

  test('in German, in high contrast', async () => {
    const page = await come('Paula', { locale: 'de-DE', contrast: 'more' });
    await page.getByText('Gegner suchen').waitFor();
    await picture(page, 'arena-contrast');
    assert.deepEqual(await complaints(page), []);
    const text = await page.locator('.arena').innerText();
    assert.doesNotMatch(text, /\b(the|game|Play|Rated|Casual|opponent|here)\b/);
    await leave(page);
  });

  test('a host without an arena says so', async () => {
    const site = await open();
    try {
      const page = await visit(site.browser, site.address);
      await button(page, 'Arena').click();
      await page.getByText('No arena here').waitFor();
      await picture(page, 'arena-absent');
      assert.deepEqual(await complaints(page), []);
    } finally {
      await site.close();
    }
  });
});
