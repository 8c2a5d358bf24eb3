// What a user with a keyboard and a screen reader meets: the focus goes on to something sensible, tasks
// are announced, and commands are not read out with every message.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { begin, leave, load, open, openPage, skip, visit, visitAnalysis } from './browser.mjs';
import { scenes } from './scenes.mjs';

describe('the page by ear', { skip }, () => {
  let site;
  before(async () => (site = await open()));
  after(() => site.close());

  const button = (page, name) => page.getByRole('button', { name, exact: true });
  const heard = (page, text) =>
    page
      .locator('.hidden[aria-live=polite]')
      .filter({ hasText: text })
      .waitFor({ state: 'attached' });
  /** Presses a button with Enter; something has the focus soon and keeps it. */
  async function press(page, found) {
    await found.focus();
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.activeElement !== document.body);
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    await page.waitForFunction(() => document.activeElement !== document.body);
    return page.evaluate(() => {
      const { tagName, className, textContent } = document.activeElement;
      return `${tagName} ${className} ${textContent}`;
    });
  }
  /** A game that was reviewed, as it is stored. */
  async function reviewed() {
    const page = await openPage(site.browser);
    await scenes.analyse.before(page.context());
    await page.goto(`${site.address}#analyse`);
    await page.locator('.accuracy').waitFor();
    return page;
  }

  test('every press leads the focus on', async () => {
    const page = await visitAnalysis(site);
    await load(page, '1. e4 e5 2. Nf3');
    await page.locator('.tree .move').nth(2).waitFor();
    for (const name of ['To the end', 'To the start', 'Forward', 'Back'])
      assert.match(await press(page, button(page, name)), /^BUTTON/, name);
    await press(page, button(page, 'Edit position'));
    await page.locator('.editor').waitFor();
    await press(page, page.locator('.editor').getByRole('button', { name: 'Analyse' }));
    await page.locator('.tree').waitFor();
    await page.goto(`${site.address}#learn/lessons`);
    await page.locator('.lessons button').first().waitFor();
    assert.match(await press(page, page.locator('.lessons button').first()), /task/);
    await press(page, button(page, '‹ All lessons'));
    await page.goto(`${site.address}#learn/puzzles`);
    await page.locator('.task h2').waitFor();
    assert.match(await press(page, button(page, 'Solution')), /Solution/);
    await press(page, button(page, 'Next'));
    await page.goto(site.address);
    await begin(page, { opponent: 'person' });
    for (const text of ['e4', 'resign']) {
      await page.getByLabel('Type a move').fill(text);
      await page.keyboard.press('Enter');
    }
    await press(page, page.locator('dialog').getByRole('button', { name: 'Resign' }));
    await press(page, page.locator('.result').getByRole('button', { name: 'Review' }));
    await leave(page);
  });

  test('a mistake to practise is announced, and who gives up is not praised', async () => {
    const page = await reviewed();
    await press(page, page.getByRole('button', { name: /^Practise White/ }));
    await heard(page, /^Mistake 1 of \d+\. White played \d+\. /);
    await press(page, button(page, 'Solution'));
    const answer = page.locator('.puzzle-answer');
    assert.match(await answer.innerText(), /^The move was \S+\.$/);
    assert.equal(await page.locator('.puzzle.best').count(), 0);
    await press(page, button(page, 'Next'));
    await heard(page, /^Mistake 2 of/);
    await leave(page);
  });

  test('no live region reads out the buttons beside its message', async () => {
    const page = await reviewed();
    const buttons = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('[role=status], [role=alert], [aria-live]')].flatMap((one) =>
          [...one.querySelectorAll('button:not(.line)')].map((inside) => inside.textContent),
        ),
      );
    await page.getByRole('button', { name: /^Nxf7:/ }).click();
    await page.locator('.verdict').waitFor();
    assert.deepEqual(await buttons(), []);
    await load(page, 'no game'); // an error with a button to close it
    await page.locator('.toast').waitFor();
    await load(page, '1. d4'); // and what can be undone
    await page.locator('.toast', { hasText: 'Undo' }).waitFor();
    assert.deepEqual(await buttons(), []);
    await leave(page);
  });

  test('moves can be typed as they are spoken, and asked for', async () => {
    const page = await visit(site.browser, site.address);
    await begin(page, { opponent: 'person' });
    const type = async (text) => {
      await page.getByLabel('Type a move').fill(text);
      await page.keyboard.press('Enter');
    };
    const plies = (count) =>
      page
        .locator('.moves .move')
        .nth(count - 1)
        .waitFor();
    await type('legal moves');
    await heard(page, '20 moves: ');
    for (const [i, move] of [
      'pawn e4',
      'pawn to d5',
      'pawn e takes d5',
      'queen takes d5',
      'knight c3',
      'Queen A5',
      'knight to f3',
      'pawn c6',
      'bishop e2',
      'pawn b5',
      'castles kingside',
    ].entries()) {
      await type(move);
      await plies(i + 1);
    }
    await type('resign');
    await page.locator('dialog.resigning').waitFor();
    await leave(page);
  });

  test('the sheet of opponents begins with the one that is chosen, and says how strong each is', async () => {
    const page = await visit(site.browser, site.address);
    await page.locator('.facing .card').click();
    await page.locator('.setup').waitFor();
    assert.equal(
      await page.evaluate(() => document.activeElement.matches('input[name=opponent]:checked')),
      true,
    );
    const cards = await page.locator('.opponents .who small').allInnerTexts();
    for (const text of cards) assert.match(text, /\d|player|beginner|strongest|device|computer/i);
    await leave(page);
  });

  test('a name from right to left does not turn the result around, nor a page the board', async () => {
    const page = await visitAnalysis(site);
    await load(page, '[White "محمد"]\n[Black "יוסף"]\n[Result "1-0"]\n\n1. e4 1-0');
    const title = page.locator('.players b');
    await title.waitFor();
    const places = await title.evaluate((one) => {
      const text = one.firstChild;
      const at = (letter) => {
        const range = document.createRange();
        const index = text.data.lastIndexOf(letter);
        range.setStart(text, index);
        range.setEnd(text, index + 1);
        return range.getBoundingClientRect().x;
      };
      return [at('1'), at('0')];
    });
    assert.ok(places[0] < places[1], String(places)); // 1–0
    await page.evaluate(() => (document.documentElement.dir = 'rtl'));
    const x = async (name) => (await page.locator(`[data-square=${name}]`).boundingBox()).x;
    assert.ok((await x('a1')) < (await x('h1')));
    await leave(page);
  });

  test('with letters twice as large the side shows its names', async () => {
    const page = await visit(site.browser, site.address, {
      viewport: { width: 1366, height: 768 },
    });
    await page.addStyleTag({ content: ':root { font-size: 200% }' });
    const cut = await page.locator('.tab span').evaluateAll((all) =>
      all.flatMap((one) => {
        const [text, tab] = [
          one.getBoundingClientRect(),
          one.closest('.tab').getBoundingClientRect(),
        ];
        return text.left < tab.left - 1 || text.right > tab.right + 1 ? [one.textContent] : [];
      }),
    );
    assert.deepEqual(cut, []);
    await leave(page);
  });
});
