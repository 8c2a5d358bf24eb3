// The opening explorer: its table in Node, its panel in Chromium.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { complaints } from './axe.mjs';
import { load, open, picture, skip, visitAnalysis } from './browser.mjs';
import { openModules } from './modules.mjs';

const mostTableBytes = 1_000_000;

describe('the table of the explorer', () => {
  let modules, ExplorerTable, gamesIn, rules, text;
  before(async () => {
    modules = await openModules();
    ({ ExplorerTable } = await modules.load('explorer/table'));
    ({ gamesIn } = await modules.load('game/results'));
    const { Rules } = await import('../engine/dist/rules.js');
    rules = await Rules.load();
    text = readFileSync(
      fileURLToPath(new URL('../src/explorer/people.txt', import.meta.url)),
      'utf8',
    );
  });
  after(() => modules.close());

  test('gives the moves of a band or of all, the most frequent first', () => {
    const table = new ExplorerTable(
      '# a remark\nbands 1000 1400\nabc e2e4 1,0,2//0,3,0 d2d4 /7,0,1\nabd e7e5 5,0,0\n',
    );
    assert.equal(table.positions, 2);
    assert.deepEqual(table.bandStarts, [1000, 1400]);
    assert.deepEqual(table.moves('abc', null), [
      { uci: 'd2d4', white: 7, draws: 0, black: 1 },
      { uci: 'e2e4', white: 1, draws: 3, black: 2 },
    ]);
    assert.deepEqual(table.moves('abc', 0), [{ uci: 'e2e4', white: 1, draws: 0, black: 2 }]);
    assert.deepEqual(table.moves('abc', 7), []);
    assert.deepEqual(table.moves('xyz', null), []);
    assert.equal(table.has('abd'), true);
  });

  test('has at most a megabyte, and what it says of well-known positions is plausible', () => {
    assert.ok(text.length <= mostTableBytes, `${text.length} bytes`);
    const table = new ExplorerTable(text);
    assert.ok(table.positions > 10_000);
    const movesAfter = (...moves) => {
      const position = rules.position('', moves);
      const legal = new Set(position.legal.map(({ uci }) => uci));
      const played = table.moves(position.name, null);
      for (const { uci } of played) assert.ok(legal.has(uci), `${uci} after ${moves}`);
      return played;
    };
    assert.equal(movesAfter()[0].uci, 'e2e4');
    assert.ok(gamesIn(movesAfter()[0]) > 20_000);
    assert.equal(movesAfter('e4')[0].uci, 'e7e5');
    assert.equal(movesAfter('e4', 'e5', 'Nf3')[0].uci, 'b8c6');
    // However the position was reached.
    assert.deepEqual(movesAfter('e4', 'e5', 'Nf3'), movesAfter('Nf3', 'e5', 'e4'));
    assert.deepEqual(movesAfter('h4', 'a5', 'Rh3', 'Ra6', 'Rb3', 'Rb6'), []);
  });

  test('leaves out moves that are not legal, as those of another position would be', async () => {
    const { summedUp } = await modules.load('explorer/explorer');
    const position = rules.position('', ['e4']);
    const played = [
      { uci: 'e7e5', white: 3, draws: 1, black: 2 },
      { uci: 'e2e4', white: 9, draws: 9, black: 9 },
      { uci: 'c7c5', white: 1, draws: 0, black: 1 },
    ];
    const found = summedUp(position, played, (moves) => rules.openingsAfter(position.fen, moves));
    assert.deepEqual(
      found.moves.map(({ move, games, share, opening }) => [move.san, games, share, opening]),
      [
        ['e5', 6, 0.75, "King's Pawn Game: Open Game"],
        ['c5', 2, 0.25, 'Sicilian Defense'],
      ],
    );
    assert.equal(found.games, 8);
    assert.deepEqual(found.total, { white: 4, draws: 1, black: 3 });
  });
});

describe('the opening explorer', { skip }, () => {
  let site;
  before(async () => (site = await open()));
  after(() => site.close());

  const row = (page, san) =>
    page.locator('.explored-move', { has: page.getByText(san, { exact: true }) });
  async function openExplorer(options) {
    const page = await visitAnalysis(site, options);
    await page.getByText('Opening explorer').click();
    await row(page, 'e4').waitFor();
    return page;
  }

  test('shows what people play, previews a move and plays it', async () => {
    const page = await openExplorer();
    await page.getByRole('button', { name: /^e4 \d+% [\d,]+ games White wins \d+%/ }).waitFor();
    assert.equal(await page.locator('.arrow').count(), 0);
    await row(page, 'd4').hover();
    await page.waitForSelector('.arrow.blue');
    await picture(page, 'explorer');
    await row(page, 'd4').click();
    await page.getByRole('button', { name: '1. d4' }).waitFor();
    await row(page, 'd5').waitFor();
    await page.mouse.move(0, 0);
    await page.waitForFunction(() => !document.querySelector('.arrow'));

    // The same by keyboard: the focus goes on to the next position's moves.
    await row(page, 'd5').focus();
    await page.waitForSelector('.arrow.blue');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'd5', exact: true }).waitFor();
    await page.waitForFunction(() => document.activeElement.matches('.explored-move'));
    assert.deepEqual(await complaints(page), []);
    assert.deepEqual(page.errors, []);
    await page.context().close();
  });

  test('counts by rating, keeps the choice, and says where the table ends', async () => {
    const page = await openExplorer();
    const games = () => page.locator('.explored-total > span').first().innerText();
    const all = await games();
    await page.getByLabel('Rating').selectOption({ label: '2200 and above' });
    await page.waitForFunction(
      (before) => document.querySelector('.explored-total > span').innerText !== before,
      all,
    );
    await page.reload();
    await row(page, 'e4').waitFor();
    assert.notEqual(await games(), all);
    await load(page, '1. h4 a5 2. Rh3 Ra6 3. Rb3 Rb6 *');
    await page.keyboard.press('End');
    await page.getByText('No game in the table reached this position.').waitFor();
    await page.context().close();
  });

  test('is in German on a phone, with rows that a finger can press', async () => {
    const page = await visitAnalysis(site, {
      viewport: { width: 360, height: 740 },
      locale: 'de-DE',
      hasTouch: true,
    });
    await page.getByText('Eröffnungsbuch').click();
    await row(page, 'e4').waitFor();
    const least = await page
      .locator('.explored-move')
      .evaluateAll((rows) => Math.min(...rows.map((one) => one.getBoundingClientRect().height)));
    assert.ok(least >= 44, `${least} pixels`);
    await page.getByRole('button', { name: /^e4 \d+% .*Partien Weiß gewinnt \d+ %/ }).waitFor();
    const isTooWide = () => document.documentElement.scrollWidth > innerWidth;
    assert.equal(await page.evaluate(isTooWide), false);
    await page.locator('.explorer').scrollIntoViewIfNeeded();
    await picture(page, 'explorer-phone');
    assert.deepEqual(await complaints(page), []);
    await page.context().close();
  });
});
