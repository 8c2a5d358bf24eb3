// Where things are: the board first, nothing below the fold, in every form of the page, in Chromium.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { begin, moved, open, picture, skip, square, visit } from './browser.mjs';

const views = ['play', 'analyse', 'editor', 'watch'];
const leastShareOfHeight = 0.94;

describe('the layout', { skip }, () => {
  let site;
  before(async () => (site = await open()));
  after(() => site.close());

  const go = async (page, view) => {
    await page.goto(`${site.address}#${view}`);
    await page.locator(`.tab[aria-current] .icon-${view}`).waitFor();
    await page.locator('aside :is(button, input)').first().waitFor();
  };
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
      const side = await page.locator('.side').last().boundingBox();
      assert.ok(Math.abs(side.y + side.height - boxes[0].y - boxes[0].height) <= 2);
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
