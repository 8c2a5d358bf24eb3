// What depends on the game on the analysis board goes with it: links, messages, places that scroll.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { leave, load, open, openPage, skip, visitAnalysis } from './browser.mjs';

describe('the open game', { skip }, () => {
  let site;
  before(async () => (site = await open()));
  after(() => site.close());

  const button = (page, name) => page.getByRole('button', { name, exact: true });
  const toast = (page) => page.locator('.toast.error');
  const plies = (page, count) =>
    page.waitForFunction(
      (wanted) => document.querySelectorAll('.tree .move').length === wanted,
      count,
    );

  test('a link, a PGN and a FEN that were asked for go when the game changes', async () => {
    const page = await visitAnalysis(site);
    await load(page, '1. e4 e5 2. Nf3');
    await plies(page, 3);
    await button(page, 'Share link').click();
    const link = page.getByLabel('A link that contains the whole game');
    const first = await link.inputValue();
    assert.match(first, /#game=/);
    await page.keyboard.press('ArrowRight'); // the same game
    assert.equal(await link.inputValue(), first);
    await load(page, '1. d4 d5 2. c4 e6 3. Nc3 Nf6');
    await plies(page, 6);
    await link.waitFor({ state: 'detached' }); // a moment after the moves, on a busy machine
    await button(page, 'Share link').click();
    assert.notEqual(await link.inputValue(), first);
    await page.locator('.tree .move').last().click();
    await button(page, 'Delete').or(page.getByText('Edit this move')).first().click();
    await button(page, 'Delete').click(); // a change is another game, too
    await plies(page, 5);
    await link.waitFor({ state: 'detached' });
    await button(page, 'FEN').click();
    const fen = page.getByLabel('The position as FEN');
    await fen.waitFor();
    await button(page, 'Back').click();
    await fen.waitFor({ state: 'detached' });
    await leave(page);
  });

  test('what was wrong with a game is not said of the next one', async () => {
    const page = await visitAnalysis(site);
    await load(page, '1. e4 e5 2. Ke3 Nc6');
    await toast(page).filter({ hasText: 'Ke3' }).waitFor();
    await load(page, '1. c4 c5');
    await plies(page, 2);
    await toast(page).waitFor({ state: 'detached' });
    await load(page, 'lichess.org/abcdefgh');
    await toast(page).filter({ hasText: 'web address' }).waitFor();
    await load(page, '4k3/8/8/8/8/8/8/4K2R w K - 0 1');
    await toast(page).waitFor({ state: 'detached' });
    await page.getByLabel('Type a move').fill('Kd8');
    await page.getByLabel('Type a move').press('Enter');
    await page.locator('#typed-wrong', { hasText: /\S/ }).waitFor();
    await load(page, '1. d4');
    await page.waitForFunction(() => !document.querySelector('#typed-wrong').textContent);
    await leave(page);
  });

  test('prose is no game, and that is said once', async () => {
    const page = await visitAnalysis(site);
    await load(page, 'Dear Ann, this is not a game at all.');
    const said = await toast(page).innerText();
    assert.match(said, /No chess game found/);
    assert.doesNotMatch(said, /Not all of it/);
    await leave(page);
  });

  test('the moves of a new game are shown from the first on', async () => {
    const page = await visitAnalysis(site);
    const long = Array.from({ length: 40 }, (_, i) =>
      i % 2 ? `${i + 1}. Ng1 Ng8` : `${i + 1}. Nf3 Nf6`,
    ).join(' ');
    await load(page, `[FEN "r3k1nr/pppppppp/8/8/8/8/PPPPPPPP/R3K1NR w KQkq - 0 1"]\n\n${long} *`);
    await plies(page, 80);
    await page.keyboard.press('End');
    await page.waitForFunction(() => document.querySelector('.scroller').scrollTop > 0);
    await load(page, long.replaceAll('Nf', 'Nh'));
    await page.waitForFunction(() => document.querySelector('.scroller').scrollTop === 0);
    assert.equal(await page.locator('aside.panel').evaluate((panel) => panel.scrollTop), 0);
    await leave(page);
  });

  test('a browser that stores nothing is not called full', async () => {
    const page = await openPage(site.browser);
    await page.addInitScript(() => {
      const forbid = () => {
        throw new DOMException('forbidden', 'SecurityError');
      };
      Object.defineProperty(globalThis, 'localStorage', { get: forbid });
      Object.defineProperty(globalThis, 'indexedDB', { get: forbid });
    });
    await page.goto(site.address);
    const said = await toast(page).innerText();
    assert.match(said, /keeps nothing here/);
    assert.doesNotMatch(said, /no more room/);
    await page.goto(`${site.address}#games`);
    await page.locator('.no-games').waitFor();
    assert.doesNotMatch(await page.locator('main').innerText(), /is kept in|stay in this browser/);
    await leave(page);
  });
});
