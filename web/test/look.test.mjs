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
  /^(Kibitz|English|Deutsch|Español|Analyse|Arena|Editor|Engine|Threads|Staunton|FEN|PGN|\?|\d+ (?:s|MB)|\d+|\d+\+\d+|–|[a-h][1-8])$/;

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
    await page.locator('#geometric-n').waitFor({ state: 'attached' });
    for (const board of ['Green', 'Blue', 'Grey', 'Marble']) {
      await page.getByRole('radio', { name: board }).check();
      colors.add(await color());
    }
    for (const set of ['Plain', 'Letters', 'Turned', 'Geometric']) {
      await page.getByRole('radio', { name: set }).check();
      shapes.add(await shape());
    }
    assert.deepEqual([shapes.size, colors.size], [5, 5]);
    assert.deepEqual(await complaints(page), []);
    await picture(page, 'looks');
    const chosen = await shape();
    await page.reload();
    await page.waitForSelector('[data-square=e2]');
    assert.equal(await shape(), chosen);
    await page.context().close();
  });

  test('the pieces of the drawn sets fill their squares and are told apart at 32 pixels', async () => {
    const page = await visit(site.browser, site.address);
    await page.getByText('Settings', { exact: true }).click();
    // Until the drawn sets have been fetched, Staunton's shapes stand in for them.
    await page.waitForFunction(() => {
      const shapeOf = (set) => document.querySelector(`#${set}-n`)?.innerHTML;
      return shapeOf('geometric') !== shapeOf('staunton');
    });
    for (const set of ['turned', 'geometric']) {
      const inks = await page.evaluate(async (drawn) => {
        const of = async (piece, size) => {
          const shape = document.querySelector(`#${drawn}-${piece}`).outerHTML;
          const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="5 5 90 90" width="${size}" height="${size}" stroke="black">${shape}</svg>`;
          const image = new Image();
          image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
          await image.decode();
          const canvas = new OffscreenCanvas(size, size).getContext('2d');
          canvas.drawImage(image, 0, 0);
          return [...canvas.getImageData(0, 0, size, size).data].filter((_, i) => i % 4 === 3);
        };
        const all = (size) => Promise.all([...'pnbrqk'].map((piece) => of(piece, size)));
        return { large: await all(320), small: await all(32) };
      }, set);
      for (const [i, ink] of inks.large.entries()) {
        const isInk = (alpha) => alpha > 127;
        const [top, bottom] = [ink.findIndex(isInk), ink.findLastIndex(isInk)];
        const filled = (Math.floor(bottom / 320) - Math.floor(top / 320) + 1) / 320;
        assert.ok(filled >= 0.8 && filled <= 0.9, `${set} ${'pnbrqk'[i]} fills ${filled}`);
      }
      for (const [i, ink] of inks.small.entries()) {
        for (const [j, other] of inks.small.slice(0, i).entries()) {
          const unlike = ink.filter((alpha, at) => alpha > 127 !== other[at] > 127).length;
          const least = 70; // pixels of 1024
          assert.ok(unlike >= least, `${set} ${'pnbrqk'[i]} and ${'pnbrqk'[j]}: ${unlike}`);
        }
      }
    }
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
