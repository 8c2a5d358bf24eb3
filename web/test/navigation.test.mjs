// Going about the page in Chromium: keys that step through moves, the browser's history, what slides.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  begin,
  load,
  moved,
  open,
  picture,
  skip,
  square,
  visit,
  visitAnalysis,
} from './browser.mjs';

describe('finding one’s way', { skip }, () => {
  let site;
  before(async () => (site = await open()));
  after(() => site.close());

  const current = (page) => page.locator('.move[aria-current]').innerText();
  const click = async (page, move) => {
    await square(page, move.slice(0, 2)).click();
    await square(page, move.slice(2)).click();
  };

  test('the arrow keys step through the moves after a move by mouse, in every view', async () => {
    const page = await visitAnalysis(site);
    await click(page, 'e2e4');
    await click(page, 'e7e5');
    await page.keyboard.press('ArrowLeft');
    assert.equal(await current(page), '1. e4');
    await page.keyboard.press('ArrowRight');
    assert.equal(await current(page), 'e5');
    await page.keyboard.press('Home');
    assert.equal(await page.locator('.move[aria-current]').count(), 0);

    await page.goto(site.address);
    await begin(page, { opponent: 'person' });
    for (const [i, move] of ['d2d4', 'd7d5', 'c2c4'].entries()) {
      await click(page, move);
      await moved(page, i + 1);
    }
    await page.keyboard.press('ArrowLeft');
    assert.equal(await current(page), 'd5');
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowLeft'); // there is nothing before the start
    await page.keyboard.press('ArrowRight');
    assert.equal(await current(page), 'd4');
    await page.keyboard.press('End');
    assert.equal(await current(page), 'c4');

    const seen = {
      white: 'level-01',
      black: 'level-01',
      seconds: 1,
      start: '',
      moves: ['f2f3', 'e7e5', 'g2g4', 'd8h4'],
      seed: 1,
    };
    await page.evaluate((game) => (localStorage['kibitz.watched'] = JSON.stringify(game)), seen);
    await page.goto(`${site.address}#watch`);
    await page.reload();
    await page.locator('.move[aria-current]').waitFor();
    await page.keyboard.press('ArrowLeft');
    assert.equal(await current(page), 'g4');
    assert.deepEqual(page.errors, []);
    await page.context().close();
  });

  test('a field keeps its arrow keys, and so does a board that is walked by keyboard', async () => {
    const page = await visit(site.browser, site.address);
    await begin(page, { opponent: 'person' });
    await click(page, 'e2e4');
    await moved(page, 1);
    const field = page.getByLabel('Type a move');
    await field.fill('e5');
    await page.keyboard.press('ArrowLeft');
    assert.equal(await current(page), 'e4');
    await field.fill('');
    // To the board by Tab: now the arrows walk over its squares.
    await page.locator('.tab').last().focus();
    for (let i = 0; i < 10; ++i) {
      await page.keyboard.press('Tab');
      if (await page.evaluate(() => document.activeElement.matches('[data-square]'))) break;
    }
    const before = await page.evaluate(() => document.activeElement.dataset.square);
    await page.keyboard.press('ArrowLeft');
    assert.notEqual(await page.evaluate(() => document.activeElement.dataset.square), before);
    assert.equal(await current(page), 'e4');
    await page.context().close();
  });

  test('? lists the shortcuts, and single keys are commands until they are switched off', async () => {
    const page = await visit(site.browser, site.address);
    await begin(page, { opponent: 'person' });
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    const topLeft = () => page.locator('.board [data-square]').first().getAttribute('data-square');
    await click(page, 'e2e4');
    await moved(page, 1);

    await page.keyboard.press('?');
    await sheet.waitFor();
    for (const meaning of ['Flip the board', 'Take a move back', 'Show a hint'])
      assert.ok(await sheet.getByText(meaning).isVisible(), meaning);
    await picture(page, 'shortcuts');
    await page.keyboard.press('f'); // not under the sheet
    assert.equal(await topLeft(), 'a8');
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });

    await page.keyboard.press('f');
    assert.equal(await topLeft(), 'h1');
    await page.keyboard.press('h');
    await page.locator('.arrow.best').waitFor();
    await page.keyboard.press('u');
    await page.waitForFunction(() => JSON.parse(localStorage['kibitz.game']).moves.length === 0);

    await page.locator('.typed input').fill('');
    await page.locator('.typed input').press('f'); // a letter of a move
    assert.equal(await topLeft(), 'h1');
    assert.equal(await page.locator('.typed input').inputValue(), 'f');

    // From the menu; the focus returns to where it was.
    await page.locator('.actions summary').click();
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).last().click();
    await sheet.waitFor();
    await sheet.getByText('Letters and ? work as shortcuts').click();
    // In the same task as the press, without waiting for the next picture.
    const focused = await sheet.getByRole('button', { name: 'Close' }).evaluate(async (button) => {
      button.click();
      await null; // the page draws in a microtask
      return [document.querySelectorAll('dialog[open]').length, document.activeElement.tagName];
    });
    assert.deepEqual(focused, [0, 'SUMMARY']);
    await page.reload();
    await page.waitForSelector('.typed');
    await page.keyboard.press('f');
    await page.keyboard.press('?');
    assert.equal(await topLeft(), 'h1');
    assert.equal(await sheet.count(), 0);
    assert.deepEqual(page.errors, []);
    await page.context().close();
  });

  test('Back goes to the view before, and each view has a title', async () => {
    const page = await visit(site.browser, site.address);
    const isOpen = (name) => page.locator('.tab[aria-current]', { hasText: name }).waitFor();
    const tab = (name) => page.locator('.tab', { hasText: name }).click();
    // The view is drawn in a frame of its own, before or after the title is set.
    const hasTitle = (name) =>
      page.waitForFunction((title) => document.title === title, `${name} – Kibitz`);
    await hasTitle('Play');
    for (const name of ['Analyse', 'Editor', 'Watch']) {
      await tab(name);
      await isOpen(name);
      await hasTitle(name);
    }
    for (const name of ['Editor', 'Analyse', 'Play']) {
      await page.goBack();
      await isOpen(name);
      await hasTitle(name);
    }
    await page.goForward();
    await isOpen('Analyse');
    await hasTitle('Analyse');
    assert.deepEqual(page.errors, []);
    await page.context().close();
  });

  test('Back after a shared game does not come back to its link again and again', async () => {
    const page = await visitAnalysis(site);
    await load(page, '1. e4 e5 *');
    await page.getByRole('button', { name: 'Share link' }).click();
    const link = await page.getByLabel('A link that contains the whole game').inputValue();
    const other = await visit(site.browser, site.address);
    await other.goto(link);
    await other.waitForURL(/#analyse$/);
    await other.goBack();
    await other.waitForURL((url) => url.hash === '');
    await other.locator('.tab[aria-current]', { hasText: 'Play' }).waitFor();
    await page.context().close();
    await other.context().close();
  });

  /** The squares that pieces slide to while `act` is done, each with the squares it crosses: "f3 -1 2". */
  async function slides(page, act) {
    await page.evaluate(() => {
      const isWatched = globalThis.slid !== undefined;
      globalThis.slid = [];
      if (isWatched) return;
      const animate = Element.prototype.animate;
      Element.prototype.animate = function (frames, timing) {
        const moved = /translate\((-?\d+)%, (-?\d+)%\)/.exec(frames[0].transform ?? '');
        const { square } = this.closest('[data-square]').dataset;
        if (moved) globalThis.slid.push(`${square} ${moved[1] / 100} ${moved[2] / 100}`);
        return animate.call(this, frames, timing);
      };
    });
    await act();
    await page.waitForFunction(() => globalThis.slid.length > 0);
    return page.evaluate(() => globalThis.slid.toSorted());
  }

  test('going back, a piece slides back, and in castling the rook slides, too', async () => {
    const page = await visitAnalysis(site);
    await load(page, '1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O *');
    await page.keyboard.press('End');
    await page.locator('.move[aria-current]', { hasText: 'O-O' }).waitFor();
    // The king from g1 to e1, two squares to the right of where it goes; the rook from f1 to h1.
    assert.deepEqual(await slides(page, () => page.keyboard.press('ArrowLeft')), [
      'e1 2 0',
      'h1 -2 0',
    ]);
    assert.deepEqual(await slides(page, () => page.keyboard.press('ArrowLeft')), ['f8 -3 3']);
    assert.deepEqual(await slides(page, () => page.keyboard.press('ArrowRight')), ['c5 3 -3']);
    assert.deepEqual(await slides(page, () => page.keyboard.press('ArrowRight')), [
      'f1 2 0',
      'g1 -2 0',
    ]);
    await page.context().close();
  });

  test('with reduced motion, nothing slides', async () => {
    const page = await visitAnalysis(site, { reducedMotion: 'reduce' });
    await load(page, '1. e4 e5 2. Nf3 Nc6 *');
    await page.keyboard.press('End');
    await page.evaluate(() => {
      globalThis.animated = 0;
      const { animate } = Element.prototype;
      Element.prototype.animate = function (...all) {
        ++globalThis.animated;
        return animate.apply(this, all);
      };
    });
    for (const key of ['ArrowLeft', 'ArrowLeft', 'ArrowRight']) await page.keyboard.press(key);
    await page.waitForFunction(
      () => document.querySelector('.move[aria-current]')?.textContent === '2. Nf3',
    );
    const moving = await page.evaluate(() => globalThis.animated + document.getAnimations().length);
    assert.equal(moving, 0);
    await page.context().close();
  });

  test('with forced colours one sees squares, targets and the last move', async () => {
    const page = await visit(site.browser, site.address, { forcedColors: 'active' });
    await begin(page, { opponent: 'person' });
    const look = (name, pseudo) =>
      square(page, name).evaluate(
        (element, part) => getComputedStyle(element, part).backgroundColor,
        pseudo,
      );
    assert.notEqual(await look('a1'), await look('b1'));
    await click(page, 'e2e4');
    await moved(page, 1);
    assert.notEqual(await look('e4', '::before'), await look('e5', '::before'));
    await square(page, 'd7').click();
    const seen = await square(page, 'd5').screenshot({ animations: 'disabled' });
    const empty = await square(page, 'b5').screenshot({ animations: 'disabled' }); // of the same colour
    assert.notDeepEqual(seen, empty);
    // A switch shows whether it is on, and a board what it looks like.
    await page.getByText('Settings', { exact: true }).click();
    const sounds = page.locator('.settings').getByRole('checkbox', { name: 'Sounds' });
    const before = await sounds.screenshot({ animations: 'disabled' });
    await sounds.click();
    await page.mouse.move(0, 0);
    await page.evaluate(() => document.activeElement.blur());
    assert.notDeepEqual(await sounds.screenshot({ animations: 'disabled' }), before);
    const samples = page.locator('.sample[data-board]');
    const colours = await samples.evaluateAll((all) =>
      all.map((one) => getComputedStyle(one.querySelector('.dark')).backgroundColor),
    );
    assert.ok(new Set(colours).size >= 5, colours.join());
    await picture(page, 'forced-colours');
    await page.context().close();
  });
});
