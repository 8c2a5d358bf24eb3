// Where things are: the board first, nothing below the fold, in every form of the page, in Chromium.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { standInForArena } from './arena-stand-in.mjs';
import { begin, load, moved, open, openPage, picture, skip, square, visit } from './browser.mjs';
import { scenes } from './scenes.mjs';

const views = ['play', 'analyse', 'editor', 'watch', 'learn'];
/** Without a board of the page's own. */
const otherPlaces = [
  'games',
  'arena',
  'arena/boards',
  'arena/contests',
  'arena/contest/Club%20league',
  'arena/player/Bruno',
  'arena/ratings',
  'arena/game/g1',
];
const leastShareOfHeight = 0.94;

describe('the layout', { skip }, () => {
  let site;
  before(async () => (site = await open()));
  after(() => site.close());

  const go = async (page, view) => {
    await page.goto(`${site.address}#${view}`);
    await page.locator(`.tab[aria-current] .icon-${view}`).waitFor();
    await page.locator('aside :is(button, input):visible').first().waitFor();
  };
  /** A page that has an arena, with games and contests. */
  async function visitWithArena(place, options) {
    const context = await site.browser.newContext({ serviceWorkers: 'block', ...options });
    await standInForArena(context);
    const page = await context.newPage();
    await page.goto(`${site.address}#${place}`);
    return page;
  }
  const boardBox = (page) => page.locator('.board').boundingBox();
  const overflow = (page) =>
    page.evaluate(() => [
      document.documentElement.scrollWidth - innerWidth,
      document.documentElement.scrollHeight - innerHeight,
    ]);

  for (const [width, height] of [
    [1366, 768],
    [1920, 1080],
  ])
    test(`at ${width}x${height} no view scrolls, and the board keeps its place`, async () => {
      const page = await visit(site.browser, site.address, { viewport: { width, height } });
      const boxes = [];
      // With much in the panel.
      await page.evaluate(() => {
        const game = `1. e4 {${'A long comment. '.repeat(200)}} e5 *`;
        localStorage['kibitz.analysis'] = JSON.stringify(game);
      });
      for (const view of views) {
        await go(page, view);
        assert.deepEqual(await overflow(page), [0, 0], view);
        boxes.push(await boardBox(page));
        await picture(page, `${view}-${width}`);
      }
      for (const box of boxes) assert.deepEqual(box, boxes[0]);
      assert.ok(boxes[0].height >= leastShareOfHeight * height, `${boxes[0].height} of ${height}`);
      // The panel ends where the board ends.
      const panel = await page.locator('.layout > .panel').boundingBox();
      assert.ok(Math.abs(panel.y + panel.height - boxes[0].y - boxes[0].height) <= 2);
      await page.context().close();
    });

  test('at 1366x768 the page does not scroll anywhere, and what is long scrolls in its place', async () => {
    const page = await visitWithArena('games', { viewport: { width: 1366, height: 768 } });
    for (const place of otherPlaces) {
      await page.goto(`${site.address}#${place}`);
      await page.locator('main h2, main .clock, main .mini').first().waitFor();
      assert.deepEqual(await overflow(page), [0, 0], place);
    }
    // The end of a long place is reached by wheel, and the places of the arena stay where they are.
    await page.goto(`${site.address}#arena/contest/Club%20league`);
    const last = page.getByRole('link', { name: 'Replay' }).last();
    await last.waitFor();
    await page.mouse.move(600, 500);
    await page.mouse.wheel(0, 5000);
    await page.waitForFunction(() => {
      const all = document.querySelectorAll('.round a');
      return all[all.length - 1].getBoundingClientRect().bottom < innerHeight;
    });
    assert.equal((await page.locator('.arena-top').boundingBox()).y, 0);
    await page.context().close();
  });

  test('the board is made smaller in every view alike, and stays so', async () => {
    const page = await visit(site.browser, site.address, {
      viewport: { width: 1366, height: 768 },
    });
    const { width: whole } = await boardBox(page);
    await page.getByText('Settings', { exact: true }).click();
    await page.getByLabel('Board size').fill('75');
    await page.keyboard.press('Escape');
    await page.reload();
    await page.waitForSelector('[data-square=e2]');
    for (const view of views) {
      await go(page, view);
      const { width, height } = await boardBox(page);
      assert.ok(Math.abs(width - 0.75 * whole) < 1, `${view}: ${width} of ${whole}`);
      assert.equal(width, height);
      assert.deepEqual(await overflow(page), [0, 0], view);
    }
    await page.context().close();
  });

  const phone = (width, height) => ({
    viewport: { width, height },
    hasTouch: true,
    isMobile: true,
  });

  test('at 360x640 a game needs no scrolling', async () => {
    const page = await visit(site.browser, site.address, phone(360, 640));
    await begin(page, { opponent: 'person', clock: '3+2' });
    for (const name of ['e2', 'e4', 'd7', 'd5', 'e4', 'd5']) await square(page, name).tap();
    await moved(page, 3);
    assert.equal((await boardBox(page)).width, 360);
    const bar = (await page.locator('.top').boundingBox()).y;
    for (const one of await page.locator('.side, .actions > *, .course .moves').all()) {
      if (!(await one.isVisible())) continue;
      const box = await one.boundingBox();
      assert.ok(box.y >= 0 && box.y + box.height <= bar, `${await one.innerText()} at ${box.y}`);
    }
    await page.locator('.captured .piece').waitFor(); // what was taken is beside the player
    await picture(page, 'phone-640');
    await page.context().close();
  });

  test('at 360x640 a game in the arena needs no scrolling, also with an offer to answer', async () => {
    const page = await visitWithArena('arena/game/g1', phone(360, 640));
    await page.getByText('Your move').waitFor();
    assert.equal((await boardBox(page)).width, 360);
    const isSeen = async () => {
      const bar = (await page.locator('.top').boundingBox()).y;
      for (const one of await page
        .locator('.side, .standing, .standing button, .panel > .buttons button')
        .all()) {
        const { y, height } = await one.boundingBox();
        assert.ok(y >= 0 && y + height <= bar, `${await one.innerText()} at ${y}, ${height} high`);
      }
    };
    await isSeen();
    await picture(page, 'arena-phone-640');
    await page.goto(`${site.address}#arena/game/draw-offered`);
    await page.getByText('Chidi offers a draw.').waitFor();
    await isSeen();
    await picture(page, 'arena-phone-640-offer');
    await page.context().close();
  });

  test('on a phone, a lesson chosen far down in the list begins with its board in sight', async () => {
    const page = await visit(site.browser, `${site.address}#learn/lessons`, phone(360, 640));
    await page.locator('.lessons button').last().tap();
    await page.locator('.coach').waitFor();
    await page.waitForFunction(() => {
      const { top, bottom } = document.querySelector('.board').getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight;
    });
    await page.context().close();
  });

  test('at 740x360 the whole board is seen, with the clocks and the buttons', async () => {
    const page = await visit(site.browser, site.address, phone(740, 360));
    await begin(page, { opponent: 'person', clock: '3+2' });
    const box = await boardBox(page);
    assert.ok(box.y >= 0 && box.y + box.height <= 360 && box.height >= 350, JSON.stringify(box));
    for (const one of await page.locator('.clock, .actions > button').all()) {
      const { y, height } = await one.boundingBox();
      assert.ok(y >= 0 && y + height <= 360);
    }
    assert.deepEqual(await overflow(page), [0, 0]);
    await page.context().close();
  });

  test('at 768x1024 the explanation of a mistake begins above the fold', async () => {
    const page = await visit(site.browser, `${site.address}#analyse`, phone(768, 1024));
    await page.evaluate(() => {
      const start = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
      localStorage['kibitz.analysis'] = JSON.stringify('1. e4 e5 2. Ke2 *');
      const best = [
        { centipawns: 30, pv: ['e2e4'] },
        { centipawns: -30, pv: ['e7e5'] },
        { centipawns: 30, pv: ['g1f3'] },
        { centipawns: 160, pv: ['g8f6'] },
      ];
      const moves = ['e2e4', 'e7e5', 'e1e2'];
      localStorage['kibitz.review'] = JSON.stringify({ start, moves, best });
    });
    await page.reload();
    await page.getByRole('button', { name: /^Ke2:/ }).click();
    await page.evaluate(() => scrollTo(0, 0));
    const { y } = await page.locator('.verdict').boundingBox();
    assert.ok(y < 900, `${y}`);
    await page.context().close();
  });

  /** What cannot be seen of these without scrolling: the first of each kind, and why. */
  const unseen = (page, names) =>
    page.evaluate(
      (all) =>
        all.flatMap((name) => {
          const one = document.querySelector(name);
          if (!one) return [`${name} is not there`];
          const { top, bottom, left, right } = one.getBoundingClientRect();
          const isIn =
            top >= -1 && left >= -1 && bottom <= innerHeight + 1 && right <= innerWidth + 1;
          const at = document.elementFromPoint(
            (left + right) / 2,
            top + Math.min(8, (bottom - top) / 2),
          );
          const isCovered = at !== null && !one.contains(at) && !at.contains(one);
          return isIn && !isCovered
            ? []
            : [`${name} at ${Math.round(top)} to ${Math.round(bottom)}`];
        }),
      names,
    );

  test('on a phone, board and verdict are in sight when a game was opened and when it was reviewed', async () => {
    const page = await visit(site.browser, `${site.address}#analyse`, phone(390, 844));
    const paste = page.getByLabel('Paste a PGN or FEN');
    await paste.scrollIntoViewIfNeeded();
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await load(page, '[White "Ann"]\n[Black "Bob"]\n\n1. e4 e5 2. Ke2 Nc6');
    await page.locator('.tree .move').nth(3).waitFor();
    await page.waitForFunction(() => scrollY === 0);
    assert.deepEqual(await unseen(page, ['.board', '.tree .move']), []);
    const review = page.getByRole('button', { name: 'Review' }).first();
    await review.scrollIntoViewIfNeeded();
    await review.click();
    await page.locator('.accuracy').waitFor();
    await page.locator('.verdict .said').waitFor();
    await page.waitForFunction(() => scrollY === 0);
    assert.deepEqual(await unseen(page, ['.board', '.verdict strong']), []);
    await picture(page, 'phone-reviewed');
    await page.context().close();
  });

  for (const [width, height] of [
    [1366, 768],
    [1920, 1080],
  ])
    test(`at ${width}x${height} a review is seen at once: names, accuracies, graph, moves, reason, next step`, async () => {
      const page = await openPage(site.browser, { viewport: { width, height } });
      await scenes.analyse.before(page.context());
      await page.goto(`${site.address}${scenes.analyse.address}`);
      await scenes.analyse.ready(page);
      assert.deepEqual(
        await unseen(page, [
          '.board',
          '.players',
          '.accuracy',
          '.graph',
          '.verdict .reasons li',
          '.verdict .primary',
          '.tree .move[aria-current]',
        ]),
        [],
      );
      // White's moves beside Black's, in two columns.
      const boxes = await page
        .locator('.tree .move')
        .evaluateAll((all) => all.slice(0, 4).map((one) => one.getBoundingClientRect().toJSON()));
      const [white, black, next] = boxes;
      assert.equal(white.y, black.y);
      assert.ok(black.x > white.x && next.y > white.y && next.x === white.x, JSON.stringify(boxes));
      // No place that scrolls lies in another one.
      const nested = await page.evaluate(() => {
        const scrolls = (one) =>
          one.scrollHeight > one.clientHeight + 1 &&
          ['auto', 'scroll'].includes(getComputedStyle(one).overflowY);
        return [...document.querySelectorAll('main *')]
          .filter((one) => scrolls(one) && one.parentElement.closest('aside *, aside'))
          .filter((one) => {
            for (let around = one.parentElement; around; around = around.parentElement)
              if (around !== document.documentElement && scrolls(around)) return true;
            return false;
          })
          .map(({ className }) => className);
      });
      assert.deepEqual(nested, []);
      await picture(page, `reviewed-${width}`);
      await page.context().close();
    });

  for (const [width, height] of [
    [360, 740],
    [1366, 768],
  ])
    test(`at ${width}x${height} an empty board is shown where the board will be, before any script`, async () => {
      const page = await visit(site.browser, `${site.address}embed.html`, {
        viewport: { width, height },
      });
      let arrive;
      const arrived = new Promise((resolve) => (arrive = resolve));
      await page.route(/\.js$/, async (route) => {
        await arrived;
        await route.continue();
      });
      await page.goto(site.address, { waitUntil: 'commit' });
      const first = await page.locator('.first-board').boundingBox();
      const isPainted = () =>
        page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length);
      await isPainted();
      arrive();
      await page.waitForSelector('[data-square=e2]');
      assert.deepEqual(first, await page.locator('.board .grid').boundingBox());
      assert.deepEqual(page.errors, []);
      await page.context().close();
    });

  test('the theme follows the system until another one is chosen', async () => {
    const page = await visit(site.browser, site.address, { colorScheme: 'dark' });
    const shows = (theme) =>
      page.waitForFunction((name) => document.documentElement.dataset.theme === name, theme);
    await shows('dark');
    await page.emulateMedia({ colorScheme: 'light' });
    await shows('light');
    await page.getByText('Settings', { exact: true }).click();
    await page.getByLabel('Theme').selectOption('dark');
    await shows('dark');
    await page.reload();
    await shows('dark');
    await page.context().close();
  });

  test('titles are set in the face of the page once it has arrived', async () => {
    const page = await visit(site.browser, site.address);
    await page.waitForFunction(() => document.fonts.check('600 20px Fraunces'));
    await page.context().close();
  });
});
