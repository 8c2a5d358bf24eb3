// The network as it is, between three browsers and `kibitz serve`: reset, ended, slow, silent, half dead. Each
// browser has a proxy that cuts. What a page waits for passes on a clock of the test's own; the one wait in real
// time is the server's, until it misses somebody who says nothing.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { openBrowser, openPage, skip, square } from './browser.mjs';
import { startServer } from './program.mjs';
import { openProxy } from './proxy.mjs';

/** Moves of a game in which nothing is taken, so that it lasts for all that follows. */
const moves = [
  ...[
    'a2a3',
    'a7a6',
    'b2b3',
    'b7b6',
    'c2c3',
    'c7c6',
    'd2d3',
    'd7d6',
    'e2e3',
    'e7e6',
    'f2f3',
    'f7f6',
  ],
  ...[
    'g2g3',
    'g7g6',
    'h2h3',
    'h7h6',
    'a3a4',
    'a6a5',
    'c3c4',
    'c6c5',
    'e3e4',
    'e6e5',
    'g3g4',
    'g6g5',
  ],
  ...[
    'h3h4',
    'h6h5',
    'b1c3',
    'b8c6',
    'c1e3',
    'c8e6',
    'f1g2',
    'f8g7',
    'd1d2',
    'd8d7',
    'a1b1',
    'a8b8',
  ],
];
/** How long a page takes to see that nothing comes: a ping, and the time for its answer. */
const seesSilence = 15_000;

describe('the arena over a bad network', { skip }, () => {
  let browser, server;
  let ann, bob, eve;
  before(async () => {
    browser = await openBrowser();
    server = await startServer('--house-players', 'none');
    [ann, bob, eve] = await Promise.all(['Ann', 'Bob', ''].map(come));
    await pair('300000+3000');
  });
  after(async () => {
    for (const { page, proxy } of [ann, bob, eve]) {
      const errors = page.errors.filter((text) => !/net::ERR|WebSocket connection/.test(text));
      assert.deepEqual(errors, []);
      await page.context().close();
      await proxy.close();
    }
    await browser.close();
    assert.equal(await server.stop(), 0);
  });

  /** A browser in the lobby, behind a proxy of its own. */
  async function come(name) {
    const proxy = await openProxy(server.address);
    const page = await openPage(browser);
    await page.clock.install();
    await page.addInitScript(() => {
      let isHidden = false;
      Object.defineProperty(document, 'hidden', { get: () => isHidden });
      globalThis.lookAway = (away) => {
        isHidden = away;
        document.dispatchEvent(new Event('visibilitychange'));
      };
    });
    const one = { page, proxy };
    await page.goto(`${proxy.address}#arena`);
    await connected(one);
    if (!name) return one;
    await page.getByLabel('Name', { exact: true }).fill(name);
    await page.locator('.name-form button').click();
    await page.locator('.place', { hasText: name }).waitFor();
    return one;
  }
  const connected = ({ page }) => page.locator('.lamp.connected').first().waitFor();
  const lost = ({ page }) => page.locator('.standing', { hasText: 'connection is lost' }).waitFor();
  const away = ({ page }) => page.locator('.away', { hasText: 'to return' }).waitFor();
  const back = ({ page }) => page.locator('.away').waitFor({ state: 'detached' });
  const pass = ({ page }, milliseconds) => page.clock.runFor(milliseconds);
  /** So much time in steps, between which connections have the time that they need to be opened. */
  async function passInSteps(one, milliseconds) {
    const step = 2_500;
    for (let left = milliseconds; left > 0; left -= step) {
      await pass(one, Math.min(step, left));
      await new Promise((done) => setTimeout(done, 50));
    }
  }
  const button = ({ page }, name) => page.getByRole('button', { name, exact: true });

  let number = 0; // of moves made
  async function pair(time) {
    number = 0;
    for (const { page, proxy } of [ann, bob, eve]) await page.goto(`${proxy.address}#arena`);
    await ann.page.getByRole('combobox', { name: 'Time' }).selectOption(time);
    await ann.page.locator('.sides input').first().check({ force: true });
    await button(ann, 'Invite by link').click();
    await ann.page.getByLabel('Send this link').waitFor();
    const at = new URL(ann.page.url()).hash;
    await bob.page.goto(`${bob.proxy.address}${at}`);
    await button(bob, 'Accept').click();
    await Promise.all([ann, bob].map(({ page }) => page.waitForURL(/#arena\/game\//)));
    await eve.page.goto(`${eve.proxy.address}${new URL(ann.page.url()).hash}`);
    for (const one of [ann, bob, eve]) await sees(one, 0);
  }
  /** Waits until a page shows as many moves, and no more. */
  async function sees({ page }, count) {
    await page.locator('.live-game .moves').waitFor({ state: 'attached' });
    await page.waitForFunction(
      (wanted) => document.querySelectorAll('.moves .move').length === wanted,
      count,
    );
  }
  /** The next move is made on the board of the player whose turn it is. */
  async function move() {
    const { page } = number % 2 ? bob : ann;
    const next = moves[number++];
    await square(page, next.slice(0, 2)).click();
    await square(page, next.slice(2)).click();
  }
  async function turnOf(player) {
    if ((number % 2 ? bob : ann) === player) return;
    await move();
    for (const one of [ann, bob, eve]) await sees(one, number);
  }
  const lamp = ({ page }) => page.locator('.lamp.connected').count();
  const within = (milliseconds, { page }) =>
    page
      .locator('.lamp.connected')
      .first()
      .waitFor({ timeout: milliseconds })
      .then(
        () => true,
        () => false,
      );
  /** Lets time pass in small steps until the page has given the connection up, and no longer. */
  async function losesWithin(milliseconds, one) {
    for (let left = milliseconds; (await lamp(one)) > 0; left -= 500) {
      assert.ok(left > 0, 'the page still believes in its connection');
      await pass(one, 500);
    }
  }
  /** Lets the pauses between attempts pass; an attempt has the time that it really takes. */
  async function comesBack(one) {
    const soon = 200;
    const handshake = 3_000;
    let tried = one.proxy.opened();
    if (await within(soon, one)) return;
    for (let waited = 0; ; waited += 500) {
      assert.ok(waited < 30_000, 'the page does not come back');
      const isNew = one.proxy.opened() > tried;
      tried = one.proxy.opened();
      if (await within(isNew ? handshake : 50, one)) return;
      await pass(one, 500);
    }
  }
  const clocksOf = ({ page }) =>
    page.locator('.clock').evaluateAll((all) =>
      all
        .map(({ ariaLabel, textContent }) => {
          const [minutes, seconds] = textContent.split(':').map(Number);
          return [ariaLabel, 60 * minutes + seconds];
        })
        .sort(),
    );
  /** All boards show every move once, and the clocks of the server. */
  async function agree() {
    const all = [ann, bob, eve];
    for (const one of all) await sees(one, number);
    // Time that was put forward is put right by the next ping, as after any sleep of a device.
    await Promise.all(
      all.map(({ page }) => page.evaluate(() => dispatchEvent(new Event('online')))),
    );
    const isNear = ([first, ...others]) =>
      others.every((other) =>
        other.every(([name, left], i) => name === first[i][0] && Math.abs(left - first[i][1]) <= 2),
      );
    let clocks = [];
    for (let turns = 0; turns < 50; ++turns) {
      clocks = await Promise.all(all.map(clocksOf));
      if (isNear(clocks)) break;
      await new Promise((done) => setTimeout(done, 100));
    }
    assert.ok(isNear(clocks), JSON.stringify(clocks));
    assert.equal(await ann.page.locator('.over').count(), 0);
  }

  for (const [how, cut] of [
    ['is reset', (proxy) => proxy.reset()],
    ['ends at the browser', (proxy) => proxy.end('browser')],
    ['ends at the server', (proxy) => proxy.end('server')],
  ])
    test(`a connection that ${how}: all see it, and what is moved meanwhile is played`, async () => {
      await turnOf(bob);
      bob.proxy.refuse(true);
      cut(bob.proxy);
      await Promise.all([lost(bob), away(ann), away(eve)]);
      await move();
      await bob.page.locator('.premove').first().waitFor();
      bob.proxy.refuse(false);
      await comesBack(bob);
      await Promise.all([back(ann), back(eve)]);
      await agree();
    });

  test('with a slow network one’s own move is shown at once, and nobody is lost', async () => {
    await turnOf(bob);
    bob.proxy.hold();
    await move();
    await sees(bob, number);
    await pass(bob, 1_500);
    await sees(ann, number - 1);
    bob.proxy.release();
    await agree();
    bob.proxy.hold();
    await move();
    await sees(ann, number);
    await sees(bob, number - 1);
    bob.proxy.release();
    await agree();
  });

  test('a silence of less than five seconds is nothing to tell anybody', async () => {
    await turnOf(bob);
    bob.proxy.hold();
    await move();
    await pass(bob, 4_500);
    assert.equal(await bob.page.locator('.lamp.connected').count(), 1);
    bob.proxy.release();
    await agree();
    assert.equal(await ann.page.locator('.away').count(), 0);
  });

  test('a spectator whose network is away sees all of it once it is back', async () => {
    eve.proxy.hold();
    await turnOf(ann);
    await move();
    for (const one of [ann, bob]) await sees(one, number);
    await move();
    for (const one of [ann, bob]) await sees(one, number);
    await pass(eve, seesSilence);
    await lost(eve);
    await pass(eve, 15_000);
    eve.proxy.release();
    await comesBack(eve);
    await agree();
  });

  test('both players without a network: each sees it, and the move arrives', async () => {
    await turnOf(ann);
    ann.proxy.hold();
    bob.proxy.hold();
    await move();
    await sees(ann, number);
    await Promise.all([ann, bob].map((one) => pass(one, seesSilence)));
    await Promise.all([ann, bob].map(lost));
    await Promise.all([ann, bob].map((one) => pass(one, 15_000)));
    ann.proxy.release();
    bob.proxy.release();
    await Promise.all([ann, bob].map(comesBack));
    await agree();
  });

  test('a connection that is dead while new ones are good is given up for a new one', async () => {
    await turnOf(bob);
    bob.proxy.bury();
    await move(); // into the void
    await sees(bob, number);
    await sees(ann, number - 1);
    await losesWithin(seesSilence, bob);
    await comesBack(bob);
    await agree();
  });

  test('a page that comes to the front again looks at once, and finds a dead connection in five seconds', async () => {
    await turnOf(ann);
    await bob.page.evaluate(() => globalThis.lookAway(true));
    bob.proxy.bury();
    await move();
    await sees(ann, number);
    await bob.page.evaluate(() => globalThis.lookAway(false));
    await losesWithin(5_500, bob);
    await comesBack(bob);
    await agree();
  });

  test('somebody who closes the page is seen to be away, and may come back', async () => {
    for (const whose of [bob, ann]) {
      await turnOf(whose);
      const at = bob.page.url();
      const context = bob.page.context();
      await bob.page.close();
      await Promise.all([away(ann), away(eve)]);
      const left = () => {
        const text = document.querySelector('.away')?.textContent ?? '';
        return Number(/\d+/.exec(text)?.[0]);
      };
      const first = await ann.page.evaluate(left);
      assert.ok(first > 50 && first <= 60, String(first)); // of the minute that is announced
      await ann.page.waitForFunction(
        (before) => Number(/\d+/.exec(document.querySelector('.away').textContent)[0]) < before,
        first,
      );
      const { errors } = bob.page;
      bob.page = await context.newPage();
      bob.page.errors = errors;
      await bob.page.clock.install();
      await bob.page.goto(at);
      await connected(bob);
      await Promise.all([back(ann), back(eve)]);
      await agree();
    }
  });

  test('somebody who vanishes is missed within fifteen seconds; attempts that hang are given up', async () => {
    await turnOf(bob);
    bob.proxy.hold();
    const vanished = performance.now();
    const missed = Promise.all([away(ann), away(eve)]).then(() => performance.now() - vanished);
    await move(); // which nobody hears of
    await pass(bob, seesSilence);
    await lost(bob);
    // 35 seconds, then two minutes: attempt follows attempt, and none of them blocks the others.
    const tries = [bob.proxy.opened()];
    await passInSteps(bob, 35_000);
    tries.push(bob.proxy.opened());
    await passInSteps(bob, 120_000 - 35_000);
    tries.push(bob.proxy.opened());
    assert.ok(tries[1] >= tries[0] + 2 && tries[2] >= tries[1] + 3, String(tries));
    // “Try now” tries now, also while another attempt hangs.
    for (let pressed = 0; pressed < 2; ++pressed) {
      const before = bob.proxy.opened();
      await button(bob, 'Try now').first().click();
      await bob.page.waitForTimeout(0);
      for (let turns = 0; bob.proxy.opened() === before && turns < 500; ++turns)
        await new Promise((done) => setTimeout(done, 10));
      assert.ok(bob.proxy.opened() > before);
    }
    await sees(ann, number - 1);
    const took = await missed;
    assert.ok(took < 20_000, `${Math.round(took)} ms`); // the server's fifteen seconds on a busy machine
    bob.proxy.release();
    await comesBack(bob);
    await Promise.all([back(ann), back(eve)]);
    await agree();
  });

  test('in a game of a minute the clock on the screen goes on, and is the server’s afterwards', async () => {
    await button(bob, 'Resign').click();
    await bob.page.locator('dialog').getByRole('button', { name: 'Resign' }).click();
    await ann.page.locator('.over').first().waitFor();
    await pair('60000+0');
    for (let made = 0; made < 3; ++made) {
      await move();
      for (const one of [ann, bob, eve]) await sees(one, number);
    }
    bob.proxy.hold();
    const left = async () => {
      const [minutes, seconds] = (await bob.page.getByLabel('Bob: clock').innerText())
        .split(':')
        .map(Number);
      return 60 * minutes + seconds;
    };
    const before = await left();
    await pass(bob, 30_000);
    await lost(bob);
    assert.ok((await left()) <= before - 28, `${before}, then ${await left()}`);
    bob.proxy.release();
    await comesBack(bob);
    // The game comes after the connection, and the clock is drawn when it ticks.
    for (let waited = 0; (await left()) < before - 20; waited += 50) {
      assert.ok(waited < 3_000, `${before}, then ${await left()}`);
      await passInSteps(bob, 50);
    }
    await move();
    await agree();
  });
});
