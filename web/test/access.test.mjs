// Nobody is kept out: small windows, screen readers, hands that slip; in Chromium.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { complaints, everyTheme } from './axe.mjs';
import { begin, open, openSetup, picture, skip, square, visit } from './browser.mjs';

const views = ['play', 'analyse', 'editor', 'watch', 'games', 'learn'];
const leastTarget = 44; // pixels

describe('access', { skip }, () => {
  let site;
  before(async () => (site = await open()));
  after(() => site.close());

  const go = async (page, view) => {
    // As a link within the page does. With goto() the browser now and then stayed where it was.
    await page.evaluate((name) => void (location.hash = name), view);
    await page
      .locator('.tab[aria-current]')
      .and(page.locator(`:nth-child(${views.indexOf(view) + 1})`))
      .waitFor();
    await page.locator('main :is(.actions, select, textarea, h2):visible').first().waitFor();
  };
  const load = async (page, text) => {
    await page.getByLabel('Paste a PGN or FEN').fill(text);
    await page.getByRole('button', { name: 'Open', exact: true }).click();
  };
  const spoken = (page, text) =>
    page.waitForFunction(
      (wanted) => document.querySelector('[aria-live]').textContent.trim() === wanted,
      text,
    );

  test('axe finds nothing in any view or theme', async () => {
    const page = await visit(site.browser, site.address);
    const check = async (name) => {
      await picture(page, name);
      assert.deepEqual(await complaints(page, everyTheme), [], name);
    };
    await page.getByText('Settings', { exact: true }).click();
    for (const theme of ['contrast', 'dark']) {
      await page.getByLabel('Theme').selectOption(theme);
      await picture(page, `fresh-${theme}`);
    }
    await check('fresh');
    await openSetup(page);
    await check('setup');
    await begin(page, { opponent: 'person' });
    for (const name of ['e2', 'e4', 'd7', 'd5', 'e4', 'd5']) await square(page, name).click();
    await page.getByRole('button', { name: 'Offer draw' }).click();
    await check('play');
    await page.getByRole('button', { name: 'Accept the draw' }).click();
    await check('over');
    await page.getByRole('button', { name: 'Close' }).click();
    await page.locator('.actions').getByRole('button', { name: 'Analyse' }).click();
    await page.getByRole('button', { name: 'Clear' }).click();
    await check('analyse');
    for (const view of ['editor', 'watch', 'games', 'learn']) {
      await go(page, view);
      await check(view);
    }
    assert.deepEqual(page.errors, []);
    await page.context().close();
  });

  test('what one touches is as large as a fingertip and nothing is cut off, on phones and at 200%', async () => {
    const page = await visit(site.browser, site.address, { hasTouch: true, isMobile: true });
    for (const [width, height] of [
      [320, 640],
      [360, 740],
      [740, 360],
      [844, 390],
      [640, 400],
      [320, 256], // 1280 × 1024 at 400 %
    ]) {
      await page.setViewportSize({ width, height });
      for (const view of views) {
        await go(page, view);
        const { right, targets } = await page.evaluate(() => {
          const all = [
            ...document.querySelectorAll(
              '.board, .side, .tab, button, select, input, textarea, summary',
            ),
          ];
          const boxes = all
            .filter((element) => element.checkVisibility())
            .map((element) => ({
              element,
              box: (element.closest('label') ?? element).getBoundingClientRect(),
            }));
          return {
            right: Math.max(
              document.documentElement.scrollWidth,
              ...boxes.map(({ box }) => box.right),
            ),
            targets: boxes
              .filter(({ element }) => !element.matches('.board, .side'))
              .map(({ element, box }) => [
                Math.min(box.width, box.height),
                element.dataset.square ?? element.textContent,
                element.matches('.tab, .settings > summary, [data-square]'),
              ]),
          };
        });
        const where = `${view} at ${width}x${height}`;
        assert.ok(right <= width, `${where} is ${right} wide`);
        // There are eight squares and eight views side by side.
        const least = (isOneOfEight) =>
          isOneOfEight ? Math.min(leastTarget, width / 8) : leastTarget;
        const tolerance = 0.1; // of fractions of pixels
        assert.deepEqual(
          targets.filter(([size, , isOneOfEight]) => size < least(isOneOfEight) - tolerance),
          [],
          where,
        );
        if (view === 'play') await picture(page, `play-${width}x${height}`);
      }
    }
    await page.context().close();
    // The longest words in the narrowest window.
    const german = await visit(site.browser, site.address, {
      locale: 'de-DE',
      viewport: { width: 320, height: 640 },
      isMobile: true,
    });
    const rows = await german
      .locator('.tab')
      .evaluateAll((tabs) => new Set(tabs.map((tab) => tab.getBoundingClientRect().top)).size);
    assert.equal(rows, 1);
    await german.context().close();
  });

  test('moves are spoken where one looks at a game or watches one', async () => {
    const page = await visit(site.browser, site.address);
    await go(page, 'analyse');
    await load(page, '1. f3 e5 2. g4 Qh4# 0-1');
    await page.getByRole('button', { name: 'Forward' }).click();
    await spoken(page, 'White: pawn to f3.');
    await page.keyboard.press('End');
    await spoken(page, 'Black: queen to h4, checkmate. Checkmate. Black wins.');
    await page.keyboard.press('ArrowLeft');
    await spoken(page, 'White: pawn to g4.');
    await page.getByRole('button', { name: 'To the start' }).click();
    await spoken(page, 'Starting position.');
    const fools = {
      white: 'level-01',
      black: 'level-01',
      seconds: 0,
      start: '',
      moves: ['f2f3', 'e7e5', 'g2g4', 'd8h4'],
      seed: 1,
    };
    await page.evaluate((game) => (localStorage['kibitz.watched'] = JSON.stringify(game)), fools);
    await go(page, 'watch');
    await page.reload();
    await page.locator('.over', { hasText: 'Checkmate. Black wins.' }).waitFor();
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await spoken(page, 'White: pawn to g4.');
    await page.getByRole('button', { name: 'Forward' }).click();
    await spoken(page, 'Black: queen to h4, checkmate. Checkmate. Black wins.');
    await page.getByRole('button', { name: 'Another game' }).click();
    await page.waitForFunction(() =>
      /^White: \w+ (to|takes) /.test(document.querySelector('[aria-live]').textContent),
    );
    assert.deepEqual(page.errors, []);
    await page.context().close();
  });

  test('what was cleared away or deleted comes back', async () => {
    const page = await visit(site.browser, site.address);
    await go(page, 'analyse');
    const undo = page.getByRole('button', { name: 'Undo' });
    const move = (name) => page.locator('.tree').getByRole('button', { name, exact: true });
    await load(page, '1. e4 {best by test} e5 (1... c5 2. Nf3) 2. Nf3 *');
    await move('1… c5').click();
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.getByText('The game was cleared').waitFor();
    assert.equal(await page.locator('.tree .move').count(), 0);
    // It is offered where it happened, and nowhere else.
    await go(page, 'editor');
    assert.equal(await undo.count(), 0);
    await go(page, 'analyse');
    await undo.click();
    await page.getByText('best by test').waitFor();
    assert.equal(await move('1… c5').getAttribute('aria-current'), 'true'); // one is where one was
    await page.getByText('Edit this move').click();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('c5 and what follows it was deleted').waitFor();
    assert.equal(await move('2. Nf3').count(), 1);
    await undo.click();
    await page.waitForFunction(() => document.querySelectorAll('.tree .move').length === 5);
    // Whoever goes on has no need of it.
    await page.getByRole('button', { name: 'Delete' }).click();
    await undo.waitFor();
    await square(page, 'd7').click();
    await square(page, 'd5').click();
    await undo.waitFor({ state: 'detached' });
    await go(page, 'editor');
    const fen = await page.getByLabel('FEN').inputValue();
    await page.getByRole('button', { name: 'Empty' }).click();
    await undo.click();
    assert.equal(await page.getByLabel('FEN').inputValue(), fen);
    assert.deepEqual(page.errors, []);
    await page.context().close();
  });

  test('a file dropped anywhere is opened, or refused in words, and never left for', async () => {
    const page = await visit(site.browser, site.address);
    /** Whether the page kept the browser from taking the file. */
    const drop = (where, text) =>
      page.evaluate(
        ([selector, content]) => {
          const dataTransfer = new DataTransfer();
          dataTransfer.items.add(new File([content], 'game.pgn'));
          const options = { dataTransfer, bubbles: true, cancelable: true };
          const element = document.querySelector(selector);
          return ['dragover', 'drop'].every(
            (name) => !element.dispatchEvent(new DragEvent(name, options)),
          );
        },
        [where, text],
      );
    assert.ok(await drop('header', '1. c4 e5 *'));
    await page.locator('.tree').getByRole('button', { name: '1. c4' }).waitFor();
    assert.ok(await drop('.in-out textarea', '4k3/8/8/8/8/8/8/R3K3 w Q - 0 1'));
    await page.getByRole('gridcell', { name: 'a1, white rook' }).waitFor();
    await go(page, 'watch');
    assert.ok(await drop('body', '\u0000\u0001 no game'));
    await page.getByRole('alert').filter({ hasText: /./ }).waitFor();
    assert.match(page.url(), /#watch$/);
    await page.context().close();
  });
});
