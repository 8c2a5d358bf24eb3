// The board under the hand as players know it from elsewhere: drags that are taken back, premoves,
// promotions, arrows in games, and a board that stays where it is.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { begin, leave, moved, open, skip, square, storedGame, visit } from './browser.mjs';

describe('gestures on the board', { skip }, () => {
  let site;
  before(async () => (site = await open()));
  after(() => site.close());

  const middle = async (page, name) => {
    const { x, y, width, height } = await square(page, name).boundingBox();
    return [x + width / 2, y + height / 2];
  };
  /** Lifts a piece and holds it over another square. */
  async function hold(page, from, to) {
    await page.mouse.move(...(await middle(page, from)));
    await page.mouse.down();
    await page.mouse.move(...(await middle(page, to)), { steps: 4 });
    await page.locator('.ghost').waitFor();
  }
  const click = async (page, ...names) => {
    for (const name of names) await square(page, name).click();
  };
  /** A game in which the opponent thinks until told to move. */
  async function waiting(options) {
    const page = await visit(site.browser, site.address, options);
    await begin(page, { opponent: 'engine', clock: '30+20' });
    await click(page, 'e2', 'e4');
    return page;
  }
  const marked = (page, kind) =>
    page
      .locator(`.board .square.${kind}`)
      .evaluateAll((all) => all.map(({ dataset }) => dataset.square).sort());

  test('a drag is taken back by Escape and by the right button', async () => {
    const page = await visit(site.browser, site.address);
    await begin(page, { opponent: 'person' });
    await hold(page, 'd2', 'd4');
    await page.keyboard.press('Escape');
    assert.equal(await page.locator('.ghost').count(), 0);
    await page.mouse.up();
    await hold(page, 'd2', 'd4');
    await page.mouse.down({ button: 'right' });
    assert.equal(await page.locator('.ghost').count(), 0);
    await page.mouse.up({ button: 'right' });
    await page.mouse.up();
    assert.deepEqual((await storedGame(page)).moves, []);
    assert.equal(await page.locator('.selected, .arrow, .ring').count(), 0);
    // The next drag is one again.
    await hold(page, 'd2', 'd4');
    await page.mouse.up();
    assert.deepEqual(await moved(page, 1), ['d2d4']);
    await leave(page);
  });

  test('premoves go only where the piece could go, several in a row, and a click ends them', async () => {
    const page = await waiting();
    await click(page, 'b1');
    assert.deepEqual(await marked(page, 'ahead'), ['a3', 'c3', 'd2']);
    await click(page, 'h6'); // no knight's move: the knight is put down
    assert.equal(await page.locator('.premove, .selected').count(), 0);
    await click(page, 'g1', 'f3', 'f1', 'c4', 'e1', 'g1');
    assert.deepEqual(await marked(page, 'premove'), ['c4', 'e1', 'f1', 'f3', 'g1']);
    await page.getByRole('gridcell', { name: /^f3, white knight/ }).waitFor(); // as it will be
    await click(page, 'e5'); // nothing to move there
    assert.equal(await page.locator('.premove').count(), 0);
    await click(page, 'g1', 'f3', 'f1', 'e2');
    await page.getByRole('button', { name: 'Move now' }).click();
    assert.equal((await moved(page, 3))[2], 'g1f3');
    assert.deepEqual(await marked(page, 'premove'), ['e2', 'f1']); // still to come
    await page.getByRole('button', { name: 'Move now' }).click();
    assert.equal((await moved(page, 5))[4], 'f1e2');
    await leave(page);
  });

  test('a pawn promotes at its square, and a press beside leaves it where it was', async () => {
    const page = await visit(site.browser, site.address);
    await begin(page, { opponent: 'person', fen: '7k/P7/8/8/8/8/p7/7K w - - 0 1' });
    const choice = page.getByRole('dialog', { name: 'Promote to' });
    await click(page, 'a7', 'a8');
    await choice.waitFor();
    const target = await square(page, 'a8').boundingBox();
    const queen = await choice.getByRole('button', { name: 'queen' }).boundingBox();
    assert.ok(Math.abs(queen.x - target.x) < 2 && Math.abs(queen.y - target.y) < 2);
    await square(page, 'f4').click({ force: true });
    await choice.waitFor({ state: 'detached' });
    await click(page, 'a7', 'a8');
    await choice.waitFor();
    await page.keyboard.press('Escape');
    await choice.waitFor({ state: 'detached' });
    assert.deepEqual((await storedGame(page)).moves, []);
    await click(page, 'a7', 'a8');
    await choice.getByRole('button', { name: 'knight' }).click();
    assert.deepEqual(await moved(page, 1), ['a7a8n']);
    await click(page, 'a2', 'a1'); // at the other end it opens upwards
    const below = await square(page, 'a1').boundingBox();
    const other = await choice.getByRole('button', { name: 'queen' }).boundingBox();
    assert.ok(Math.abs(other.y - below.y) < 2);
    await leave(page);
  });

  test('arrows and rings are drawn in a game, and belong to their position', async () => {
    const page = await visit(site.browser, site.address);
    await begin(page, { opponent: 'person' });
    const draw = async (from, to) => {
      await page.mouse.move(...(await middle(page, from)));
      await page.mouse.down({ button: 'right' });
      await page.mouse.move(...(await middle(page, to)));
      await page.mouse.up({ button: 'right' });
    };
    await draw('g1', 'f3');
    await draw('f7', 'f7');
    assert.equal(await page.locator('.arrow, .ring').count(), 2);
    await click(page, 'e2', 'e4');
    await moved(page, 1);
    assert.equal(await page.locator('.arrow, .ring').count(), 0);
    await page.keyboard.press('ArrowLeft');
    assert.equal(await page.locator('.arrow, .ring').count(), 2);
    await draw('f7', 'f7'); // again: it goes
    assert.equal(await page.locator('.arrow, .ring').count(), 1);
    await page.reload();
    await page.locator('.moves .move').waitFor();
    await page.keyboard.press('ArrowLeft');
    await page.locator('.arrow').waitFor();
    await click(page, 'd5');
    assert.equal(await page.locator('.arrow, .ring').count(), 0);
    await leave(page);
  });

  test('letters and numbers lie over the pieces, and can be switched off, as can dots and slides', async () => {
    const page = await visit(site.browser, site.address);
    await begin(page, { opponent: 'person' });
    const layers = await square(page, 'a1').evaluate((one) =>
      ['.file-name', '.rank-name', '.piece'].map((name) =>
        Number(getComputedStyle(one.querySelector(name)).zIndex),
      ),
    );
    assert.ok(layers[0] > layers[2] && layers[1] > layers[2], String(layers));
    const dots = () =>
      square(page, 'e4').evaluate((one) => getComputedStyle(one, '::after').content);
    await click(page, 'e2');
    assert.notEqual(await dots(), 'none');
    await page.getByText('Settings', { exact: true }).click();
    for (const name of [
      'Letters and numbers at the board',
      'Show where a piece can go',
      'Let pieces slide',
    ])
      await page.getByLabel(name).uncheck();
    await page.getByLabel('Volume').fill('40');
    await page.keyboard.press('Escape');
    await page.reload();
    await page.waitForSelector('[data-square=e2]');
    assert.equal(await page.locator('.file-name, .rank-name').count(), 0);
    await click(page, 'e2');
    assert.equal(await dots(), 'none');
    await square(page, 'e4').click();
    await moved(page, 1);
    assert.equal(await page.evaluate(() => document.getAnimations().length), 0);
    const kept = await page.evaluate(() => JSON.parse(localStorage['kibitz.preferences']));
    assert.equal(kept.volume, 40);
    await leave(page);
  });

  for (const [width, height] of [
    [360, 740],
    [768, 1024],
    [740, 360],
  ])
    test(`at ${width}x${height} the board stays where it is while the opponent moves`, async () => {
      const page = await visit(site.browser, site.address, {
        viewport: { width, height },
        hasTouch: true,
        isMobile: true,
      });
      await begin(page, { opponent: 'level-01' });
      await page.evaluate(() => {
        globalThis.places = new Set();
        const look = () => {
          const { x, y, width } = document.querySelector('.board').getBoundingClientRect();
          globalThis.places.add(`${x} ${y + scrollY} ${width}`);
          requestAnimationFrame(look);
        };
        look();
      });
      for (const [from, to] of [
        ['e2', 'e4'],
        ['d2', 'd3'],
      ]) {
        const before = (await storedGame(page)).moves.length;
        await square(page, from).tap();
        await square(page, to).tap();
        await moved(page, before + 2);
      }
      assert.deepEqual((await page.evaluate(() => [...globalThis.places])).length, 1);
      await leave(page);
    });
});
