// The arena in browsers: the lobby, games between two of them, spectators, lost connections, contests.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { complaints } from './axe.mjs';
import { dist, openBrowser, picture, rarely, skip, square, texts, visit } from './browser.mjs';
import { startServer } from './program.mjs';
import { serve } from '../tools/serve.mjs';

describe('the arena', { skip }, () => {
  let browser, server;
  /** Two who play, the second on a phone, and one who looks on. */
  let ann, bob, eve;
  before(async () => {
    browser = await openBrowser();
    // Without players of the house, who would take seeks first.
    server = await startServer('--house-players', 'none');
    [ann, bob, eve] = await Promise.all([
      come('Ann'),
      come('Bob', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }),
      come('', { colorScheme: 'dark' }),
    ]);
  });
  after(async () => {
    await leave(ann, bob, eve);
    await browser.close();
    assert.equal(await server.stop(), 0);
  });

  /** A browser of its own in the lobby, with a name if one is given. */
  async function come(name, options = {}, address = server.address) {
    const page = await visit(browser, address, options);
    await page.goto(`${address}#arena`);
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
      assert.deepEqual(
        page.errors.filter((text) => !/ERR_CONNECTION|WebSocket connection/.test(text)),
        [],
      );
      await page.context().close();
    }
  };
  const choose = (page, label) =>
    page.locator('.offer-form').getByLabel(label, { exact: true }).check({ force: true });
  const button = (page, name) => page.getByRole('button', { name, exact: true });
  const spoken = (page) => page.locator('[aria-live=polite].hidden').innerText();
  const gameOf = async (page) => {
    await page.waitForURL(/#arena\/game\//);
    await page.locator('.live-game').waitFor();
    return page.url();
  };
  /** Two who play: the first invites by link and has the first side. `invited` sees the invitation. */
  async function pair(first, second, { game = 'Chess', time, invited } = {}) {
    await first.goto(`${server.address}#arena`);
    await choose(first, game);
    if (time) await first.getByRole('combobox', { name: 'Time' }).selectOption(time);
    await first.locator('.sides input').first().check({ force: true });
    await button(first, 'Invite by link').click();
    const link = await first.getByLabel('Send this link').inputValue();
    await second.goto(link);
    await button(second, 'Accept').waitFor();
    await invited?.(second);
    await button(second, 'Accept').click();
    return [await gameOf(first), await gameOf(second)][0];
  }
  async function move(page, text) {
    await square(page, text.slice(0, 2)).click();
    await square(page, text.slice(2)).click();
  }
  const plies = (page, count) =>
    page.waitForFunction(
      (wanted) => document.querySelectorAll('.moves .move').length === wanted,
      count,
    );
  async function playAll(white, black, moves) {
    for (const text of moves.split(' ')) {
      const already = await white.locator('.moves .move').count();
      await move(already % 2 ? black : white, text);
      await plies(white, already + 1);
      await plies(black, already + 1);
    }
  }

  test('a refusal is in the reader’s language, by its code', async () => {
    const page = await visit(browser, server.address, { locale: 'de-DE' });
    await page.routeWebSocket(/\/arena$/, (socket) => {
      const real = socket.connectToServer();
      real.onMessage((text) => {
        const message = JSON.parse(text);
        const refused = { ...message, code: 'nameTaken', error: 'any text' };
        socket.send(JSON.stringify(message.type === 'error' ? refused : message));
      });
    });
    await page.goto(`${server.address}#arena`);
    await page.getByLabel('Ihr Name').fill('Ann');
    await page.locator('.name-form button').click();
    await page.getByText('vergeben').waitFor();
    await page.context().close();
  });

  test('two people find each other in the lobby and play to mate, and somebody watches', async () => {
    await choose(ann, 'White');
    await button(ann, 'Find an opponent').click();
    await ann.locator('.waiting', { hasText: 'Looking for an opponent' }).waitFor();
    const seek = bob.locator('.rows li', { hasText: 'Ann' });
    await seek.waitFor();
    await picture(ann, 'arena-lobby');
    await picture(bob, 'arena-lobby-phone');
    await picture(eve, 'arena-lobby-newcomer');
    for (const page of [ann, bob, eve]) assert.deepEqual(await complaints(page), []);
    await seek.getByRole('button', { name: 'Play' }).click();
    const link = await gameOf(ann);
    await gameOf(bob);
    await playAll(ann, bob, 'e2e4 e7e5 f1c4 b8c6');
    await picture(ann, 'arena-game');
    await picture(bob, 'arena-game-phone');
    for (const page of [ann, bob]) assert.deepEqual(await complaints(page), []);
    // Somebody comes late, and sees all of it.
    await eve.goto(link);
    await plies(eve, 4);
    for (const page of [ann, bob, eve])
      await page.locator('.spectators', { hasText: '1 spectator' }).waitFor();
    await button(bob, 'Offer draw').click();
    await ann.getByText('Bob offers a draw.').waitFor();
    await picture(ann, 'arena-draw-offer');
    await button(ann, 'Decline').click();
    await bob.getByLabel('Say something').fill('Good luck!');
    await button(bob, 'Send').click();
    await ann.getByText('Good luck!').waitFor();
    // On Bob's phone the chat is below the fold: a badge says that somebody has written, and leads there.
    await bob.evaluate(() => scrollTo(0, 0));
    await ann.getByLabel('Say something').fill('You, too!');
    await button(ann, 'Send').click();
    const badge = bob.locator('.new-messages');
    await badge.filter({ hasText: '1' }).waitFor();
    await badge.click();
    await badge.waitFor({ state: 'detached' });
    await bob.evaluate(() => scrollTo(0, 0));
    // Black moves ahead of time, and thinks better of it; White types.
    await move(bob, 'g7g5');
    await bob.locator('.premove').first().waitFor();
    await bob.keyboard.press('Escape');
    await bob.locator('.premove').first().waitFor({ state: 'detached' });
    assert.match(await spoken(bob), /cancelled/);
    await move(bob, 'g8f6');
    await ann.getByLabel('Type a move').fill('Qh5');
    await button(ann, 'Play').last().click();
    for (const page of [ann, bob, eve]) await plies(page, 6);
    await playAll(ann, bob, 'h5f7');
    for (const [page, said] of [
      [ann, /1–0\s*You win: checkmate/],
      [bob, /1–0\s*You lost: checkmate/],
      [eve, /1–0\s*Ann wins\s*checkmate/],
    ])
      await page.locator('.over', { hasText: said }).waitFor();
    assert.equal(await square(eve, 'f7').getAttribute('aria-label'), 'f7, white queen');
    await eve.getByText('Good luck!').waitFor();
    await picture(eve, 'arena-over');
    assert.match(await spoken(eve), /1–0, Ann wins checkmate/);

    await button(bob, 'Rematch').click();
    await ann.getByText('Bob wants a rematch').waitFor();
    await picture(ann, 'arena-challenge');
    await button(ann, 'Accept').click();
    await ann.waitForFunction(
      (was) => location.href !== was && document.querySelectorAll('.moves .move').length === 0,
      link,
    );
    await button(bob, 'Abort').click();
    await ann.locator('.over', { hasText: 'The game was aborted' }).waitFor();

    await eve.goto(`${server.address}#arena/player/Ann`);
    await eve.getByRole('cell', { name: 'checkmate' }).waitFor();
    await picture(eve, 'arena-player');
    assert.deepEqual(await complaints(eve), []);
    await eve.getByRole('link', { name: 'Replay' }).click();
    await plies(eve, 7);
    await button(eve, 'Analyse').last().click();
    await eve.locator('.tree', { hasText: 'Qxf7#' }).waitFor();
  });

  test('who plays for nothing can take a move back and give time, if both agree', async () => {
    await pair(ann, bob);
    const ask = (page) => button(page, 'Ask to take back');
    const isOff = async (page) => (await ask(page).getAttribute('aria-disabled')) === 'true';
    assert.equal(await isOff(ann), true); // nothing was played yet
    await playAll(ann, bob, 'e2e4 e7e5 d1h5');
    // Bob refuses; until the next move Ann cannot ask again, and her focus is where it was.
    await ask(ann).click();
    await bob.getByText('Ann asks to take back their last move.').waitFor();
    await ann.getByText('You have asked to take back your last move.').waitFor();
    for (const page of [ann, bob]) assert.deepEqual(await complaints(page), []);
    await button(bob, 'Decline').click();
    await bob.locator('.takeback').waitFor({ state: 'detached' });
    assert.equal(await bob.evaluate(() => document.activeElement !== document.body), true);
    await ann.waitForFunction(() =>
      /The move stays/.test(document.querySelector('[aria-live=polite].hidden').textContent),
    );
    assert.equal(await isOff(ann), true);
    assert.equal(await ann.evaluate(() => document.activeElement.textContent), 'Ask to take back');
    // A move says no as well. What was planned for the game as it was is forgotten when it is changed.
    await playAll(ann, bob, 'b8c6 f1c4');
    await ask(ann).click();
    await playAll(ann, bob, 'g7g6');
    await ann.getByText('You have asked').waitFor({ state: 'detached' });
    await playAll(ann, bob, 'h5f3');
    await move(ann, 'f3f7');
    await ann.locator('.premove').first().waitFor();
    await ask(ann).click();
    await button(bob, 'Let them take it back').click();
    for (const page of [ann, bob]) await plies(page, 6);
    await ann.locator('.premove').first().waitFor({ state: 'detached' });
    assert.match(await spoken(bob), /The move was taken back/);
    await playAll(ann, bob, 'h5f3 g8f6');
    const clock = (page) =>
      page.locator('.live-game .clock').evaluateAll((all) =>
        all.map(({ textContent }) => {
          const [minutes, seconds] = textContent.match(/[\d.]+/g).map(Number);
          return minutes * 60 + seconds;
        }),
      );
    const before = Math.max(...(await clock(ann)));
    await button(bob, 'Give 15 seconds').click();
    await ann.waitForFunction(() =>
      /Bob has given you 15 seconds/.test(
        document.querySelector('[aria-live=polite].hidden').textContent,
      ),
    );
    assert.ok(Math.max(...(await clock(ann))) > before);
    await button(ann, 'Resign').click();
    await ann.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
    await bob.getByText('Ann resigned.').first().waitFor();
    assert.equal(await ask(bob).count(), 0);
  });

  test('noughts and crosses by keyboard, connect four by mouse, and all boards at once', async () => {
    const space = (page, name) => page.getByRole('gridcell', { name: new RegExp(`^${name},`) });
    const noughts = await pair(ann, bob, { game: 'Noughts and crosses' });
    // From the middle of the last row.
    await space(ann, 'b1').focus();
    await ann.keyboard.press('ArrowUp');
    assert.equal(
      await ann.evaluate(() => document.activeElement.getAttribute('aria-label')),
      'b2, empty, can play here',
    );
    await ann.keyboard.press('Enter');
    await bob.waitForFunction(() =>
      /X: b2/.test(document.querySelector('[aria-live=polite].hidden').textContent),
    );
    for (const [page, name] of [
      [bob, 'a3'],
      [ann, 'a1'],
      [bob, 'c1'],
    ]) {
      await space(page, name).click();
      for (const one of [ann, bob])
        await one.getByRole('gridcell', { name: new RegExp(`^${name}, [XO]`) }).waitFor();
    }
    await picture(ann, 'arena-noughts');
    assert.deepEqual(await complaints(ann), []);

    const invited = async (page) => assert.deepEqual(await complaints(page), []);
    await pair(ann, bob, { game: 'Connect four', time: '180000+2000', invited });
    for (const [i, column] of [...'dedcdceb'].entries()) {
      await space([ann, bob][i % 2], `${column}6`).click();
      for (const one of [ann, bob]) await plies(one, i + 1);
    }
    await picture(ann, 'arena-connect-four');
    await picture(bob, 'arena-connect-four-phone');
    assert.deepEqual(await complaints(ann), []);

    await eve.goto(`${server.address}#arena/boards`);
    await eve.locator('.mini').nth(1).waitFor();
    await eve.waitForFunction(
      () => document.querySelectorAll('.mini :is(.disc-0, .disc-1)').length === 8,
    );
    await space(ann, 'd6').click();
    await eve.locator('.mini-board b', { hasText: '1–0' }).waitFor();
    await picture(eve, 'arena-boards');
    assert.deepEqual(await complaints(eve), []);
    await ann.locator('.over', { hasText: 'You win: four in a row' }).waitFor();
    await picture(ann, 'arena-connect-four-over');
    await ann.goto(noughts);
    await space(ann, 'c3').click();
    await ann.locator('.over', { hasText: 'three in a row' }).waitFor();
  });

  test('a reload and a server that is killed do not end a game', async () => {
    const link = await pair(ann, bob);
    await playAll(ann, bob, 'd2d4 d7d5');
    await ann.reload();
    await plies(ann, 2);
    await playAll(ann, bob, 'c2c4');
    await eve.goto(link);
    const start = await server.kill();
    for (const page of [ann, bob, eve]) await page.getByText('Connection lost').waitFor();
    await picture(bob, 'arena-lost');
    await start();
    for (const page of [ann, bob, eve]) await page.locator('.lamp.connected').first().waitFor();
    await playAll(ann, bob, 'e7e6 g1f3');
    await plies(eve, 5);
    assert.equal(ann.url(), link);
    await button(bob, 'Resign').click();
    await bob.locator('dialog').getByRole('button', { name: 'Resign' }).click();
    await eve.locator('.over', { hasText: 'by resignation' }).waitFor();
  });

  /** Ann makes it, all join in this order, and she starts it. */
  async function beginContest(name, kind, players) {
    await ann.goto(`${server.address}#arena/contests`);
    await ann.getByRole('textbox', { name: 'Name' }).fill(name);
    await ann.getByRole('combobox', { name: 'Kind' }).selectOption(kind);
    await ann.getByRole('combobox', { name: 'Game' }).selectOption('chess');
    await button(ann, 'Create').click();
    for (const page of players) {
      await page.goto(`${server.address}#arena/contest/${encodeURIComponent(name)}`);
      await button(page, 'Join').click();
      await button(page, 'Leave').waitFor();
    }
    await ann
      .locator('tbody tr')
      .nth(players.length - 1)
      .waitFor();
    await button(ann, 'Start').click();
  }
  const ended = new Set();
  /** The only game of a round, which two of them have come to: the one who is named first gives up. */
  async function playRound(players) {
    let game;
    while (!game) {
      const places = players.map((page) => page.url());
      game = places.find(
        (one, i) => one.includes('#arena/game/') && !ended.has(one) && places.indexOf(one) < i,
      );
      await players[0].waitForTimeout(50);
    }
    ended.add(game);
    const loser = players.find((page) => page.url() === game);
    await button(loser, 'Resign').click();
    await loser.locator('dialog').getByRole('button', { name: 'Resign' }).click();
  }

  test('a contest, from joining to its tables', async () => {
    const cleo = await come('Cleo');
    const players = [ann, bob, cleo];
    await beginContest('Spring Cup', 'Round robin', players);
    await eve.goto(`${server.address}#arena/contest/Spring%20Cup`);
    await eve.locator('.mini').waitFor();
    // Three rounds of one game each; who is free waits.
    for (let round = 0; round < 3; ++round) await playRound(players);
    await eve.locator('.tag', { hasText: 'Over' }).waitFor();
    assert.equal(await eve.locator('.round').count(), 3);
    assert.equal(await eve.locator('.crosstable tbody tr').count(), 3);
    await picture(eve, 'arena-contest');
    assert.deepEqual(await complaints(eve), []);
    const file = eve.waitForEvent('download');
    await eve.getByRole('link', { name: 'Download PGN' }).click();
    const pgn = await (await file).createReadStream().then((stream) => stream.toArray());
    const text = Buffer.concat(pgn).toString();
    assert.equal(text.match(/\[Event "Spring Cup"\]/g).length, 3);
    for (const round of [1, 2, 3]) assert.match(text, new RegExp(`\\[Round "${round}"\\]`));
    await ann.goto(`${server.address}#arena/contests`);
    await ann.getByRole('link', { name: 'Spring Cup' }).waitFor();
    await picture(ann, 'arena-contests');
    assert.deepEqual(await complaints(ann), []);
    await ann.goto(`${server.address}#arena/ratings`);
    await ann.getByText('Nobody has played').waitFor();
    assert.deepEqual(await complaints(ann), []);
    await leave(cleo);
  });

  rarely('a knockout with a bye, round by round, to its winner', async () => {
    const cleo = await come('Cleo K.');
    // Ann, the first seed, sits out the first round, and loses the final.
    await beginContest('Winter Cup', 'Knockout', [ann, bob, cleo]);
    await eve.goto(`${server.address}#arena/contest/Winter%20Cup`);
    await eve.getByText('Round 1', { exact: true }).first().waitFor();
    await playRound([bob, cleo]);
    await eve.getByText('Round 2', { exact: true }).first().waitFor();
    await playRound([ann, cleo]);
    await eve.getByText('Won by Cleo K.').waitFor();
    await eve.locator('.round').nth(1).waitFor();
    const rounds = await eve.locator('.round').allInnerTexts();
    assert.match(rounds[0], /Round 2[\s\S]*(Ann – Cleo K\.|Cleo K\. – Ann)/);
    assert.match(rounds[1], /Round 1[\s\S]*(Bob – Cleo K\.|Cleo K\. – Bob)/);
    assert.deepEqual(await eve.locator('[aria-labelledby=contest-table] tbody a').allInnerTexts(), [
      'Cleo K.',
      'Ann',
      'Bob',
    ]);
    await picture(eve, 'arena-knockout');
    assert.deepEqual(await complaints(eve), []);
    await leave(cleo);
  });

  test('meetings of bots of the battlebot protocol are shown', async () => {
    await Promise.all(
      ['Stork', 'Crane'].map((name) => eve.evaluate(playMeetings, [name, 'Marsh', 5])),
    );
    await eve.goto(`${server.address}#arena/contest/Marsh`);
    await eve.locator('.facts', { hasText: 'Meetings of bots' }).waitFor();
    await eve.locator('.facts', { hasText: '3 s per move' }).waitFor();
    await eve.locator('.round li').nth(4).waitFor();
    await eve.locator('.tag', { hasText: 'Over' }).waitFor();
    assert.equal(await eve.locator('.round li').count(), 5);
    assert.equal(await eve.locator('.crosstable tbody tr').count(), 2);
    assert.equal(await button(eve, 'Join').count(), 0);
    assert.equal(await eve.getByRole('link', { name: 'Download PGN' }).count(), 0);
    await picture(eve, 'arena-meetings');
    assert.deepEqual(await complaints(eve), []);
    await eve.getByRole('link', { name: 'Replay' }).first().click();
    await eve.locator('.facts', { hasText: '3 s per move' }).waitFor();
  });

  test('a clock of their own, and ratings beside names', async () => {
    await ann.goto(`${server.address}#arena`);
    await choose(ann, 'Chess');
    await ann.getByRole('combobox', { name: 'Time' }).selectOption('Another time');
    await ann.getByLabel('Minutes each').fill('7.5');
    await ann.getByLabel('Plus seconds per move').fill('4');
    await choose(ann, 'White');
    await ann.getByLabel('Counts for the rating').check({ force: true });
    await picture(ann, 'arena-own-clock');
    assert.deepEqual(await complaints(ann), []);
    await button(ann, 'Find an opponent').click();
    await bob.goto(`${server.address}#arena`);
    const seek = bob.locator('.rows li', { hasText: '7:30+4' });
    await seek.getByRole('button', { name: 'Play' }).click();
    await gameOf(ann);
    await gameOf(bob);
    await playAll(ann, bob, 'e2e4 e7e5');
    await button(bob, 'Resign').click();
    await bob.locator('dialog').getByRole('button', { name: 'Resign' }).click();
    await ann.locator('.over', { hasText: 'Bob resigned. You win.' }).waitFor();
    await ann
      .locator('.side', { hasText: 'Ann' })
      .locator('.rating', { hasText: '1662' })
      .waitFor();
    await eve.goto(`${server.address}#arena`);
    await choose(eve, 'Chess');
    await eve
      .locator('.people li', { hasText: 'Ann' })
      .locator('.rating', { hasText: '1662' })
      .waitFor();
    await eve
      .locator('.people li', { hasText: 'Bob' })
      .locator('.rating', { hasText: '1338' })
      .waitFor();
    await picture(eve, 'arena-ratings-beside-names');
    assert.deepEqual(await complaints(eve), []);
    await ann.goto(`${server.address}#arena`);
    await ann.getByLabel('Counts for the rating').uncheck({ force: true });
    await ann.getByRole('combobox', { name: 'Time' }).selectOption('300000+3000');
  });

  test('messages are hidden, and somebody blocked can neither write nor challenge', async () => {
    await pair(ann, bob);
    await bob.getByLabel('Say something').fill('You play badly!');
    await button(bob, 'Send').click();
    await ann.getByText('You play badly!').waitFor();
    await ann.getByText('Unwanted messages?').click();
    await button(ann, 'Hide Bob’s messages').click();
    await ann.locator('.chat li', { hasText: 'Bob hidden' }).waitFor();
    assert.equal(await ann.getByText('You play badly!').count(), 0);
    await picture(ann, 'arena-hidden-messages');
    assert.deepEqual(await complaints(ann), []);
    await ann.locator('.chat').getByRole('button', { name: 'Block Bob' }).click();
    await button(ann, 'Bob is blocked').waitFor();
    await bob.getByLabel('Say something').fill('Why?');
    await button(bob, 'Send').click();
    await bob.locator('.toast.error').waitFor();
    await bob.locator('.toasts').getByRole('button', { name: 'Close' }).click();
    await button(ann, 'Abort').click();
    await ann.locator('.over').waitFor();

    await ann.goto(`${server.address}#arena/player/Ann`);
    await ann.getByRole('heading', { name: 'Blocked players' }).waitFor();
    await picture(ann, 'arena-own-page');
    assert.deepEqual(await complaints(ann), []);
    await button(ann, 'Unblock Bob').click();
    await ann.getByRole('heading', { name: 'Blocked players' }).waitFor({ state: 'detached' });
    await ann.goto(`${server.address}#arena/player/Bob`);
    await button(ann, 'Block Bob').waitFor();
  });

  test('who looks elsewhere is notified of challenges, games and their turn, if they wish', async () => {
    const nora = await come('Nora');
    await nora.addInitScript(() => {
      globalThis.notified = [];
      globalThis.Notification = class {
        static permission = 'default';
        static async requestPermission() {
          return (globalThis.Notification.permission = 'granted');
        }
        constructor(_, { body }) {
          globalThis.notified.push(body);
        }
      };
      Object.defineProperty(document, 'hidden', { get: () => globalThis.looksElsewhere === true });
    });
    await nora.reload();
    const hasNotified = (text) =>
      nora.waitForFunction((wanted) => globalThis.notified.at(-1) === wanted, text);
    await nora.locator('.place', { hasText: 'Nora' }).click();
    await nora.getByRole('checkbox', { name: /^Tell me of challenges/ }).check();
    assert.deepEqual(await complaints(nora), []);
    await nora.evaluate(() => void (globalThis.looksElsewhere = true));
    await bob.goto(`${server.address}#arena/player/Nora`);
    await button(bob, 'Challenge').click();
    await hasNotified('Bob challenges you');
    await button(nora, 'Accept').click();
    await gameOf(nora);
    await gameOf(bob);
    await nora.waitForFunction(() => globalThis.notified.some((text) => / – /.test(text)));
    const hasWhite = await nora.locator('.standing.mine').count();
    if (hasWhite) await move(nora, 'e2e4');
    else await move(bob, 'e2e4');
    await plies(nora, 1);
    await plies(bob, 1);
    if (hasWhite) await move(bob, 'e7e5');
    await hasNotified('Your move');
    // Somebody who sees the page needs none.
    await nora.evaluate(() => void (globalThis.looksElsewhere = false));
    const count = await nora.evaluate(() => globalThis.notified.length);
    await move(nora, hasWhite ? 'd2d4' : 'e7e5');
    await plies(bob, hasWhite ? 3 : 2);
    await move(bob, hasWhite ? 'e5d4' : 'd2d4');
    await plies(nora, hasWhite ? 4 : 3);
    assert.equal(await nora.evaluate(() => globalThis.notified.length), count);
    await leave(nora);
  });

  test('a name moves to another device', async () => {
    const phone = await come('', { viewport: { width: 390, height: 844 } });
    await ann.goto(`${server.address}#arena/player/Ann`);
    await button(ann, 'Show the code').click();
    await ann.getByRole('img', { name: 'QR code' }).waitFor();
    await picture(ann, 'arena-move-name');
    assert.deepEqual(await complaints(ann), []);
    const link = await ann.getByLabel('open this link there').inputValue();
    await phone.getByText('I have a name on another device').click();
    await phone.getByLabel('The link that the other device shows').fill(link);
    await button(phone, 'Continue').click();
    await phone.getByText('Play as Ann in this browser, too?').waitFor();
    await button(phone, 'Play as Ann').click();
    await phone.locator('.place', { hasText: 'Ann' }).waitFor();
    assert.equal(new URL(phone.url()).hash, '#arena');
    // A link that is none, where another name is already in use.
    await bob.goto(`${server.address}#arena/name/nonsense`);
    await bob.getByRole('alert').waitFor();
    assert.equal(await button(bob, 'Play as Bob').count(), 0);
    await bob.goto(link);
    await bob.getByText('This browser plays as Bob.').waitFor();
    await button(bob, 'To the lobby').click();
    await bob.locator('.place', { hasText: 'Bob' }).waitFor();
    await leave(phone);
  });

  rarely(
    'a moderator invites people, helps one who lost their browser, and keeps networks out',
    async () => {
      const club = await startServer('--house-players', 'none');
      const guard = await come('Guard', {}, club.address);
      club.admin('moderator', 'Guard');
      club.admin('registration', 'invited');
      await guard.getByRole('link', { name: 'Moderation' }).click();
      await guard.getByText('New names need an invitation.').waitFor();
      await button(guard, 'Invite').click();
      const invitation = await guard.getByLabel('Send this link').inputValue();
      assert.match(invitation, /#arena\/invitation\/[0-9a-f]+$/);
      await picture(guard, 'arena-moderation');
      assert.deepEqual(await complaints(guard), []);

      const dora = await come('', {}, club.address);
      const enter = async (page, name) => {
        await page.getByLabel(/^(Name|Your name)$/).fill(name);
        await page.locator('.name-form button').click();
      };
      await enter(dora, 'Dora');
      await dora.getByText('by invitation only').waitFor();
      await dora.goto(invitation);
      await enter(dora, 'Dora');
      await dora.locator('.place', { hasText: 'Dora' }).waitFor();

      await guard.getByLabel('Name', { exact: true }).fill('Dora');
      await button(guard, 'Sign-in link').click();
      await guard.waitForFunction(() =>
        document.querySelector('input[readonly]')?.value.includes('#arena/signin/'),
      );
      const link = await guard.getByLabel('Send this link').inputValue();
      const phone = await come('', { viewport: { width: 390, height: 844 } }, club.address);
      await phone.goto(link);
      await button(phone, 'Sign in in this browser').click();
      await phone.locator('.place', { hasText: 'Dora' }).waitFor();
      const late = await come('', {}, club.address);
      await late.goto(link);
      await button(late, 'Sign in in this browser').click();
      await late.getByRole('alert').getByText('used already').waitFor();

      // Who is banned learns it where they are, and where they come to.
      await guard.getByLabel('Name', { exact: true }).fill('Dora');
      await button(guard, 'Ban').click();
      await phone.getByRole('alert').getByText('has banned you').waitFor();
      await phone.goto(`${club.address}#arena`);
      await phone.locator('.name-form').getByText('has banned you').waitFor();
      assert.equal(await phone.getByText('does not know Dora').count(), 0);
      await button(guard, 'Let in again').click();
      await guard.getByText('Banned: –').waitFor();
      await phone.reload();
      await phone.locator('.place', { hasText: 'Dora' }).waitFor();

      // The moderator is there, too.
      await button(guard, 'Keep their network out for a day').click();
      await guard.getByRole('alert').getByText('a moderator is here from that network').waitFor();
      await leave(guard, dora, phone, late);
      assert.equal(await club.stop(), 0);
    },
  );

  test('a player reports another one, and a moderator reads why and closes it', async () => {
    const guard = await come('Warden');
    server.admin('moderator', 'Warden');
    const link = await pair(ann, bob);
    await ann.getByLabel('Say something').fill('Loser!');
    await button(ann, 'Send').click();
    await bob.getByText('Loser!').waitFor();
    await bob.getByText('Report a player').click();
    await bob.getByLabel('What happened').fill('She insults me.');
    assert.deepEqual(await complaints(bob), []);
    await button(bob, 'Send the report').click();
    await bob.getByText('Your report about').waitFor();
    // Not twice; and a spectator without a name cannot.
    await bob.getByLabel('What happened').fill('Again.');
    await button(bob, 'Send the report').click();
    await bob.getByText('already').waitFor();
    await eve.goto(link);
    await eve.locator('.live-game').waitFor();
    assert.equal(await eve.getByText('Report a player').count(), 0);

    await guard.getByRole('link', { name: 'Moderation 1' }).click();
    const report = guard.locator('.moderation li', { hasText: 'She insults me. (Bob)' });
    await report.getByText('Ann: Loser!').waitFor();
    await button(report, 'Close').click();
    await guard.getByText('Nobody has reported anything.').waitFor();
    await button(bob, 'Abort').click();
    await leave(guard);
  });

  test('games of the arena are in My games, also those that ended while the page was away', async () => {
    const link = await pair(ann, bob);
    await playAll(ann, bob, 'c2c4 e7e5 b1c3');
    await ann.goto('about:blank');
    await button(bob, 'Resign').click();
    await bob.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
    await bob.locator('.over', { hasText: 'You resigned. Ann wins.' }).waitFor();
    await ann.goto(link);
    for (const page of [ann, bob]) {
      await page.waitForFunction(() => localStorage['kibitz.arena.unkept'] === '[]');
      await page.goto(`${server.address}#games`);
      await page.getByLabel('Opening').first().fill('English Opening');
      await page.getByText('1 game found').waitFor();
      await page.goto(`${server.address}#arena`);
    }
  });

  test('bad names, links that are over and things that are not there are said in words', async () => {
    await eve.goto(`${server.address}#arena`);
    await eve.getByLabel('Name').fill('Ann');
    await button(eve, 'Enter').click();
    await eve.getByText('that name is taken').waitFor();
    assert.ok(await button(eve, 'Find an opponent').isDisabled());
    for (const [place, text] of [
      ['offer/0123456789abcdef', 'This invitation is no longer open'],
      ['game/0123456789abcdef', 'There is no such game'],
      ['player/Nobody', 'There is no player of that name'],
      ['contest/None', 'There is no such contest'],
      ['nonsense/%E0%A4%A', 'New game'],
    ]) {
      await eve.goto(`${server.address}#arena/${place}`);
      await eve.getByText(text).first().waitFor();
    }
    eve.errors = eve.errors.filter((text) => !/404/.test(text));
  });

  test('one of the server’s own players is challenged with one click, and answers', async () => {
    const house = await startServer('--house-players', 'level-01,attacker');
    const page = await come('', {}, house.address);
    await page.getByText('First choose a name').waitFor();
    await page.getByLabel('Name').fill('Quin');
    await page.locator('.name-form button').click();
    await page.getByText('First choose a name').waitFor({ state: 'detached' });
    await choose(page, 'White');
    await page.getByRole('button', { name: /^Level 1\b/ }).waitFor();
    await picture(page, 'arena-house');
    assert.deepEqual(await complaints(page), []);
    await page.getByRole('button', { name: /^Level 1\b/ }).click();
    await gameOf(page);
    await move(page, 'e2e4');
    await plies(page, 2);
    await leave(page);
    assert.equal(await house.stop(), 0);
  });

  rarely('who is new to chess gets an opponent of their strength within five seconds', async () => {
    const house = await startServer('--house-players', 'level-01,level-06,level-11');
    const page = await come('Newcomer', {}, house.address);
    for (const [said, opponent] of [
      ['New to chess', /Level 1\b/],
      ['Strong player', /Level 11\b/],
    ]) {
      await page.goto(`${house.address}#arena`);
      await page.getByLabel('How well you play').selectOption({ label: said });
      const asked = performance.now();
      await button(page, 'Find an opponent').click();
      await gameOf(page);
      const took = performance.now() - asked;
      assert.ok(took < 10_000, `${Math.round(took)} ms`); // 4.5 seconds, and a busy machine
      await page.locator('.live-game .name', { hasText: opponent }).waitFor();
      await button(page, 'Abort').click();
      await page.locator('.over').first().waitFor();
    }
    await leave(page);
    assert.equal(await house.stop(), 0);
  });

  test('in German no English is left, in high contrast', async () => {
    const page = await come('Paula', { locale: 'de-DE', contrast: 'more' });
    const same =
      /^(Kibitz|English|Deutsch|Español|Analyse|Arena|Editor|Staunton|Chess960|X|O|SB|BH|Sonneborn-Berger|Buchholz|[,–·±#+\d :=−-]+|(Ann|Bob|Cleo|Nora|Paula|Stork|Crane|Marsh|Spring Cup|Winter Cup)\b.*)$/;
    for (const [place, last] of [
      ['', 'table'],
      ['/contests', '.tag'],
      ['/contest/Spring%20Cup', '.round'],
      ['/player/Ann', 'table'],
      ['/ratings', '.about'],
    ]) {
      const said = [];
      for (const one of [page, ann]) {
        await one.goto(`${server.address}#arena${place}`);
        await one.locator(`.arena ${last}`).first().waitFor();
        said.push(await texts(one));
      }
      const left = said[0].filter((text) => said[1].includes(text) && !same.test(text));
      assert.deepEqual(left, [], place);
      if (!place) {
        await picture(page, 'arena-contrast');
        assert.deepEqual(await complaints(page), []);
      }
    }
    await leave(page);
  });

  test('a host without an arena says so', async () => {
    const { server: host, port } = await serve(dist);
    const page = await visit(browser, `http://127.0.0.1:${port}/`);
    await button(page, 'Arena').click();
    await page.getByText('No arena here').waitFor();
    await picture(page, 'arena-absent');
    assert.deepEqual(await complaints(page), []);
    await page.context().close();
    host.closeAllConnections();
    host.close();
  });
});

/** In a page: a bot of the battlebot protocol that takes the first free space, for so many games. */
async function playMeetings([name, contest, games]) {
  const game = 'noughtsandcrosses';
  const registered = await fetch(`bots/${game}`, {
    method: 'POST',
    body: JSON.stringify({ bot_id: name }),
  });
  const { pass_hash } = await registered.json();
  const hex = (bytes) =>
    [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  const sha256 = async (text) =>
    hex(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  const address = new URL(`bots/${game}`, location.href.replace('http', 'ws'));
  address.hash = '';
  for (let played = 0; played < games; ++played) {
    const socket = new WebSocket(address);
    socket.onmessage = async ({ data }) => {
      const { salt, state } = JSON.parse(data);
      if (salt)
        socket.send(
          JSON.stringify({
            bot_id: name,
            login_hash: await sha256(pass_hash + salt),
            game,
            contest,
          }),
        );
      if (!state || state.complete || state.nextPlayer !== name) return;
      const free = state.board.flatMap((row, r) =>
        row.flatMap((mark, c) => (mark ? [] : [[r, c]])),
      );
      socket.send(JSON.stringify({ mark: state.marks.X === name ? 'X' : 'O', space: free[0] }));
    };
    await new Promise((closed) => (socket.onclose = closed));
  }
}
