// How the page looks and speaks, in Chromium.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { complaints } from './axe.mjs';
import {
  begin,
  chooseOpponent,
  open,
  openSetup,
  picture,
  skip,
  square,
  texts,
  visit,
} from './browser.mjs';

const views = ['play', 'analyse', 'editor', 'watch'];
/** What is the same in both: squares, figures, notation, and some words. */
const same =
  /^(Kibitz|English|Deutsch|Analyse|Arena|Editor|Engine|Staunton|FEN|PGN|\?|\d+ s|\d+|\d+\+\d+|–|[a-h][1-8])$/;

describe('the look and the language', { skip }, () => {
  let site;
  before(async () => (site = await open()));
  after(() => site.close());

  test('in German no English is left, in any view', async () => {
    const english = await visit(site.browser, site.address);
    const german = await visit(site.browser, site.address, { locale: 'de-DE' });
    assert.equal(await german.evaluate(() => document.documentElement.lang), 'de');
    const names = [];
    for (const page of [english, german]) {
      await openSetup(page);
      names.push(...(await page.locator('.opponents b').allInnerTexts()));
    }
    for (const view of views) {
      const said = [];
      for (const page of [english, german]) {
        await page.goto(`${site.address}#${view}`);
        await page.waitForSelector('[data-square=e2]');
        said.push(await texts(page));
      }
      const left = said[1].filter(
        (text) => said[0].includes(text) && !same.test(text) && !names.includes(text),
      );
      assert.deepEqual(left, [], view);
    }
    await picture(german, 'german');
    assert.deepEqual(german.errors, []);
    await english.context().close();
    await german.context().close();
  });

  test('every opponent is described in every language', async () => {
    const page = await visit(site.browser, site.address, { locale: 'de-DE' });
    const described = new Set();
    /** What each card of the sheet says of its opponent, by id. */
    const sentences = async (where) => {
      await openSetup(where);
      await chooseOpponent(where, 'coach');
      const cards = await where
        .locator('.opponents .card')
        .evaluateAll((all) =>
          all.map((card) => [
            card.querySelector('input').value,
            card.querySelector('.line-of').textContent,
          ]),
        );
      return new Map(cards);
    };
    const german = await sentences(page);
    for (const text of german.values()) described.add(text);
    assert.ok(german.size > 20);
    assert.equal(described.size, german.size);
    const english = await visit(site.browser, site.address);
    for (const [id, text] of await sentences(english))
      assert.ok(!described.has(text), `${id} has only an English description`);
    await page.context().close();
    await english.context().close();
  });

  test('boards and pieces are chosen, and stay chosen', async () => {
    const page = await visit(site.browser, site.address);
    const shape = () => page.evaluate(() => document.querySelector('#kibitz-n').innerHTML);
    const color = () => square(page, 'a1').evaluate((one) => getComputedStyle(one).backgroundColor);
    const shapes = new Set([await shape()]);
    const colors = new Set([await color()]);
    await page.getByText('Settings', { exact: true }).click();
    for (const set of ['plain', 'letters']) {
      await page.getByRole('combobox', { name: 'Pieces' }).selectOption(set);
      shapes.add(await shape());
    }
    for (const board of ['green', 'blue', 'grey']) {
      await page.getByRole('combobox', { name: 'Board' }).selectOption(board);
      colors.add(await color());
    }
    assert.deepEqual([shapes.size, colors.size], [3, 4]);
    assert.deepEqual(await complaints(page), []);
    const chosen = await shape();
    await page.reload();
    await page.waitForSelector('[data-square=e2]');
    assert.equal(await shape(), chosen);
    await page.context().close();
  });

  test('Chess960 begins as it was drawn', async () => {
    const page = await visit(site.browser, site.address);
    await begin(page, { opponent: 'person', start: 'chess960' });
    const start = await page.evaluate(() => JSON.parse(localStorage['kibitz.game']).start);
    assert.match(start, /^chess960 \d+$/);
    const number = start.split(' ')[1];
    assert.equal(await page.locator('.opening').innerText(), `Chess960, position ${number}`);
    const squares = await page
      .locator('.board [data-square$="1"]')
      .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')));
    assert.equal(squares.filter((label) => /rook/.test(label)).length, 2);
    assert.notDeepEqual(
      squares.map((label) => label.split(' ').at(-1)),
      ['rook', 'knight', 'bishop', 'queen', 'king', 'bishop', 'knight', 'rook'],
    );
    await page.context().close();
  });

  test('the embedded board keeps nobody out, and lets one choose', async () => {
    const page = await visit(site.browser, `${site.address}embed.html?pgn=1.+e4+e5+*`);
    for (const theme of ['light', 'contrast']) {
      await page.goto(`${site.address}embed.html?pgn=1.+e4+e5+*&theme=${theme}&language=de`);
      await page.getByRole('button', { name: 'Vor' }).click();
      await page.getByRole('gridcell', { name: 'e4, weißer Bauer' }).waitFor();
      assert.deepEqual(await complaints(page), [], theme);
    }
    await page.goto(`${site.address}embed.html?start=8/P6k/8/8/8/8/7P/K7+w+-+-+0+1&level=1`);
    await square(page, 'a7').click();
    await square(page, 'a8').click();
    await page.getByRole('button', { name: 'knight' }).click();
    await page.getByRole('gridcell', { name: 'a8, white knight' }).waitFor();
    assert.deepEqual(page.errors, []);
    await page.context().close();
  });
});
