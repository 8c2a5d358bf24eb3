// The page of a laboratory, in Chromium, with a real laboratory and a worker.
import { setTimeout as pause } from 'node:timers/promises';
import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { complaints } from './axe.mjs';
import { openBrowser, picture, skip } from './browser.mjs';
import { Laboratory, overhang, sizes } from './laboratory.mjs';

/** An engine that dies when it is to think. */
const crashing = `#!/bin/sh
while read -r line; do
  case $line in
    uci) echo uciok ;;
    isready) echo readyok ;;
    go*) exit 3 ;;
    quit) exit ;;
  esac
done
`;

/** A laboratory with a decided test, one with an engine that crashes, and one under way. */
async function start(laboratory) {
  await laboratory.up();
  const engines = join(laboratory.folder, 'engines');
  mkdirSync(engines);
  writeFileSync(join(engines, 'broken'), crashing);
  chmodSync(join(engines, 'broken'), 0o755);
  laboratory.workerToken = laboratory.lab('key', 'add', 'attic', '--own').trim();
  const strong = ['-engine', 'name=new', 'cmd=kibitz', 'nodes=300'];
  laboratory.begin(
    ...strong,
    '-engine',
    'name=old',
    'cmd=kibitz',
    'nodes=120',
    '-rounds',
    '200',
    '-sprt',
    'elo0=0',
    'elo1=100',
  ); // prettier-ignore
  laboratory.begin(...strong, '-engine', 'name=broken', 'cmd=broken', 'nodes=20', '-rounds', '4');
  await laboratory.run(
    ['work', '--join', laboratory.workerToken, '--cores', '1', '--engines', engines],
    /joined/,
  );
  laboratory.lab('watch', '1');
  // A machine on which an engine dies is set aside, and the test stands still.
  while (!/set aside/.test(laboratory.lab('status'))) await pause(200);
  // Nobody can play this one.
  laboratory.begin(
    '-engine',
    'name=a',
    'cmd=absent',
    'nodes=1',
    '-engine',
    'name=b',
    'cmd=absent',
    'nodes=1',
    '-rounds',
    '4',
  ); // prettier-ignore
}

describe('the page of a laboratory', { skip }, () => {
  const laboratory = new Laboratory();
  let browser;
  before(async () => {
    await start(laboratory);
    browser = await openBrowser();
  });
  after(async () => {
    await browser?.close();
    laboratory.stop();
  });

  const visit = (place, options) => laboratory.visit(browser, place, options);

  test('shows every test with its result', async () => {
    const page = await visit();
    const card = page.locator('.test', { hasText: 'new against old' });
    await card.getByText('H1 accepted').waitFor();
    assert.match(await card.innerText(), /\d+ games[\s\S]*Elo \d[\s\S]*LLR/);
    await card.getByRole('img', { name: /Pairs by points.*2 points: \d+/ }).waitFor();
    await page.getByText('a against b').waitFor();
    assert.deepEqual(await complaints(page), []);
    // The same page stands at /lab.
    await page.goto(`${laboratory.address}lab`);
    await card.click();
    await page.getByRole('heading', { name: 'new against old' }).waitFor();
    assert.deepEqual(page.errors, []);
    await page.context().close();
  });

  test('shows how a test went, and replays and hands out its games', async () => {
    const page = await visit('#test=1');
    await page.getByRole('img', { name: /^Log likelihood ratio: [\d.]+ now/ }).waitFor();
    const graph = page.getByRole('img', { name: /^Elo with its 95% interval: [\d.]+ ± / });
    await graph.waitFor();
    assert.ok((await graph.locator('.course').getAttribute('points')).split(' ').length > 5);
    await page.locator('button.game').first().click();
    const board = page.frameLocator('.replay iframe');
    await board.getByRole('button', { name: 'Forward' }).click();
    await board.locator('.message b', { hasText: /^1/ }).waitFor();
    await page.locator('.replay').scrollIntoViewIfNeeded();
    await picture(page, 'lab-replay');
    assert.deepEqual(await complaints(page), []);

    const wanted = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download all games' }).click();
    const pgn = readFileSync(await (await wanted).path(), 'utf8');
    const counted = await (await fetch(`${laboratory.address}lab/tests/1`)).json();
    assert.equal(pgn.match(/\[Event /g).length, counted.games);
    assert.deepEqual(page.errors, []);
    await page.context().close();
  });

  test('names the engine and the worker to blame for a fault', async () => {
    const page = await visit('#test=2');
    const fault = page.locator('.list li', { hasText: 'crash' }).first();
    const [, crashes] = /(\d+) × crash[\s\S]*Engine broken · Worker attic/.exec(
      await fault.innerText(),
    );
    await page.goto(`${laboratory.address}#workers`);
    await page.locator('.worker', { hasText: 'attic' }).getByText('own machine').waitFor();
    assert.match(
      await page.locator('.worker').innerText(),
      new RegExp(`Faults\\s+${crashes}[\\s\\S]*absent`),
    );
    await page.context().close();
  });

  test('lets only an operator change something, and keeps a record of it', async () => {
    const page = await visit('#test=3');
    await page.getByRole('heading', { name: 'a against b' }).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Stop the test' }).count(), 0);
    const signIn = page.getByRole('button', { name: 'Sign in' });
    await signIn.click();
    for (const [token, answer] of [
      ['nonsense', /no token/],
      [laboratory.operatorToken.replace(/:[^:]*$/, ':wrong'), /not valid/],
      [laboratory.workerToken, /worker’s key/],
    ]) {
      await page.getByLabel('Your token').fill(token);
      await signIn.last().click();
      await page.getByRole('alert').getByText(answer).waitFor();
    }
    await page.getByLabel('Your token').fill(laboratory.operatorToken);
    await signIn.last().click();
    await page.getByLabel('Priority').fill('7');
    await page.getByRole('button', { name: 'Set' }).click();
    await page.reload(); // the key is still there
    await page.getByRole('button', { name: 'Stop the test' }).click();
    await page.getByRole('button', { name: 'Stop the test' }).click();
    await page.getByText('Stopped', { exact: true }).waitFor();

    await page.getByRole('link', { name: 'Workers' }).click();
    await page.getByRole('button', { name: 'Void' }).click();
    await page.getByRole('button', { name: 'Void' }).click();
    await page.getByText('void', { exact: false }).first().waitFor();
    assert.equal((await (await fetch(`${laboratory.address}lab/tests/1`)).json()).games, 0);
    await page.getByRole('button', { name: 'Restore' }).click();
    await page.getByRole('button', { name: 'Void' }).waitFor();

    await page.getByRole('link', { name: 'Record' }).click();
    for (const deed of [
      'operator stopped test 3',
      'operator gave test 3 the priority 7',
      'operator restored the results of attic',
      'operator gave a key to attic (own machine)',
      'operator began test 1',
    ])
      await page.locator('.record li', { hasText: deed }).waitFor();
    assert.deepEqual(await complaints(page), []);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('link', { name: 'Workers' }).click();
    await page.getByText('attic', { exact: true }).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Void' }).count(), 0);
    await page.context().close();
  });

  test('fits into phones and laptops, light and dark, in German too', async () => {
    for (const [size, viewport] of Object.entries(sizes))
      for (const colorScheme of ['light', 'dark']) {
        const page = await visit('', { viewport, colorScheme, locale: 'de-DE' });
        await page.getByText('H1 angenommen').waitFor();
        for (const [view, wanted] of [
          ['tests', /gegen old/],
          ['test=1', /Log-Likelihood/],
          ['test=2', /Absturz/],
          ['workers', /eigener Rechner/],
          ['record', /begann Versuch 1/],
        ]) {
          await page.goto(`${laboratory.address}#${view}`);
          await page.getByText(wanted).first().waitFor();
          const wider = await overhang(page);
          assert.ok(wider <= 0, `${view} on a ${size}: ${wider} pixels too wide`);
          await picture(page, `lab-${view.replace('=', '-')}-${size}-${colorScheme}`);
        }
        assert.deepEqual(page.errors, []);
        await page.context().close();
      }
  });

  test('says when the laboratory is away, and that a test is not there', async () => {
    const page = await visit('#test=99');
    await page.getByText('There is no such test.').waitFor();
    await page.goto(`${laboratory.address}#tests`);
    await page.getByText('new against old').waitFor();
    await page.route('**/lab/tests', (route) => route.abort());
    await page.getByRole('alert').getByText('does not answer').waitFor();
    assert.equal(await page.getByText('new against old').count(), 1);
    await page.context().close();
  });
});
