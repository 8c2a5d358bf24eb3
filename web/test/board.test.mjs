// The board under the hand: moves that cannot be made, the wheel, swipes, drawing, dragging by finger.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { complaints } from './axe.mjs';
import {
  begin,
  command,
  load,
  moved,
  open,
  picture,
  skip,
  square,
  storedGame,
  visit,
  visitAnalysis,
} from './browser.mjs';

describe('the board', { skip }, () => {
  let site;
  before(async () => (site = await open()));
  after(() => site.close());

  const current = (page) => page.locator('.move[aria-current]').innerText();
  const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

  test('a move that cannot be made says why, on the board and aloud', async () => {
    const page = await visit(site.browser, site.address);
    const refused = async (from, to, why) => {
      await square(page, from).click();
      await square(page, to).click();
      assert.match(await page.locator('.objection').innerText(), why);
      assert.match(await page.locator('[aria-live]').innerText(), why);
    };
    await begin(page, { opponent: 'person' });
    await refused('f1', 'f3', /^Bishops move diagonally/);
    await refused('f1', 'c4', /The pawn on e2 is in the way/);
    await picture(page, 'objection');
    assert.deepEqual(await complaints(page), []);
    assert.deepEqual((await storedGame(page)).moves, []);
    await begin(page, { opponent: 'person', fen: '4r1k1/8/8/8/8/4N3/8/4K2R w K - 0 1' });
    await refused('e3', 'd5', /is pinned: without it, the rook on e8 would take the king/);
    await begin(page, { opponent: 'person', fen: '4r1k1/8/8/8/8/8/3N4/4K2R w K - 0 1' });
    await square(page, 'd2').dragTo(square(page, 'b3'));
    assert.match(await page.locator('.objection').innerText(), /in check from the rook on e8/);
    await refused('e1', 'g1', /cannot castle while the rook on e8 gives check/);
    await refused('e1', 'e2', /The king cannot go to e2: the rook on e8 attacks/);
    // Typed, too.
    await page.getByLabel('Type a move').fill('Nb3');
    await page.keyboard.press('Enter');
    assert.match(await page.locator('.typed .wrong').innerText(), /in check from the rook on e8/);
    // What can be moved is moved, and the words go.
    await square(page, 'd2').click();
    await square(page, 'e4').click();
    await moved(page, 1);
    assert.equal(await page.locator('.objection').count(), 0);
    assert.deepEqual(page.errors, []);
    await page.context().close();
  });

  test('the wheel over the board steps through the moves', async () => {
    const page = await visitAnalysis(site);
    await load(page, '1. e4 e5 2. Nf3 *');
    await square(page, 'd4').hover();
    await page.mouse.wheel(0, 100);
    await page.mouse.wheel(0, 100);
    await page.waitForFunction(
      () => document.querySelector('.move[aria-current]')?.textContent === 'e5',
    );
    await page.mouse.wheel(0, -100);
    await page.waitForFunction(
      () => document.querySelector('.move[aria-current]')?.textContent === '1. e4',
    );
    await page.context().close();
  });

  /** A gesture of one finger from one place to another, of which the page gets the events. */
  async function swipe(page, from, to) {
    const session = await page.context().newCDPSession(page);
    const send = (type, points) =>
      session.send('Input.dispatchTouchEvent', { type, touchPoints: points });
    await send('touchStart', [from]);
    for (let i = 1; i <= 5; ++i)
      await send('touchMove', [
        { x: from.x + ((to.x - from.x) * i) / 5, y: from.y + ((to.y - from.y) * i) / 5 },
      ]);
    await send('touchEnd', []);
    await session.detach();
  }
  const middle = async (page, name) => {
    const { x, y, width, height } = await square(page, name).boundingBox();
    return { x: x + width / 2, y: y + height / 2 };
  };

  test('a swipe across the board steps through the moves', async () => {
    const page = await visitAnalysis(site, phone);
    await load(page, '1. e4 e5 2. Nf3 *');
    await page.evaluate(() => scrollTo(0, 0));
    await swipe(page, await middle(page, 'g4'), await middle(page, 'c4'));
    await page.locator('.move[aria-current]').waitFor();
    assert.equal(await current(page), '1. e4');
    await swipe(page, await middle(page, 'c5'), await middle(page, 'g5'));
    await page.locator('.move[aria-current]').waitFor({ state: 'detached' });
    await page.context().close();
  });

  test('a piece dragged by finger is seen above it, enlarged, and its square is marked', async () => {
    const page = await visit(site.browser, site.address, phone);
    await begin(page, { opponent: 'person' });
    const [from, to] = [await middle(page, 'e2'), await middle(page, 'e4')];
    const session = await page.context().newCDPSession(page);
    const send = (type, touchPoints) =>
      session.send('Input.dispatchTouchEvent', { type, touchPoints });
    await send('touchStart', [from]);
    await send('touchMove', [{ x: from.x, y: from.y - 20 }]);
    await send('touchMove', [to]);
    const frame = page.locator('.landing-frame');
    await frame.waitFor();
    await send('touchMove', [{ x: to.x, y: to.y + 1 }]);
    const ghost = await page.locator('.ghost').boundingBox();
    const size = (await square(page, 'e4').boundingBox()).width;
    assert.ok(ghost.width >= 1.5 * size);
    assert.ok(ghost.y + ghost.height / 2 < to.y - size / 2);
    assert.deepEqual(await frame.boundingBox(), await square(page, 'e4').boundingBox());
    await send('touchEnd', []);
    assert.deepEqual(await moved(page, 1), ['e2e4']);
    assert.equal(await frame.count(), 0);
    await page.context().close();
  });

  test('arrows and circles are drawn with the right button, and kept in the PGN', async () => {
    const page = await visitAnalysis(site);
    await load(page, '1. e4 {[%csl Rd5][%cal Gd2d4] good} e5 *');
    await page.getByRole('button', { name: '1. e4' }).click();
    assert.equal(await page.locator('.ring.red').count(), 1);
    assert.equal(await page.locator('.arrow.green').count(), 1);
    const draw = async (from, to, key) => {
      if (key) await page.keyboard.down(key);
      await square(page, from).hover();
      await page.mouse.down({ button: 'right' });
      await square(page, to).hover();
      await page.mouse.up({ button: 'right' });
      if (key) await page.keyboard.up(key);
    };
    await draw('g1', 'f3', 'Alt');
    await draw('f7', 'f7', 'Shift');
    await page.locator('.arrow.blue').waitFor();
    assert.equal(await page.locator('.ring.red').count(), 2);
    await draw('d2', 'd4'); // again: it goes
    await page.locator('.arrow.green').waitFor({ state: 'detached' });
    await page.reload();
    await page.locator('.arrow.blue').waitFor();
    await picture(page, 'drawn');
    await page.getByRole('button', { name: 'PGN', exact: true }).click();
    const pgn = await page.getByLabel('The game as PGN').inputValue();
    assert.match(pgn.replaceAll(/\s+/g, ' '), /\[%csl Rd5,Rf7\] ?\[%cal Bg1f3\] good/);
    assert.deepEqual(page.errors, []);
    await page.context().close();
  });

  test('moves, captures, checks and the end sound different, until sounds are switched off', async () => {
    const page = await visit(site.browser, site.address);
    await page.evaluate(() => {
      globalThis.heard = { noises: 0, tones: 0 };
      for (const [type, name] of [
        [AudioBufferSourceNode, 'noises'],
        [OscillatorNode, 'tones'],
      ]) {
        const { start } = type.prototype;
        type.prototype.start = function (...when) {
          ++globalThis.heard[name];
          return start.apply(this, when);
        };
      }
    });
    /** What sounds while the moves are made. */
    const heard = async (moves, count) => {
      await page.evaluate(() => (globalThis.heard = { noises: 0, tones: 0 }));
      for (const move of moves) {
        await square(page, move.slice(0, 2)).click();
        await square(page, move.slice(2)).click();
      }
      await moved(page, count);
      return page.evaluate(() => globalThis.heard);
    };
    await begin(page, { opponent: 'person' });
    assert.deepEqual(await page.evaluate(() => globalThis.heard), { noises: 0, tones: 0 });
    const move = await heard(['e2e4'], 1);
    const check = await (await heard(['f7f5'], 2), heard(['d1h5'], 3));
    const interposed = await heard(['g7g6'], 4);
    const capture = await heard(['e4f5'], 5);
    assert.deepEqual(move, { noises: 1, tones: 1 });
    assert.deepEqual(interposed, move);
    assert.ok(check.tones > move.tones);
    assert.ok(capture.noises > move.noises);
    assert.equal(capture.tones, capture.noises);

    await page.locator('.actions summary').click();
    await page.locator('.actions').getByText('Sounds').click();
    await page.keyboard.press('Escape');
    assert.deepEqual(await heard(['g6h5'], 6), { noises: 0, tones: 0 });
    await page.reload();
    await page.waitForSelector('.typed');
    await page.getByText('Settings', { exact: true }).click();
    assert.equal(await page.locator('.settings').getByLabel('Sounds').isChecked(), false);
    await page.locator('.settings').getByText('Sounds').click();
    await page.keyboard.press('Escape');
    await page.evaluate(() => {
      globalThis.tones = 0;
      const { start } = OscillatorNode.prototype;
      OscillatorNode.prototype.start = function (...when) {
        ++globalThis.tones;
        return start.apply(this, when);
      };
    });
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.locator('dialog').getByRole('button', { name: 'Resign' }).click();
    await page.locator('.result').waitFor();
    assert.ok((await page.evaluate(() => globalThis.tones)) > move.tones);
    assert.deepEqual(page.errors, []);
    await page.context().close();
  });

  test('sides are swapped in a game, and the opponent goes on', async () => {
    const page = await visit(site.browser, site.address);
    await begin(page);
    await square(page, 'e2').click();
    await square(page, 'e4').click();
    await moved(page, 2);
    await command(page, 'Swap sides');
    await moved(page, 3); // White is now the opponent
    assert.equal((await storedGame(page)).color, 'black');
    assert.deepEqual(page.errors, []);
    await page.context().close();
  });

  test('the game goes on against another opponent', async () => {
    const page = await visit(site.browser, site.address);
    await begin(page, { opponent: 'person' });
    for (const name of ['e2', 'e4']) await square(page, name).click();
    await moved(page, 1);
    await command(page, 'Change opponent');
    await page.locator('.sheet input[value=all]').check({ force: true });
    await page.locator('.sheet input[value=level-01]').check({ force: true });
    await page.locator('.sheet').getByRole('button', { name: 'Play Level 1' }).click();
    await moved(page, 2); // Black is now the level
    assert.equal((await storedGame(page)).opponent, 'level-01');
    assert.equal((await storedGame(page)).moves[0], 'e2e4');
    await page.locator('.side .name', { hasText: 'Level 1' }).waitFor();
    assert.deepEqual(page.errors, []);
    await page.context().close();
  });

  test('moves are typed in the analysis, and an address is answered with what to do', async () => {
    const page = await visitAnalysis(site);
    const typed = page.getByLabel('Type a move');
    for (const move of ['e4', 'c5']) {
      await typed.fill(move);
      await page.keyboard.press('Enter');
      await page.locator('.tree .move', { hasText: move }).waitFor();
    }
    await typed.fill('Ke3');
    await page.keyboard.press('Enter');
    assert.match(await page.locator('.typed .wrong').innerText(), /one square at a time/);
    await load(page, 'https://lichess.org/abcdefgh');
    await page
      .getByRole('alert')
      .getByText(/cannot read games from lichess.org/)
      .waitFor();
    await page.context().close();
  });
});
