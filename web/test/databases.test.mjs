// The databases of the server on the page: in the explorer, the search, and a player's page.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { complaints } from './axe.mjs';
import {
  leave,
  load,
  open,
  openBrowser,
  openPage,
  picture,
  rarely,
  skip,
  visitAnalysis,
} from './browser.mjs';
import { openModules } from './modules.mjs';
import { program, startServer } from './program.mjs';

const players = ['Berg, Anna', 'Cruz, Ben', 'Dahl, Cleo', 'Eck, Dario', 'Fuchs, Eva', 'Gray, Finn'];
const openings = [
  '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6',
  '1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 6. Be3 e5',
  '1. e4 e6 2. d4 d5 3. Nc3 Nf6 4. Bg5 Be7 5. e5 Nfd7',
  '1. d4 Nf6 2. c4 g6 3. Nc3 Bg7 4. e4 d6 5. Nf3 O-O 6. Be2 e5',
  '1. d4 d5 2. c4 c6 3. Nf3 Nf6 4. Nc3 dxc4 5. a4 Bf5',
  '1. c4 e5 2. Nc3 Nf6 3. g3 d5 4. cxd5 Nxd5',
  '1. e4 c6 2. d4 d5 3. e5 Bf5 4. Nf3 e6',
];
const results = ['1-0', '1/2-1/2', '0-1', '1-0', '1/2-1/2'];

/** By rule, so that the same games stand in every run. */
function invented(count) {
  const games = [];
  for (let n = 0; n < count; ++n) {
    const white = players[(n * 5) % players.length];
    const black = players[(n * 5 + 1 + (n % 5)) % players.length];
    const moves = openings[(n * 3 + (n >> 3)) % openings.length];
    const result = results[(n * 7 + (n >> 2)) % results.length];
    games.push(
      `[Event "Open"]\n[Date "${2005 + (n % 20)}.0${1 + (n % 9)}.1${n % 10}"]\n[Round "${n + 1}"]\n` +
        `[White "${white}"]\n[Black "${black}"]\n[Result "${result}"]\n` +
        `[WhiteElo "${1900 + ((n * 37) % 800)}"]\n[BlackElo "${1900 + ((n * 53) % 800)}"]\n\n` +
        `${moves} ${result}\n\n`,
    );
  }
  return games.join('');
}
const count = 210;

describe('what is typed into the search', () => {
  let modules, query;
  before(async () => {
    modules = await openModules();
    query = await modules.load('databases/query');
  });
  after(() => modules.close());

  test('becomes the fields that the server understands', () => {
    const set = (change) =>
      Object.fromEntries(
        Object.entries(query.fieldsOf({ ...query.everything, ...change })).filter(
          ([, value]) => value !== undefined && value !== '',
        ),
      );
    const latest = { sort: 'date', reverse: true };
    assert.deepEqual(set({}), latest);
    assert.deepEqual(set({ player: ' berg ', colour: 'black', outcome: 'lost' }), {
      player: 'berg',
      black: 'berg',
      outcome: 'loss',
      ...latest,
    });
    // Nobody is named who could have lost.
    assert.deepEqual(set({ outcome: 'lost' }), latest);
    assert.deepEqual(set({ outcome: 'draw', order: 'stored' }), { result: '1/2-1/2' });
    assert.deepEqual(set({ opening: 'b20-b99' }), { eco: 'B20-B99', ...latest });
    assert.deepEqual(set({ opening: 'Benoni' }), { opening: 'Benoni', ...latest });
    assert.deepEqual(set({ rating: '2400', order: 'strongest' }), {
      elo: '2400-',
      sort: 'elo',
      reverse: true,
    });
    assert.deepEqual(set({ rating: '2400-2500' }).elo, '2400-2500');
  });
});

describe('the address of a search', () => {
  let modules, place, query;
  before(async () => {
    modules = await openModules();
    place = await modules.load('databases/place');
    query = await modules.load('databases/query');
  });
  after(() => modules.close());

  const usual = () => ({
    database: 'club',
    part: 'list',
    query: query.everything,
    wanted: place.nobody,
  });

  test('says what is asked for, and nothing else', () => {
    const address = (change) => place.addressOf({ ...usual(), ...change });
    assert.equal(address({ database: '' }), 'games');
    assert.equal(address({}), 'games/club');
    assert.equal(address({ database: 'Masters 1900/2000?' }), 'games/Masters%201900%2F2000%3F');
    assert.equal(
      address({ query: { ...query.everything, player: 'Berg, Anna', line: '1. e4' } }),
      'games/club?player=Berg%2C+Anna&line=1.+e4',
    );
    assert.equal(
      address({ part: 'player', wanted: { ...place.nobody, name: 'cruz' } }),
      'games/club?part=player&sheet-name=cruz',
    );
  });

  test('is read as it was written, each field of it', () => {
    for (const [field, text] of Object.entries({
      ...Object.fromEntries(Object.keys(query.everything).map((field) => [field, 'ä & b=c?#/%'])),
      colour: 'black',
      outcome: 'lost',
      motif: 'smothered-mate',
      order: 'stored',
    })) {
      const at = { ...usual(), query: { ...query.everything, [field]: text } };
      assert.deepEqual(place.placeIn(place.addressOf(at)), at, field);
    }
    for (const field of Object.keys(place.nobody)) {
      const at = { ...usual(), part: 'player', wanted: { ...place.nobody, [field]: '1. e4' } };
      assert.deepEqual(place.placeIn(place.addressOf(at)), at, field);
    }
  });

  test('of the earlier kind means what it meant, and what nobody can choose is not said', () => {
    assert.equal(place.placeIn('games').database, '');
    assert.equal(place.placeIn('gamesters'), null);
    assert.equal(place.placeIn('analyse'), null);
    const odd = place.placeIn('games/club?outcome=glory&colour=&part=whole&player=berg&x=y');
    assert.deepEqual(odd, { ...usual(), query: { ...query.everything, player: 'berg' } });
    assert.equal(place.placeIn('games/100%').database, '100%');
  });
});

describe('a host without databases', { skip }, () => {
  let site;
  before(async () => (site = await open()));
  after(() => site.close());

  test('shows nothing of them, and nothing goes wrong', async () => {
    const page = await visitAnalysis(site);
    await page.getByText('Opening explorer').click();
    await page.locator('.explored-move').first().waitFor();
    assert.equal(await page.locator('.explorer-choice input').count(), 2);
    await page.goto(`${site.address}#games`);
    await page.locator('.my-games h2').waitFor();
    await page.locator('.no-games').waitFor();
    assert.equal(await page.locator('input[name=whose-games]').count(), 0);
    await leave(page);
  });
});

describe('the databases of the server', { skip }, () => {
  let browser, server, folder;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'kibitz-games-'));
    writeFileSync(join(folder, 'club.pgn'), invented(count));
    writeFileSync(join(folder, 'small.pgn'), invented(3));
    for (const name of ['club', 'small'])
      execFileSync(
        program,
        ['games', 'import', join(folder, `${name}.pgn`), '--to', join(folder, name)],
        { stdio: 'ignore' },
      );
    browser = await openBrowser();
    server = await startServer(
      ...['--games', `club=${join(folder, 'club')}`, '--games', `small=${join(folder, 'small')}`],
      ...['--house-players', 'none', '--letters', '0'],
    );
  });
  after(async () => {
    await browser.close();
    assert.equal(await server.stop(), 0);
    rmSync(folder, { recursive: true });
  });

  const choose = (page, name) => page.locator('label', { hasText: name }).last().click();
  const row = (page, san) =>
    page.locator('.explored-move', { has: page.getByText(san, { exact: true }) });
  async function openExplorer(options) {
    const page = await visitAnalysis({ browser, address: server.address }, options);
    await page.locator('summary', { hasText: /Opening explorer|Eröffnungsbuch/ }).click();
    await page.locator('input[name=explorer-source][value="/club"]').waitFor({ state: 'attached' });
    await page.locator('label', { has: page.locator('input[value="/club"]') }).click();
    await page.locator('.games-here').waitFor();
    return page;
  }
  async function openDatabase(options) {
    const page = await openPage(browser, options);
    await page.goto(`${server.address}#games`);
    await page.locator('input[name=whose-games]').first().waitFor({ state: 'attached' });
    return page;
  }
  async function showClub(page) {
    await page.locator('label', { has: page.locator('input[value="club"]') }).click();
    await page.locator('.found-game').first().waitFor();
    return page;
  }
  const status = (page, text) => page.locator('.find-games [role=status]', { hasText: text });
  const isTooWide = (page) =>
    page.evaluate(() => document.documentElement.scrollWidth > innerWidth);

  test('are sources of the explorer, with the games of the position', async () => {
    const page = await openExplorer();
    await row(page, 'e4').waitFor();
    await page.getByText(`${count} games`, { exact: true }).waitFor();
    assert.match(
      await row(page, 'e4').innerText(),
      /average \d+ · performance \d+ · last 20\d\d-\d\d/,
    );
    await picture(page, 'databases-explorer');
    assert.equal(await page.locator('.games-here .found-game').count(), 8);

    // Only strong players', and then those of a player with White.
    await page.getByLabel('Rating').selectOption({ label: 'Rated 2400+' });
    await page.waitForFunction(
      (all) => document.querySelector('.explored-total span').innerText !== `${all} games`,
      count,
    );
    await page.getByLabel('Rating').selectOption('0');
    await page.locator('.explorer-filter input').fill('cruz');
    await page.getByLabel('The player has').selectOption('white');
    await page.waitForFunction(() =>
      [...document.querySelectorAll('.games-here .found-title')].every((one) =>
        one.innerText.startsWith('Cruz'),
      ),
    );
    assert.deepEqual(await complaints(page), []);

    // A press opens a game at the position; Black's replies are counted for White and Black.
    await page.locator('.explorer-filter input').fill('');
    await row(page, 'e4').click();
    await row(page, 'c5').waitFor();
    await row(page, 'c5').click();
    await row(page, 'Nf3').waitFor();
    await page.locator('.games-here .found-game button').first().click();
    await page.waitForFunction(() => document.querySelectorAll('.tree .move').length > 6);
    assert.equal(
      (await page.locator('.tree [aria-current]').innerText()).replace(/^\d+\.+\s*/, ''),
      'c5',
    );

    // Where nobody of these played.
    await load(page, '1. h4 a5 *');
    await page.keyboard.press('End');
    await page.getByText('reached this position').waitFor();
    await leave(page);
  });

  test('are remembered by the explorer, and gone where the server has them no more', async () => {
    const page = await openExplorer();
    await page.reload();
    await page.locator('.games-here').waitFor();
    await page.route('**/api/games', (route) =>
      route.fulfill({ contentType: 'application/json', body: '{"databases":[]}' }),
    );
    await page.reload();
    await page.locator('.explored-move').first().waitFor();
    assert.ok(await page.locator('input[value=people]').isChecked());
    await leave(page);
  });

  test('say when the server does not answer, and try again', async () => {
    const page = await openExplorer();
    await page.route('**/api/games/**', (route) =>
      route.fulfill({ status: 503, contentType: 'application/json', body: '{"code":"busy"}' }),
    );
    await row(page, 'e4').click();
    await page.getByText('The server has too much to look up.').waitFor();
    await page.unroute('**/api/games/**');
    await page.getByRole('button', { name: 'Try again' }).click();
    await row(page, 'c5').waitFor();
    page.errors = page.errors.filter((error) => !error.includes('503'));
    await leave(page);
  });

  test('are searched by player, colour, result, rating, date, opening, material and position', async () => {
    const page = await showClub(await openDatabase());
    await status(page, `${count} games found`).waitFor();
    const found = async (label, text, expected) => {
      await page.locator('.find-games').getByLabel(label, { exact: true }).fill(text);
      await status(page, expected).waitFor();
    };
    const number = async () =>
      Number.parseInt(await page.locator('.find-games [role=status]').innerText(), 10);
    await picture(page, 'databases-search');
    assert.equal(await page.locator('.found-game').count(), 50);
    await page.getByRole('button', { name: 'Show more' }).click();
    await page.waitForFunction(() => document.querySelectorAll('.found-game').length === 100);

    await found('Player', 'berg', '70 games found');
    await page.getByLabel('The player has').selectOption('black');
    await page.waitForFunction(() =>
      [...document.querySelectorAll('.found-title')].every((one) =>
        /– Berg, Anna/.test(one.innerText),
      ),
    );
    const asBlack = await number();
    await page.getByLabel('Result').selectOption('won');
    await page.waitForFunction(() =>
      [...document.querySelectorAll('.found-result')].every((one) => one.innerText === '0–1'),
    );
    assert.ok((await number()) < asBlack);
    await page.getByLabel('Opening (English) or ECO').fill('sicilian');
    await page.waitForFunction(() =>
      [...document.querySelectorAll('.found-game small')].every((one) =>
        /Sicilian/.test(one.innerText),
      ),
    );
    await page.getByLabel('Opening (English) or ECO').fill('E');
    await page.waitForFunction(() =>
      [...document.querySelectorAll('.found-game small')].every((one) =>
        /Indian/.test(one.innerText),
      ),
    );
    await page.getByLabel('Opening (English) or ECO').fill('nothing is called so');
    await page.getByText('No games match.').waitFor();
    await page.getByRole('button', { name: 'Show all games' }).click();
    await status(page, `${count} games found`).waitFor();

    await page.getByText('Dates, material and position').click();
    await page.getByLabel('Since (2020 or 2020-05-17)').fill('2024');
    await status(page, '10 games found').waitFor();
    await page.getByLabel('Since (2020 or 2020-05-17)').fill('soon');
    await page.getByText('What stands at “Since” cannot be understood.').waitFor();
    await page.getByLabel('Since (2020 or 2020-05-17)').fill('');
    await found('Material, as in KRPvKR', 'KRPvKR', '0 games found');
    await found('Material, as in KRPvKR', '', `${count} games found`);
    await page.getByLabel('Both rated at least').fill('2600');
    await page.waitForFunction(
      (all) => !document.querySelector('.find-games [role=status]').innerText.startsWith(`${all} `),
      count,
    );
    await page.getByLabel('Both rated at least').fill('');
    await status(page, `${count} games found`).waitFor();

    // The position of the editor, which is the usual start unless somebody changed it, or a FEN.
    await page.getByLabel('Position as FEN').fill('nonsense');
    await page.getByRole('button', { name: 'Find', exact: true }).click();
    await page.getByText('This is not a position.').waitFor();
    await page.getByRole('button', { name: 'In the position editor' }).click();
    await status(page, `${count} games found`).waitFor();
    await page.getByRole('button', { name: 'Any position' }).click();
    await page
      .getByLabel('Position as FEN')
      .fill('rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2');
    await page.getByRole('button', { name: 'Find', exact: true }).click();
    await page.waitForFunction(() =>
      [...document.querySelectorAll('.found-game small')].every((one) =>
        /Sicilian/.test(one.innerText),
      ),
    );
    assert.deepEqual(await complaints(page), []);
    await page.locator('.found-game button').first().click();
    await page.locator('.tree').waitFor();
    assert.match(page.url(), /#analyse$/);
    page.errors = page.errors.filter((error) => !error.includes('400')); // "soon" is no date
    await leave(page);
  });

  test('are searched by an address, which can be linked, reloaded and gone back to', async () => {
    const page = await openPage(browser);
    await page.goto(`${server.address}#games/club?player=berg&outcome=won`);
    const player = page.locator('.find-games').getByLabel('Player', { exact: true });
    const isFound = (count) => status(page, `${count} games found`).waitFor();
    await page.locator('.found-game').first().waitFor();
    assert.equal(await player.inputValue(), 'berg');
    assert.equal(await page.getByLabel('Result').inputValue(), 'won');
    const linked = await page.locator('.find-games [role=status]').innerText();

    await page.getByLabel('Result').selectOption('any');
    await isFound(70);
    assert.match(page.url(), /#games\/club\?player=berg$/);
    await page.reload();
    await isFound(70);
    assert.equal(await player.inputValue(), 'berg');
    await page.getByRole('button', { name: 'Analyse' }).first().click();
    await page.goBack();
    await isFound(70);
    await page.goBack();
    await status(page, linked).waitFor();
    assert.equal(await page.getByLabel('Result').inputValue(), 'won');
    await leave(page);
  });

  test('have a page for each player, which leads to games and to the board', async () => {
    const page = await showClub(await openDatabase());
    const sheet = page.locator('.player-sheet');
    await sheet.getByLabel('Name of the player').fill('cruz');
    await sheet.getByText('With White', { exact: false }).first().waitFor();
    await page.waitForFunction(() =>
      [...document.querySelectorAll('datalist option')].some(({ value }) => value === 'Cruz, Ben'),
    );
    await picture(page, 'databases-player');
    assert.deepEqual(await complaints(page), []);
    const white = sheet.locator('section', { hasText: 'With White' });
    const black = sheet.locator('section', { hasText: 'With Black' });
    const openingsOfWhite = await white.locator('.tallies').first().locator('li').count();
    assert.ok(openingsOfWhite > 2);

    // Against 1. e4.
    await sheet.getByLabel('Only games that begin with').fill('1. e4');
    await page.waitForFunction(() =>
      [...document.querySelectorAll('.side-of-player .tallies:last-child button')].every((one) =>
        one.innerText.startsWith('1. e4'),
      ),
    );
    // The games with an opening.
    await black.locator('.tallies').first().getByRole('button').first().click();
    await page.waitForFunction(() =>
      [...document.querySelectorAll('.found-title')].every((one) =>
        /– Cruz, Ben/.test(one.innerText),
      ),
    );
    // What the player does there, on the board.
    await black.locator('.tallies').last().getByRole('button', { name: '1. e4 c5' }).click();
    await page.locator('.tree').waitFor();
    await page.locator('.games-here').waitFor();
    assert.equal(await page.locator('.explorer-filter input').inputValue(), 'cruz');
    assert.equal(await page.getByLabel('The player has').inputValue(), 'black');
    await row(page, 'Nf3').waitFor();
    await page.getByRole('button', { name: 'All games with this position' }).click();
    await page.locator('.wanted-position').waitFor();
    await page.waitForFunction(() =>
      [...document.querySelectorAll('.found-title')].every((one) =>
        /– Cruz, Ben/.test(one.innerText),
      ),
    );
    await leave(page);
  });

  test('are used by keyboard alone', async () => {
    const page = await openDatabase();
    await page.locator('input[name=whose-games]').first().focus();
    await page.keyboard.press('ArrowRight');
    await page.locator('.found-game').first().waitFor();
    assert.equal(
      await page.evaluate(() => document.activeElement.getAttribute('name')),
      'whose-games',
    );
    for (let presses = 0; presses < 60; ++presses) {
      await page.keyboard.press('Tab');
      if (await page.evaluate(() => document.activeElement.matches('.found-game button'))) break;
    }
    await page.keyboard.press('Enter');
    await page.locator('.tree').waitFor();
    await leave(page);
  });

  for (const [name, width, height, locale, run] of [
    ['phone', 360, 640, 'de-DE', test],
    ['laptop', 1366, 768, 'es-ES', test],
    ['desktop', 1920, 1080, 'en-GB', rarely],
  ])
    run(`fit on a ${name}`, async () => {
      const page = await openDatabase({ viewport: { width, height }, locale });
      await showClub(page);
      assert.equal(await isTooWide(page), false);
      await picture(page, `databases-search-${name}`);
      if (name === 'phone') await choose(page, 'Vorbereitung');
      await page.locator('.player-sheet input').first().fill('berg');
      await page.locator('.side-of-player .results').first().waitFor();
      assert.equal(await isTooWide(page), false);
      await picture(page, `databases-player-${name}`);
      assert.deepEqual(await complaints(page), []);
      const least = await page
        .locator('.side-of-player .line')
        .evaluateAll((rows) => Math.min(...rows.map((one) => one.getBoundingClientRect().height)));
      assert.ok(least >= 44, `${least} pixels`);
      await page.locator('.side-of-player .buttons button').first().click();
      await page.locator('.games-here .found-game').first().waitFor();
      assert.equal(await isTooWide(page), false);
      await page.locator('.explorer').scrollIntoViewIfNeeded();
      await picture(page, `databases-explorer-${name}`);
      assert.deepEqual(await complaints(page), []);
      await leave(page);
    });
});
