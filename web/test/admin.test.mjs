// The operator's page in Chromium, with a server: who is let in, and what can be done there.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { complaints } from './axe.mjs';
import { openBrowser, picture, skip, texts } from './browser.mjs';
import { openModules } from './modules.mjs';
import { startServer } from './program.mjs';

/** What is the same in German: names, numbers, and words that are German, too. */
const same =
  /^(Kibitz|English|Deutsch|Server|Chess960|99 %|Median|(Ann|Bob|Cleo|Chloe|Spring)( → Chloe)?|.*„.*“|[\d.,]+( MB| ms)?|–|…|[0-9a-f]{16}|kibitz admin page|\/var\/.*)$/i;

describe('the operator’s page', { skip }, () => {
  let browser, server, page;
  before(async () => {
    browser = await openBrowser();
    server = await startServer('--house-players', 'none', '--admin-port', '0');
    await fill();
    page = await enter({ viewport: { width: 1366, height: 768 } });
  });
  after(async () => {
    assert.deepEqual(page.errors, []);
    await browser.close();
    assert.equal(await server.stop(), 0);
  });

  /** Two players with a game, whose connections stay open, and a report with chat. */
  async function fill() {
    const players = await browser.newPage();
    await players.goto(`${server.address}healthz`);
    await players.evaluate(async () => {
      const come = async (name) => {
        const socket = new WebSocket(`ws://${location.host}/arena`);
        await new Promise((resolve) => (socket.onopen = resolve));
        let last = 0;
        const waiting = new Map();
        socket.onmessage = ({ data }) => {
          const message = JSON.parse(data);
          waiting.get(message.id)?.(message);
        };
        const ask = (type, fields) =>
          new Promise((resolve) => {
            const id = ++last;
            waiting.set(id, resolve);
            socket.send(JSON.stringify({ type, id, ...fields }));
          });
        await ask('register', { name });
        return ask;
      };
      const [ann, bob] = [await come('Ann'), await come('Bob')];
      await come('Cleo');
      const { offer } = await ann('link', { game: 'chess', base: 600_000, increment: 0, side: 0 });
      const { game } = await bob('accept', { offer });
      await ann('move', { game, move: { uci: 'e2e4' } });
      await bob('chat', { game, text: 'You cannot play at all.' });
      await ann('report', { game, player: 'Bob', text: 'Rude from the first move' });
    });
  }

  /** A browser that the operator lets in. */
  async function enter(options) {
    const context = await browser.newContext(options);
    const entered = await context.newPage();
    entered.errors = [];
    entered.on('pageerror', (error) => entered.errors.push(error.message));
    entered.on('console', (message) => {
      if (message.type() === 'error') entered.errors.push(message.text());
    });
    await entered.goto(server.admin('page').address);
    await entered.locator('.graph').first().waitFor();
    return entered;
  }
  const go = async (where, place, wanted) => {
    await where.locator('.admin-top .tab', { hasText: place }).click();
    await where.locator(wanted).first().waitFor();
  };
  const button = (where, name) => where.getByRole('button', { name, exact: true });
  const row = (where, name) => where.locator('.rows li', { hasText: name });

  test('the address is good once, and a reload needs no other', async () => {
    const { address } = server.admin('page');
    const context = await browser.newContext();
    const first = await context.newPage();
    await first.goto(address);
    await first.locator('.graph').first().waitFor();
    assert.equal(new URL(first.url()).hash, ''); // not in the history
    await first.reload();
    await first.locator('.graph').first().waitFor();
    const other = await (await browser.newContext()).newPage();
    await other.goto(address);
    await other.getByText('You are not signed in').waitFor();
    await picture(other, 'admin-outside');
    await button(first, 'Sign out').click();
    await first.getByText('kibitz admin page').waitFor();
    await first.reload();
    await first.getByText('kibitz admin page').waitFor();
    await context.close();
    await other.context().close();
  });

  test('graphs show how the server is doing', async () => {
    await page.waitForFunction(
      () => document.querySelectorAll('.graph path:not(.grid)[d*=L]').length >= 3,
    );
    const [connections, games] = await page.locator('.graph figcaption b').allInnerTexts();
    assert.ok(Number(connections) >= 3, connections);
    assert.equal(games, '1');
    assert.match(await page.locator('.counts').innerText(), /Names registered\s+3/);
    assert.deepEqual(await complaints(page), []);
    await picture(page, 'admin-now');
  });

  test('players are muted, renamed, banned and get new tokens', async () => {
    await go(page, 'Players', '.rows li');
    assert.equal(await page.locator('.rows li').count(), 3);
    await page.getByLabel('Search names').fill('cle');
    assert.equal(await page.locator('.rows li').count(), 1);
    const act = async (name, action) => {
      const more = row(page, name).locator('.more');
      if ((await more.getAttribute('open')) === null) await more.locator('summary').click();
      await more.getByRole('button', { name: action, exact: true }).click();
    };
    const confirm = (action) =>
      page.locator('dialog').getByRole('button', { name: action }).click();
    await act('Cleo', 'Mute');
    await picture(page, 'admin-question');
    assert.deepEqual(await complaints(page), []);
    await confirm('Mute');
    await row(page, 'Cleo').getByText('muted').waitFor();
    await act('Cleo', 'Rename');
    await page.getByLabel('New name').fill('Ann');
    await confirm('Rename');
    await page.locator('dialog .wrong', { hasText: /taken/ }).waitFor(); // it stays open
    await page.getByLabel('New name').fill('Chloe');
    await confirm('Rename');
    await page.locator('dialog').waitFor({ state: 'detached' });
    await page.getByLabel('Search names').fill('');
    await row(page, 'Chloe').waitFor();
    await act('Chloe', 'Give a new token');
    await confirm('Give a new token');
    assert.match(await page.locator('.secret code').innerText(), /^[0-9a-f]{64}$/);
    await button(page, 'Close').click();
    await act('Chloe', 'Ban');
    await confirm('Ban');
    await row(page, 'Chloe').getByText('banned').waitFor();
    await page.locator('.segments label', { hasText: 'Banned or muted' }).click();
    assert.equal(await page.locator('.rows li').count(), 1);
    await picture(page, 'admin-players');
  });

  test('a report is read with its chat and closed', async () => {
    await go(page, 'Reports', '.report');
    await page.getByText('You cannot play at all.').waitFor();
    await page.getByText('Rude from the first move').waitFor();
    await picture(page, 'admin-reports');
    assert.deepEqual(await complaints(page), []);
    await button(page, 'Mute').click();
    await page.locator('dialog').getByRole('button', { name: 'Mute' }).click();
    await button(page, 'Unmute').waitFor();
    await page.getByLabel('What you did about it').fill('muted');
    await button(page, 'Close the report').click();
    await page.getByText('There are no open reports.').waitFor();
  });

  test('a contest is created and ended, and a game aborted', async () => {
    await go(page, 'Contests', 'form');
    await page.getByLabel('Name', { exact: true }).fill('Spring');
    await button(page, 'Create').click();
    await row(page, 'Spring').waitFor();
    await row(page, 'Spring').getByRole('button', { name: 'Start' }).click();
    await row(page, 'Spring').getByText('two players').waitFor();
    await picture(page, 'admin-contests');
    assert.deepEqual(await complaints(page), []);
    await row(page, 'Spring').getByRole('button', { name: 'End it' }).click();
    await page.locator('dialog').getByRole('button', { name: 'End it' }).click();
    await row(page, 'Spring').getByText('over').waitFor();

    await go(page, 'Games', '.rows li');
    await row(page, 'Ann – Bob').getByRole('button', { name: 'Abort' }).click();
    await page.locator('dialog').getByRole('button', { name: 'Abort' }).click();
    await page.getByText('No game is under way.').waitFor();
  });

  test('new games are stopped, a backup is written, and all of it is in the log', async () => {
    await go(page, 'Server', 'form');
    await button(page, 'Stop new games').click();
    await page.locator('dialog').getByRole('button', { name: 'Stop new games' }).click();
    await button(page, 'Allow new games again').click();
    await button(page, 'Stop new games').waitFor();
    const backup = page.locator('form', { hasText: 'Backup' });
    const file = join(server.folder, 'copy.db');
    for (const expected of [/entries are in the file/, /is there already/]) {
      await backup.getByLabel('File on the server').fill(file);
      await backup.getByRole('button', { name: 'Write' }).click();
      await backup.getByText(expected).waitFor();
    }
    assert.ok(existsSync(file));
    assert.deepEqual(await complaints(page), []);
    await picture(page, 'admin-server');
    await go(page, 'Log', '.rows li');
    const log = await page.locator('.rows').innerText();
    for (const wanted of [
      'Muted',
      'Renamed',
      'New token',
      'Banned',
      'Contest created',
      'Game aborted',
      'New games',
    ])
      assert.ok(log.includes(wanted), wanted);
    await picture(page, 'admin-log');
    assert.deepEqual(await complaints(page), []);
  });

  test('on a phone, in German and dark, everything fits, and no English is left', async () => {
    const phone = await enter({
      viewport: { width: 360, height: 740 },
      isMobile: true,
      hasTouch: true,
      locale: 'de-DE',
      colorScheme: 'dark',
    });
    await phone.getByText('Laufende Partien').waitFor();
    const pairs = {
      Now: 'Jetzt',
      Players: 'Spieler',
      Games: 'Partien',
      Contests: 'Turniere',
      Reports: 'Meldungen',
      Log: 'Protokoll',
      Server: 'Server',
    };
    for (const [english, german] of Object.entries(pairs)) {
      await go(page, english, '.admin > *');
      await go(phone, german, '.admin > *');
      await phone.waitForTimeout(300);
      const said = [await texts(page), await texts(phone)];
      const left = said[1].filter((text) => said[0].includes(text) && !same.test(text));
      assert.deepEqual(left, [], german);
      const width = await phone.evaluate(() => document.documentElement.scrollWidth);
      assert.equal(width, 360, german);
      await picture(phone, `admin-phone-${english.toLowerCase()}`);
    }
    assert.deepEqual(phone.errors, []);
    await phone.context().close();
  });

  test('a page that the operator closes does nothing any more', async () => {
    const closed = await enter({});
    server.admin('page', '--close');
    await closed.getByText('You are not signed in').waitFor();
    await closed.context().close();
    // The page of the other tests was closed with it: the browser mentions the refusal.
    await page.getByText('You are not signed in').waitFor();
    page.errors = page.errors.filter((text) => !/401/.test(text));
  });
});

describe('the live figures', () => {
  let modules, figures;
  before(async () => {
    modules = await openModules();
    figures = await modules.load('admin/figures');
  });
  after(() => modules.close());

  const histogram = (...counts) => ({ limits: [1, 2, 5], counts });
  const at = (time, moves, answers = histogram(0, 0, 0, 0)) => ({
    time,
    moves,
    connections: 2,
    games: 1,
    memory: 5,
    logEntries: moves,
    answers,
    commits: histogram(0, 0, 0, 0),
  });

  test('rates and percentiles come from the difference of two answers', () => {
    const first = figures.sampleOf(null, at(1000, 10));
    assert.deepEqual([first.movesPerSecond, first.answers], [null, null]);
    const second = figures.sampleOf(at(1000, 10), at(3000, 30, histogram(50, 50, 0, 0)));
    assert.equal(second.movesPerSecond, 10);
    assert.deepEqual(second.answers, { median: 1, slowest: 1.98 });
    assert.equal(second.commits, null); // nothing was written
  });

  test('after a restart there is no rate from before', () => {
    assert.equal(figures.sampleOf(at(1000, 500), at(6000, 3)).movesPerSecond, null);
    assert.equal(figures.sampleOf(at(1000, 500), at(1000, 500)).movesPerSecond, null);
  });

  test('percentiles', () => {
    const { percentile } = figures;
    assert.equal(percentile([1, 2, 5], [0, 0, 0, 0], 0.5), null);
    assert.equal(percentile([1, 2, 5], [0, 0, 4, 0], 0.5), 3.5);
    assert.equal(percentile([1, 2, 5], [0, 0, 0, 7], 0.99), 5); // at least
    assert.equal(percentile([1, 2, 5], [1, 0, 0, 1], 0.99), 5);
  });

  test('the history ends after an hour', () => {
    let history = [];
    for (let time = 0; time <= 4000; time += 5)
      history = figures.withSample(history, { time: time * 1000 });
    assert.equal(history.length, 720);
    assert.equal(history[0].time, 405_000);
    assert.deepEqual([0, 0.4, 1, 3, 70, 5000].map(figures.niceLimit), [1, 0.5, 1, 5, 100, 5000]);
  });
});
