// Endgame drills in Chromium, with the tables in Node beside them, which know what to play.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Endgames } from '../engine/dist/endgames.js';
import { Rules } from '../engine/dist/rules.js';
import { complaints } from './axe.mjs';
import { leave, open, picture, skip, square, visit } from './browser.mjs';

const heard = (page, text) =>
  page.locator('[aria-live=polite]', { hasText: text }).waitFor({ state: 'attached' });
const verdict = (page) => page.locator('.task .verdict-of');
const kept = (page) => page.evaluate(() => JSON.parse(localStorage['kibitz.endgames'] ?? '{}'));
const mostMoves = 60;

/** Pictures to look at. */
const looks = [
  [360, 740, 'light'],
  [1366, 768, 'dark'],
  [1920, 1080, 'light'],
];

describe('endgame drills', { skip }, () => {
  let site;
  let endgames;
  let rules;
  before(async () => {
    site = await open();
    endgames = await Endgames.load();
    rules = await Rules.load();
  });
  after(() => site.close());

  async function openDrill(title, options) {
    const page = await visit(site.browser, `${site.address}embed.html`, options);
    await page.goto(`${site.address}#learn/endgames`);
    await page.getByRole('button', { name: title }).click();
    await page.getByLabel('Type a move').waitFor();
    return page;
  }

  /** The position on the board, with the side to move. */
  async function fenOf(page, side) {
    const pieces = await page.locator('.board [data-square]').evaluateAll((squares) =>
      squares.map((one) => {
        const letter = one.querySelector('use')?.getAttribute('href').slice(-1) ?? '';
        const isWhite = one.querySelector('.piece.white') !== null;
        return [one.dataset.square, isWhite ? letter.toUpperCase() : letter];
      }),
    );
    const on = new Map(pieces.map(([name, piece]) => [name, piece]));
    const ranks = [8, 7, 6, 5, 4, 3, 2, 1].map((rank) =>
      [...'abcdefgh'].map((file) => on.get(`${file}${rank}`) || '1').join(''),
    );
    return `${ranks.join('/').replace(/1+/g, (empty) => empty.length)} ${side} - - 0 1`;
  }
  async function type(page, text) {
    await page.getByLabel('Type a move').fill(text);
    await page.keyboard.press('Enter');
  }
  /** Waits until the learner is to move, or it is over. Returns whether it is over. */
  async function answered(page) {
    const over = page.locator('.task .verdict-of.solved');
    await page
      .locator('.actions button:not([aria-disabled=true])', { hasText: 'Show me' })
      .or(over)
      .first()
      .waitFor();
    return (await over.count()) > 0;
  }

  test('a queen mates by the page’s own hints, after a blunder that is refuted and taken back', async () => {
    const page = await visit(site.browser, `${site.address}embed.html`);
    await page.goto(`${site.address}#learn/endgames`);
    const entry = page.getByRole('button', { name: 'Mate with the queen' });
    await entry.waitFor();
    assert.deepEqual(await complaints(page), []);
    for (const [width, height, colorScheme] of looks) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height });
      await picture(page, `endgames-list-${width}`);
    }
    await entry.click();
    await page
      .getByText(/White to move mates in \d+\./)
      .first()
      .waitFor();
    await heard(page, /White to move mates in/);
    endgames.prepare('queen', 9);
    let hasBlundered = false;
    for (let i = 0; i < mostMoves && !(await answered(page)); ++i) {
      const fen = await fenOf(page, 'w');
      const thrown = endgames.look(fen, 1, 1).moves.find(({ result }) => result === 'draw');
      if (thrown && !hasBlundered) {
        hasBlundered = true;
        await type(page, thrown.uci);
        await verdict(page).filter({ hasText: 'throws the win away.' }).waitFor();
        await verdict(page)
          .filter({ hasText: /The answer: |It is stalemate/ })
          .waitFor();
        await heard(page, 'throws the win away.');
        assert.deepEqual(await complaints(page), []);
        for (const [width, height, colorScheme] of looks) {
          await page.emulateMedia({ colorScheme });
          await page.setViewportSize({ width, height });
          await picture(page, `endgames-thrown-${width}`);
        }
        await page.locator('.task').getByRole('button', { name: 'Take back' }).click();
        await answered(page);
        assert.equal(await fenOf(page, 'w'), fen);
      }
      await page.getByRole('button', { name: 'Show me' }).click();
      await verdict(page).filter({ hasText: 'is best.' }).waitFor();
      const san = (await verdict(page).innerText()).split(' ')[0];
      await type(page, san);
    }
    assert.ok(hasBlundered);
    await heard(page, 'as fast as can be');
    await verdict(page).filter({ hasText: 'With help' }).waitFor();
    for (const [width, height, colorScheme] of looks) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height });
      await picture(page, `endgames-done-${width}`);
    }
    assert.deepEqual(await kept(page), { queen: -1 });
    await page.getByRole('button', { name: 'All endgames' }).click();
    await entry.filter({ hasText: 'with help' }).waitFor();
    await leave(page);
  });

  test('without help the drill is ticked off, also after a reload; another position is another', async () => {
    const page = await openDrill('Mate with the rook');
    endgames.prepare('rook', 9);
    const first = await fenOf(page, 'w');
    const slow = endgames.look(first, 1, 1);
    // A move that wins more slowly is fine, and is counted.
    const slower = slow.moves.find(({ result, plies }) => result === 'win' && plies > slow.plies);
    await type(page, slower.uci);
    await verdict(page)
      .filter({ hasText: /wins: mate in \d+\. .* slower\./ })
      .waitFor();
    while (!(await answered(page)))
      await type(page, endgames.look(await fenOf(page, 'w'), 1, 1).best[0]);
    const surplus = (slower.plies - slow.plies) / 2;
    assert.deepEqual(await kept(page), { rook: surplus });
    await page.getByRole('button', { name: 'Another position' }).click();
    await answered(page);
    await page
      .getByText(/White to move mates in/)
      .first()
      .waitFor();
    assert.notEqual(await fenOf(page, 'w'), first);
    await page.reload();
    await page
      .getByRole('button', { name: 'Mate with the rook' })
      .filter({ hasText: '✓' })
      .waitFor();
    await leave(page);
  });

  test('a draw is held; what loses is said; the pawn is promoted', async () => {
    const page = await openDrill('The opposition');
    endgames.prepare('opposition', 99);
    await page.getByText('Black to move holds the draw.').first().waitFor();
    const look = endgames.look(await fenOf(page, 'b'), 1, 1);
    const losing = look.moves.find(({ result }) => result === 'loss');
    await type(page, losing.uci);
    await verdict(page)
      .filter({ hasText: /loses\. The answer: / })
      .waitFor();
    await page.keyboard.press('Tab');
    await page.locator('.task').getByRole('button', { name: 'Take back' }).click();
    while (!(await answered(page)))
      await type(page, endgames.look(await fenOf(page, 'b'), 1, 1).best[0]);
    await heard(page, 'The draw is held!');
    assert.deepEqual(await kept(page), { opposition: -1 });
    await page.getByRole('button', { name: 'All endgames' }).click();
    await page.getByRole('button', { name: 'Key squares' }).click();
    await page
      .getByText(/White to move wins: promote the pawn/)
      .first()
      .waitFor();
    endgames.prepare('key-squares', 99);
    while (!(await answered(page)))
      await type(page, endgames.look(await fenOf(page, 'w'), 1, 1).best[0]);
    assert.equal((await kept(page))['key-squares'], 0);
    const board = await fenOf(page, 'b');
    assert.match(board, /[QR]/);
    assert.equal(rules.position(board).outcome, null);
    await leave(page);
  });

  test('who leaves while the tables are computed finds everything as it was', async () => {
    const page = await visit(site.browser, `${site.address}embed.html`);
    await page.goto(`${site.address}#learn/endgames`);
    await page.getByRole('button', { name: 'Rook against pawn' }).click();
    await page
      .getByText(/Computing the exact tables: \d+ of 14/)
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'All endgames' }).click();
    // Another drill does not wait for all that the first one needs.
    await page.getByRole('button', { name: 'Mate with the rook' }).click();
    await page
      .getByText(/White to move mates in/)
      .first()
      .waitFor();
    await page.getByRole('radio', { name: 'Lessons' }).evaluate((radio) => radio.click());
    await page.getByText('Learn chess from the first move on.').waitFor();
    await page.getByRole('radio', { name: 'Endgames' }).evaluate((radio) => radio.click());
    await page.getByRole('button', { name: 'Mate with the queen' }).click();
    await page
      .getByText(/White to move mates in/)
      .first()
      .waitFor();
    assert.ok(await square(page, 'a1').isVisible());
    await leave(page);
  });
});
