// Playing in Chromium: by mouse, by keyboard, by finger; what is kept, what is refused.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { complaints } from './axe.mjs';
import { begin, moved, open, picture, skip, square, storedGame, visit } from './browser.mjs';
import { Rules } from '../engine/dist/rules.js';

describe('the page', { skip }, () => {
  let site;
  let rules;
  before(async () => {
    site = await open();
    rules = await Rules.load();
  });
  after(() => site.close());

  /** A legal move of the game as the page has kept it; takes what it can, but does not mate. */
  const pick = ({ start, moves }) => {
    const { legal } = rules.position(start, moves);
    const quiet = legal.filter(({ san }) => !san.endsWith('#'));
    return quiet.find(({ captured }) => captured) ?? quiet[0];
  };

  test('a whole game by mouse, clicking and dragging, against a person', async () => {
    const page = await visit(site.browser, site.address);
    await begin(page, { opponent: 'person' });
    const game = 'e2e4 e7e5 f1c4 b8c6 d1h5 g8f6 h5f7'.split(' ');
    for (const [i, move] of game.entries()) {
      const [from, to] = [move.slice(0, 2), move.slice(2)];
      if (i % 2) {
        await square(page, from).click();
        await square(page, to).click();
      } else await square(page, from).dragTo(square(page, to));
      assert.equal((await moved(page, i + 1)).length, i + 1);
    }
    assert.match(await page.locator('.over').innerText(), /1-0\s*checkmate/);
    await picture(page, 'play-over');
    assert.deepEqual(page.errors, []);
    await page.context().close();
  });

  test('a game by keyboard alone, and its moves in words', async () => {
    const page = await visit(site.browser, site.address);
    await begin(page);
    await square(page, 'e2').focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    assert.match(
      await page.evaluate(() => document.activeElement.getAttribute('aria-label')),
      /^e4, can move here$/,
    );
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => /White: pawn to e4|Black: /.test(document.querySelector('[aria-live]').textContent));
    await moved(page, 2);
    const typed = page.getByLabel('Type a move');
    for (let i = 0; i < 2; ++i) {
      const game = await storedGame(page);
      await typed.focus();
      await page.keyboard.type(pick(game).san);
      await page.keyboard.press('Enter');
      await moved(page, game.moves.length + 2);
    }
    await page.getByRole('button', { name: 'Resign' }).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).press('Enter');
    assert.match(await page.locator('.over').innerText(), /0-1\s*white resigns/);
    assert.deepEqual(page.errors, []);
    await page.context().close();
  });

  test('a game on a phone, by finger', async () => {
    const page = await visit(site.browser, site.address, {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    });
    await begin(page, { color: 'Black' });
    for (let i = 0; i < 4; ++i) {
      const moves = await moved(page, 2 * i + 1);
      const move = pick({ start: '', moves });
      await square(page, move.from).tap();
      await square(page, move.to).tap();
      if (move.promotion) await page.getByRole('button', { name: 'queen' }).tap();
    }
    await moved(page, 9);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    assert.equal(wide, false);
    await picture(page, 'phone');
    assert.deepEqual(page.errors, []);
    await page.context().close();
  });

  test('a reload in the middle of a game loses nothing', async () => {
    const page = await visit(site.browser, site.address);
    await begin(page, { opponent: 'attacker', clock: '3+2' });
    await square(page, 'd2').click();
    await square(page, 'd4').click();
    await moved(page, 2);
    const before = await storedGame(page);
    await page.reload();
    await page.waitForSelector('.move[aria-current]');
    const after = await storedGame(page);
    assert.deepEqual(after.moves, before.moves);
    assert.ok(after.clock.white <= before.clock.white);
    await square(page, 'c2').click();
    await square(page, 'c4').click();
    await moved(page, 4);
    await picture(page, 'play-clock');
    await page.context().close();
  });

  test('promotion is chosen, takeback takes back, a hint is shown', async () => {
    const page = await visit(site.browser, site.address);
    await page.getByLabel('Opponent').selectOption('person');
    await page.getByLabel('Start').selectOption('position');
    await page.getByLabel('Position as FEN').fill('8/P6k/8/8/8/8/7P/K7 w - - 0 1');
    await page.locator('.setup button[type=submit]').click();
    await square(page, 'a7').click();
    await square(page, 'a8').click();
    await picture(page, 'promotion');
    await page.getByRole('button', { name: 'knight' }).click();
    assert.deepEqual(await moved(page, 1), ['a7a8n']);
    await page.getByRole('button', { name: 'Take back' }).click();
    assert.deepEqual((await storedGame(page)).moves, []);
    await page.getByRole('button', { name: 'Hint' }).click();
    await page.waitForSelector('.arrow');
    await page.context().close();
  });

  test('a premove is played when its turn comes, and thinking can be cut short', async () => {
    const page = await visit(site.browser, site.address);
    await begin(page, { opponent: 'engine' });
    await square(page, 'e2').click();
    await square(page, 'e4').click();
    await square(page, 'g1').click();
    await square(page, 'f3').click();
    await page.waitForSelector('.premove');
    await page.getByRole('button', { name: 'Move now' }).click();
    const moves = await moved(page, 3);
    assert.equal(moves[2], 'g1f3');
    await page.context().close();
  });

  test('garbage is refused in words and the page goes on', async () => {
    const page = await visit(site.browser, site.address);
    await begin(page);
    await page.getByLabel('Type a move').fill('Qxz9');
    await page.keyboard.press('Enter');
    assert.match(await page.locator('.wrong').innerText(), /Qxz9/);
    await page.evaluate(() => {
      localStorage['kibitz.game'] = '{"start":"nonsense","moves":["e2e5"],"opponent":"x","color":"white","seed":1,"clock":null,"ending":null}';
      localStorage['kibitz.preferences'] = '[]';
      localStorage['kibitz.analysis'] = '"\u0000("';
    });
    await page.reload();
    await page.waitForSelector('[role=alert] >> text=FEN');
    await page.goto(`${site.address}#game=AAAA`);
    await page.reload();
    await page.waitForSelector('[role=alert] >> text=damaged');
    await page.getByRole('button', { name: 'Close' }).click();
    // What can be played of a game stays; what makes no sense is left behind; no address breaks the page.
    const stored = (changes) =>
      page.evaluate((all) => Object.entries(all).forEach(([name, value]) => (localStorage[`kibitz.${name}`] = JSON.stringify(value))), changes);
    const game = { start: '', moves: [], opponent: 'person', color: 'white', seed: 1, clock: null, ending: null };
    await stored({ game: { ...game, moves: ['e2e4', 'e2e5', 'd2d4'] }, preferences: { started: true, language: 'constructor' } });
    await page.goto(`${site.address}#constructor`);
    await page.reload();
    await square(page, 'e7').click();
    await square(page, 'e5').click();
    await page.waitForFunction(() => JSON.parse(localStorage['kibitz.game']).moves.join(' ') === 'e2e4 e7e5');
    await stored({ game: { ...game, ending: 7 }, preferences: { started: true, color: 'purple' } });
    await page.goto(`${site.address}#__proto__`);
    await page.reload();
    await page.getByRole('radio', { name: 'White' }).and(page.locator(':checked')).waitFor();
    // A position that is none is refused before the game on the board is given up.
    await begin(page, { opponent: 'person' });
    await square(page, 'e2').click();
    await square(page, 'e4').click();
    await page.getByRole('button', { name: 'New game' }).click();
    await page.getByLabel('Start').selectOption('position');
    await page.getByLabel('FEN').fill('rubbish');
    await page.getByRole('button', { name: 'Play', exact: true }).last().click();
    await page.locator('.setup .wrong').waitFor();
    assert.deepEqual(await page.evaluate(() => JSON.parse(localStorage['kibitz.game']).moves), ['e2e4']);
    await page.context().close();
  });

  test('the opponent answers while a game is reviewed, and the clock runs on in every view', async () => {
    const page = await visit(site.browser, site.address);
    await begin(page);
    await page.evaluate(() => {
      const moves = 'e2e4 e7e5 g1f3 b8c6 f1c4 g8f6 d2d3 d8e7 e1g1 e7c5 b1c3 f8e7'.split(' ');
      const mine = JSON.parse(localStorage['kibitz.game']);
      localStorage['kibitz.game'] = JSON.stringify({ ...mine, moves, clock: { white: 60000, black: 60000, increment: 0 } });
    });
    await page.reload();
    await moved(page, 12);
    await page.getByRole('button', { name: 'Analyse' }).last().click();
    await page.getByRole('button', { name: 'Review this game' }).click();
    await page.locator('.reviewing').waitFor();
    await page.getByRole('button', { name: 'Play', exact: true }).first().click();
    const clock = page.locator('.clock').last();
    const before = await clock.innerText();
    await page.getByRole('button', { name: 'Watch', exact: true }).first().click();
    await page.waitForTimeout(2500);
    await page.getByRole('button', { name: 'Play', exact: true }).first().click();
    assert.ok((await clock.innerText()) < before);
    await square(page, 'h2').click();
    await square(page, 'h3').click();
    await moved(page, 14);
    await page.getByRole('button', { name: 'Analyse', exact: true }).first().click();
    await page.waitForSelector('.accuracy', { timeout: 60_000 });
    assert.deepEqual(page.errors, []);
    await page.context().close();
  });

  test('nobody is kept out: axe finds nothing in any view or theme', async () => {
    const page = await visit(site.browser, site.address);
    const check = async (name) => {
      await picture(page, name);
      assert.deepEqual(await complaints(page), [], name);
    };
    await page.getByText('Look', { exact: true }).click();
    for (const theme of ['light', 'dark', 'contrast']) {
      await page.getByLabel('Theme').selectOption(theme);
      await check(`setup-${theme}`);
    }
    await page.getByLabel('Theme').selectOption('dark');
    await begin(page);
    await square(page, 'e2').click();
    await square(page, 'e4').click();
    await moved(page, 2);
    await check('play-dark');
    await page.getByRole('button', { name: 'Analyse' }).last().click();
    await check('analyse-dark');
    await page.context().close();
  });
});
