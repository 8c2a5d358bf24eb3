// The page of a laboratory, in Chromium, with a real laboratory and a worker.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { complaints } from './axe.mjs';
import { openBrowser, picture, skip } from './browser.mjs';

const program =
  process.env.KIBITZ ?? fileURLToPath(new URL('../../build/release/kibitz', import.meta.url));
const sizes = { phone: { width: 360, height: 740 }, laptop: { width: 1366, height: 768 } };

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

/** A laboratory with a decided test, one whose engine crashes, so that it waits, and one under way. */
class Laboratory {
  folder = mkdtempSync(join(tmpdir(), 'kibitz-lab-'));
  data = join(this.folder, 'lab');
  children = [];

  lab(...words) {
    return execFileSync(program, ['lab', ...words, '--data', this.data], { encoding: 'utf8' });
  }

  async run(words, pattern) {
    const child = spawn(program, ['lab', ...words], { stdio: ['ignore', 'pipe', 'inherit'] });
    this.children.push(child);
    return new Promise((resolve, reject) => {
      let printed = '';
      child.stdout.on('data', (text) => {
        printed += text;
        const found = pattern.exec(printed);
        if (found) resolve(found[0]);
      });
      child.on('exit', (code) => reject(new Error(`kibitz lab ended with ${code}: ${printed}`)));
    });
  }

  begin(...options) {
    return execFileSync(
      program,
      ['lab', 'test', '--data', this.data, '-games', '2', '-srand', '5', ...options],
      { encoding: 'utf8' },
    );
  }

  async start() {
    this.address = await this.run(['up', '--port', '0', '--data', this.data], /http:\S+/);
    const engines = join(this.folder, 'engines');
    mkdirSync(engines);
    writeFileSync(join(engines, 'broken'), crashing);
    chmodSync(join(engines, 'broken'), 0o755);
    this.workerToken = this.lab('key', 'add', 'attic', '--own').trim();
    const strong = ['-engine', 'name=new', 'cmd=kibitz', 'nodes=300'];
    this.begin(
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
    this.begin(...strong, '-engine', 'name=broken', 'cmd=broken', 'nodes=20', '-rounds', '4');
    await this.run(
      ['work', '--join', this.workerToken, '--cores', '1', '--engines', engines],
      /joined/,
    );
    this.lab('watch', '1');
    // It stays open: nobody else can play what broke down on the only worker.
    while (!/set aside/.test(this.lab('status')))
      await new Promise((next) => setTimeout(next, 200));
    // Nobody can play this one.
    this.begin(
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
    this.operatorToken = readFileSync(join(this.data, 'operator-token'), 'utf8').trim();
  }

  stop() {
    for (const child of this.children) child.kill('SIGKILL');
    rmSync(this.folder, { recursive: true });
  }
}

describe('the page of a laboratory', { skip }, () => {
  const laboratory = new Laboratory();
  let browser;
  before(async () => {
    await laboratory.start();
    browser = await openBrowser();
  });
  after(async () => {
    await browser?.close();
    laboratory.stop();
  });

  async function visit(place = '', options = {}) {
    const context = await browser.newContext({ viewport: sizes.laptop, ...options });
    const page = await context.newPage();
    page.errors = [];
    page.on('pageerror', (error) => page.errors.push(error.message));
    page.on('console', (message) => message.type() === 'error' && page.errors.push(message.text()));
    await page.goto(laboratory.address + place);
    return page;
  }

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
    assert.match(await fault.innerText(), /2 × crash[\s\S]*Engine broken · Worker attic/);
    await page.getByRole('heading', { name: 'Set aside' }).waitFor();
    await page
      .getByText(/1 of its 1 unit broke down/)
      .first()
      .waitFor();
    await page.goto(`${laboratory.address}#workers`);
    await page.locator('.worker', { hasText: 'attic' }).getByText('own machine').waitFor();
    assert.match(await page.locator('.worker').innerText(), /Faults\s+2[\s\S]*absent/);
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
      await page.getByLabel('Operator’s token').fill(token);
      await signIn.last().click();
      await page.getByRole('alert').getByText(answer).waitFor();
    }
    await page.getByLabel('Operator’s token').fill(laboratory.operatorToken);
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
          const overhang = await page.evaluate(
            () => document.documentElement.scrollWidth - innerWidth,
          );
          assert.ok(overhang <= 0, `${view} on a ${size}: ${overhang} pixels too wide`);
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
