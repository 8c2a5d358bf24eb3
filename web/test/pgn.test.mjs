// What PGN files hold: evaluations, clocks, names, several games, in Chromium.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { complaints } from './axe.mjs';
import { load, open, picture, skip, square, visitAnalysis } from './browser.mjs';

describe('a PGN in the analysis', { skip }, () => {
  let site;
  before(async () => (site = await open()));
  after(() => site.close());

  const analyse = () => visitAnalysis(site);

  test('keeps what a PGN says of its moves, and shows it', async () => {
    const page = await analyse();
    const annotated =
      '[White "Ann"]\n[Black "Bob"]\n[WhiteElo "2100"]\n[Result "1-0"]\n\n1. e4 {[%eval 0.33] [%clk 1:05:23] good} e5 {[%eval -4.5]} 1-0';
    await load(page, annotated);
    await page.getByText('Ann (2100) – Bob 1–0').waitFor();
    await page.getByRole('button', { name: '1. e4' }).click();
    await page.getByRole('img', { name: 'Evaluation +0.33' }).waitFor();
    await page.getByText('+0.33 in the PGN').waitFor();
    const share = () =>
      page
        .locator('.bar-white')
        .evaluate((bar) => parseFloat(bar.style.getPropertyValue('--white')));
    assert.ok((await share()) > 50);
    await page.getByText('Edit this move').click();
    await page.getByLabel('Comment').fill('better');
    await page.getByLabel('Comment').blur();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download PGN' }).click(),
    ]);
    assert.match(
      readFileSync(await file.path(), 'utf8'),
      /1\. e4 \{\[%eval 0\.33\]\s\[%clk 1:05:23\]\sbetter\}/,
    );
    await page.keyboard.press('ArrowRight');
    await page.getByRole('img', { name: 'Evaluation -4.50' }).waitFor();
    assert.ok((await share()) < 50);
    await page.context().close();
  });

  test('glyphs, comments before the first move, variations and the result are readable', async () => {
    const page = await analyse();
    await load(
      page,
      '{A quiet game.} 1. e4 $14 e5 $13 (1... c5 2. Nf3 $1 d6 $146) 2. Nf3 Nc6 (2... d6 3. d4 exd4) 3. Bb5 1/2-1/2',
    );
    const text = (await page.locator('.tree').innerText()).replaceAll(/\s+/g, ' ').trim();
    assert.equal(
      text,
      'A quiet game. 1. e4 +/= e5 ∞ (1… c5 2. Nf3! d6 N) 2. Nf3 Nc6 (2… d6 3. d4 exd4) 3. Bb5 ½–½',
    );
    await load(page, '1. d4 (1. e4 e5) 1... d5 *');
    const other = (await page.locator('.tree').innerText()).replaceAll(/\s+/g, ' ').trim();
    assert.equal(other, '1. d4 (1. e4 e5) 1… d5');
    await page.context().close();
  });

  test('glyphs are set, and a comment is written before the first move', async () => {
    const page = await analyse();
    await load(page, '1. e4 $146 e5 *');
    const tree = async () =>
      (await page.locator('.tree').innerText()).replaceAll(/\s+/g, ' ').trim();
    await page.keyboard.press('Home');
    await page.getByText('Comment before the first move').click();
    await page.getByLabel('Comment', { exact: true }).fill('A quiet start.');
    await page.getByLabel('Comment', { exact: true }).blur();
    await page.getByRole('button', { name: '1. e4' }).click();
    await page.getByRole('combobox', { name: 'The move' }).selectOption('5');
    await page.getByRole('combobox', { name: 'The position' }).selectOption('16');
    assert.equal(await tree(), 'A quiet start. 1. e4!? ± N e5');
    await page.getByRole('combobox', { name: 'The position' }).selectOption('0');
    assert.equal(await tree(), 'A quiet start. 1. e4!? N e5');
    await page.getByRole('combobox', { name: 'Remark' }).selectOption('36');
    assert.equal(await tree(), 'A quiet start. 1. e4!? ↑ e5');
    await page.getByRole('combobox', { name: 'Remark' }).selectOption('146');
    await page.reload();
    await page.getByRole('button', { name: '1. e4' }).waitFor();
    assert.equal(await tree(), 'A quiet start. 1. e4!? N e5');
    await page.context().close();
  });

  test('a move goes down and up among its alternatives', async () => {
    const page = await analyse();
    await load(page, '1. e4 (1. d4) (1. c4) *');
    const tree = async () =>
      (await page.locator('.tree').innerText()).replaceAll(/\s+/g, ' ').trim();
    await page.getByRole('button', { name: '1. e4' }).click();
    await page.getByText('Edit this move').click();
    await page.getByRole('button', { name: 'Move down' }).click();
    assert.equal(await tree(), '1. d4 (1. e4) (1. c4)');
    await page.getByRole('button', { name: 'Move up' }).click();
    assert.equal(await tree(), '1. e4 (1. d4) (1. c4)');
    await page.context().close();
  });

  test('a null move in a variation is walked through', async () => {
    const page = await analyse();
    await load(page, '1. e4 e5 (1... -- 2. d4 d5) 2. Nf3 *');
    await page.getByRole('button', { name: '1… --' }).click();
    await page.keyboard.press('ArrowRight');
    await square(page, 'd4')
      .and(page.getByLabel(/white pawn/))
      .waitFor();
    await square(page, 'e7')
      .and(page.getByLabel(/black pawn/))
      .waitFor();
    await square(page, 'g8').click();
    await square(page, 'f6').click();
    await page.getByRole('button', { name: '2… Nf6' }).waitFor();
    assert.deepEqual(page.errors, []);
    await page.context().close();
  });

  test('of several games one is chosen, and a reload comes back to the same move', async () => {
    const page = await analyse();
    const game = (white, moves) =>
      `[White "${white}"]\n[Black "Bob"]\n[Result "0-1"]\n\n${moves} 0-1\n\n`;
    await load(page, game('Ann', '1. e4 e5') + game('Cid', '1. d4 d5 (1... f5 2. g3 Nf6) 2. c4'));
    const games = page.getByRole('list', { name: 'Games' });
    assert.deepEqual(await games.getByRole('button').allInnerTexts(), [
      '1. Ann – Bob 0–1',
      '2. Cid – Bob 0–1',
    ]);
    await page.getByRole('button', { name: '1. e4' }).waitFor();
    await games.getByRole('button', { name: 'Cid' }).click();
    await page.getByRole('button', { name: '2. g3' }).click();
    await page.getByText('Edit this move').click();
    await page.getByLabel('Comment').fill('Leningrad');
    await page.getByLabel('Comment').blur();
    await picture(page, 'games');
    assert.deepEqual(await complaints(page), []);
    // What was deleted comes back, and the list with it.
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: '2. g3' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: '2. g3' }).waitFor();
    assert.equal(await games.getByRole('button').count(), 2);
    // What was done to it is there when one comes back.
    await games.getByRole('button', { name: 'Ann' }).click();
    await page.getByRole('button', { name: '1. e4' }).waitFor();
    await games.getByRole('button', { name: 'Cid' }).click();
    await page.getByText('Leningrad', { exact: true }).waitFor();
    await page.getByRole('button', { name: '2. g3' }).click();
    await page.reload();
    await square(page, 'g3')
      .and(page.getByLabel(/white pawn/))
      .waitFor();
    assert.equal(await page.locator('.move[aria-current]').innerText(), '2. g3');
    // The others of the file, too.
    await games.getByRole('button', { name: 'Ann' }).click();
    await page.getByRole('button', { name: '1. e4' }).waitFor();
    assert.deepEqual(page.errors, []);
    await page.context().close();
  });
});
