// A slow network: what somebody does before the rules are there waits for them.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { begin, moved, open, picture, skip, square, storedGame, visit } from './browser.mjs';

describe('before the rules are there', { skip }, () => {
  let site;
  before(async () => (site = await open()));
  after(() => site.close());

  /** A page whose rules do not arrive before `arrive` is called. */
  async function early(hash, prepare) {
    const page = await visit(site.browser, `${site.address}embed.html`);
    if (prepare) await page.evaluate(prepare);
    let arrive;
    const arrived = new Promise((resolve) => (arrive = resolve));
    await page.route(/kibitz-rules.*\.wasm$/, async (route) => {
      await arrived;
      await route.continue();
    });
    await page.goto(`${site.address}${hash}`);
    await page.waitForSelector('[data-square=e2]');
    return { page, arrive };
  }
  const click = async (page, move) => {
    await square(page, move.slice(0, 2)).click();
    await square(page, move.slice(2)).click();
  };
  const beginNow = (page, opponent) => begin(page, { opponent });

  for (const opponent of ['level-01', 'person'])
    test(`a move made too early is played when they come (${opponent})`, async () => {
      const { page, arrive } = await early('');
      await beginNow(page, opponent);
      await page.getByText('The rules of chess are loading').waitFor();
      await click(page, 'e2e4');
      await page.getByText('e2 to e4 will be played').waitFor();
      await picture(page, 'late-rules');
      assert.deepEqual((await storedGame(page)).moves, []);
      arrive();
      assert.equal((await moved(page, 1))[0], 'e2e4');
      assert.equal(await page.locator('.premove').count(), 0);
      await page.getByText('The rules of chess are loading').waitFor({ state: 'detached' });
      assert.deepEqual(page.errors, []);
      await page.context().close();
    });

  test('a move typed too early is played when they come, and an impossible one says why', async () => {
    const { page, arrive } = await early('');
    await beginNow(page, 'person');
    await page.getByLabel('Type a move').fill('d4');
    await page.keyboard.press('Enter');
    arrive();
    assert.deepEqual(await moved(page, 1), ['d2d4']);
    assert.deepEqual(page.errors, []);
    await page.context().close();
    const other = await early('');
    await beginNow(other.page, 'person');
    await click(other.page, 'e2e5');
    other.arrive();
    await other.page.getByText('e2 to e5 is not possible').waitFor();
    assert.deepEqual(other.page.errors, []);
    await other.page.context().close();
  });

  test('a game comes back as it stood, and goes on', async () => {
    const { page, arrive } = await early('', () => {
      const game = {
        start: '',
        moves: ['e2e4', 'e7e5'],
        opponent: 'person',
        color: 'white',
        seed: 1,
        clock: null,
        ending: null,
      };
      localStorage['kibitz.game'] = JSON.stringify(game);
      localStorage['kibitz.game.fen'] = JSON.stringify(
        'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2',
      );
      localStorage['kibitz.preferences'] = '{"started":true}';
    });
    await square(page, 'e4')
      .and(page.getByLabel(/white pawn/))
      .waitFor();
    await click(page, 'g1f3');
    arrive();
    assert.deepEqual(await moved(page, 3), ['e2e4', 'e7e5', 'g1f3']);
    await page.context().close();
  });

  test('in the analysis a move and a pasted game wait, too', async () => {
    const { page, arrive } = await early('#analyse');
    await click(page, 'c2c4');
    arrive();
    await page.getByRole('button', { name: '1. c4' }).waitFor();
    await page.context().close();
    const other = await early('#analyse');
    await other.page.getByLabel('Paste a PGN or FEN').fill('1. g3 g6 *');
    await other.page.getByRole('button', { name: 'Open', exact: true }).click();
    other.arrive();
    await other.page.getByRole('button', { name: '1. g3' }).waitFor();
    assert.equal(await other.page.getByLabel('Paste a PGN or FEN').inputValue(), '');
    assert.deepEqual(other.page.errors, []);
    await other.page.context().close();
  });

  test('who starts a game to watch, or sets a position up, is not told nonsense', async () => {
    const { page, arrive } = await early('#editor');
    assert.match(await page.locator('#editor-says').innerText(), /loading/);
    await page.locator('.tab', { hasText: 'Watch' }).click();
    await page.getByLabel('Seconds per move').selectOption('0');
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    arrive();
    await page.waitForFunction(() => JSON.parse(localStorage['kibitz.watched']).moves.length >= 2);
    assert.deepEqual(page.errors, []);
    await page.context().close();
  });
});
