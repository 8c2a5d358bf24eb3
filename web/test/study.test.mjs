// Setting up, looking on, and pictures, in Chromium.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { complaints } from './axe.mjs';
import { chooseOpponent, open, picture, skip, square, visit } from './browser.mjs';

describe('the editor, the onlooker and pictures', { skip }, () => {
  let site;
  before(async () => (site = await open()));
  after(() => site.close());

  const said = (page) => page.locator('#editor-says').innerText();

  test('a position is set up by mouse and keys, judged in words, and played', async () => {
    const page = await visit(site.browser, `${site.address}#editor`);
    await page.getByRole('button', { name: 'Empty' }).click();
    assert.match(await said(page), /king/);
    const take = (color, piece) =>
      page
        .getByRole('group', { name: `Pieces to place: ${color}` })
        .getByRole('button', { name: piece })
        .click();
    await take('White', 'king');
    await square(page, 'e1').click();
    await take('Black', 'king');
    await square(page, 'e8').focus();
    await page.keyboard.press('Enter');
    await take('White', 'rook');
    await square(page, 'e7').click();
    await square(page, 'a1').click();
    await square(page, 'h1').click();
    await page.getByRole('button', { name: 'Erase' }).click();
    await square(page, 'h1').click();
    await page.getByRole('button', { name: 'Move', exact: true }).click();
    await square(page, 'e7').dragTo(page.locator('h1'));
    await square(page, 'a1').dragTo(square(page, 'b1'));
    await square(page, 'b1').click();
    await square(page, 'a1').click();
    await page.getByLabel('White, long').check();
    assert.equal(await page.getByLabel('FEN').inputValue(), '4k3/8/8/8/8/8/8/R3K3 w Q - 0 1');
    assert.match(await said(page), /can be played/);
    assert.deepEqual(await complaints(page), []);
    await picture(page, 'editor');
    await page.getByRole('button', { name: 'Play from here' }).click();
    await chooseOpponent(page, 'person');
    await page.locator('.setup button[type=submit]').click();
    await square(page, 'e1').click();
    await square(page, 'c1').click();
    await page.getByRole('button', { name: 'O-O-O' }).waitFor();
    await page.goto(`${site.address}#editor`);
    await page.getByLabel('FEN').fill(''); // is the usual position, for the board, too
    await square(page, 'e1')
      .and(page.getByLabel(/white king/))
      .waitFor();
    await page.getByLabel('FEN').fill('rubbish');
    assert.match(await said(page), /FEN/);
    assert.deepEqual(page.errors, []);
    await page.context().close();
  });

  test('rights of Chess960 stay when another is taken away', async () => {
    const page = await visit(site.browser, `${site.address}#editor`);
    const fen = page.getByLabel('FEN');
    await fen.fill('bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w GEge - 0 1');
    for (const name of ['White, short', 'White, long', 'Black, short', 'Black, long'])
      assert.equal(await page.getByLabel(name).isChecked(), true, name);
    await page.getByLabel('White, short').uncheck();
    assert.match(await fen.inputValue(), / w Ege - /);
    assert.equal(await page.getByLabel('White, long').isChecked(), true);
    await page.getByLabel('Black, long').uncheck();
    await page.getByLabel('White, short').check();
    assert.match(await fen.inputValue(), / w KEg - /);
    assert.match(await said(page), /can be played/);
    await page.context().close();
  });

  test('two opponents play while one looks on, until they are told to pause', async () => {
    const page = await visit(site.browser, `${site.address}#watch`);
    for (const [color, kind, name] of [
      ['White', 'Levels', 'Level 2'],
      ['Black', 'Others', 'Kibitz'],
    ]) {
      await page.getByRole('region', { name: color }).getByRole('button').click();
      await page.getByRole('button', { name: 'Choose' }).waitFor(); // the sheet is there
      await page.getByLabel(kind, { exact: true }).check({ force: true });
      await page.getByRole('radio', { name: `${name} ` }).check({ force: true });
      await page.getByRole('button', { name: 'Choose' }).click();
    }
    await page.getByLabel('Seconds per move').selectOption('0');
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    const played = () =>
      page.evaluate(() => JSON.parse(localStorage['kibitz.watched']).moves.length);
    await page.waitForFunction(() => JSON.parse(localStorage['kibitz.watched']).moves.length >= 4);
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('button', { name: 'Continue' }).waitFor();
    const count = await played();
    assert.deepEqual(await complaints(page), []);
    await picture(page, 'watch');
    await page.reload();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.waitForFunction(
      (before) => JSON.parse(localStorage['kibitz.watched']).moves.length > before,
      count,
    );
    await page.getByRole('button', { name: 'Analyse' }).last().click();
    await page.locator('.tree .move').first().waitFor();
    assert.deepEqual(page.errors, []);
    await page.context().close();
  });

  test('a game that is continued right after a pause asks each opponent once a move', async () => {
    const page = await visit(site.browser, `${site.address}embed.html`);
    // The engine of the page is asked by messages to its worker.
    await page.addInitScript(() => {
      globalThis.asked = [];
      const send = Worker.prototype.postMessage;
      Worker.prototype.postMessage = function (message, ...rest) {
        globalThis.asked.push(JSON.stringify(message));
        return send.call(this, message, ...rest);
      };
    });
    await page.goto(`${site.address}#watch`);
    await page.getByLabel('Seconds per move').selectOption('1');
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    const played = () =>
      page.evaluate(() => JSON.parse(localStorage['kibitz.watched']).moves.length);
    const goes = () => page.evaluate(() => asked.filter((text) => /\bgo\b/.test(text)).length);
    await page.waitForFunction(() => JSON.parse(localStorage['kibitz.watched']).moves.length >= 1);
    for (let time = 0; time < 3; ++time) {
      await page.getByRole('button', { name: 'Pause' }).click();
      await page.getByRole('button', { name: 'Continue' }).click();
    }
    const before = { moves: await played(), goes: await goes() };
    await page.waitForFunction(
      (moves) => JSON.parse(localStorage['kibitz.watched']).moves.length >= moves + 4,
      before.moves,
    );
    const moves = (await played()) - before.moves;
    const more = (await goes()) - before.goes;
    assert.ok(more >= 4 && more <= moves + 2, `${more} requests for ${moves} moves`);
    assert.deepEqual(page.errors, []);
    await page.context().close();
  });

  test('a position is given away as a picture, a game as an animation, a long one as a file', async () => {
    const page = await visit(site.browser, `${site.address}#analyse`);
    const load = async (text) => {
      await page.getByLabel('Paste a PGN or FEN').fill(text);
      await page.getByRole('button', { name: 'Open', exact: true }).click();
    };
    const saved = async (name) => {
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name }).click(),
      ]);
      return readFileSync(await file.path());
    };
    await load('1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0');
    await page.getByText('Pictures').click();
    assert.match((await saved('Position, SVG')).toString(), /^<svg/);
    assert.equal((await saved('Position, PNG')).subarray(1, 4).toString(), 'PNG');
    const gif = await saved('Game, GIF');
    assert.equal(gif.subarray(0, 6).toString(), 'GIF89a');
    // Each frame begins with a graphic control extension.
    assert.equal(gif.toString('latin1').split('\x21\xf9\x04').length - 1, 8);

    let noise = 1;
    const letters = Array.from({ length: 16_000 }, () =>
      ((noise = (noise * 48271) % 2147483647) % 36).toString(36),
    );
    await load(`1. e4 { ${letters.join('')} } *`);
    assert.match((await saved('Share link')).toString(), /1\. e4/);
    await page.getByText('too long for a link').waitFor();
    assert.deepEqual(page.errors, []);
    await page.context().close();
  });
});
