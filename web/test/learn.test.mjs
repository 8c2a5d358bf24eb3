// Puzzles and lessons in Chromium.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { complaints } from './axe.mjs';
import {
  load,
  open,
  picture,
  rarely,
  skip,
  square,
  texts,
  visit,
  visitAnalysis,
} from './browser.mjs';

const trained = (page) => page.evaluate(() => JSON.parse(localStorage['kibitz.training']));
/** Waits until the live region has said it. */
const heard = (page, text) =>
  page.locator('[aria-live=polite]', { hasText: text }).waitFor({ state: 'attached' });

/** Pictures to look at. */
const looks = [
  [390, 844, 'light'],
  [1366, 768, 'dark'],
  [1920, 1080, 'light'],
];

describe('learning', { skip }, () => {
  let site;
  before(async () => (site = await open()));
  after(() => site.close());

  /** The puzzles of the page replaced by two easy ones. */
  const easy = [
    '# two',
    '6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1;a1a8;back-rank endgame mate-in-1;1000',
    '4k3/5ppp/8/8/1n6/8/6PP/Q3K3 b - - 0 1;b4c2;fork;2900',
    '',
  ].join('\n');
  async function openPuzzles(options) {
    const page = await visit(site.browser, `${site.address}embed.html`, options);
    await page.route(/puzzles.*\.txt$/, (route) => route.fulfill({ body: easy }));
    await page.goto(`${site.address}#learn/puzzles`);
    await page.waitForSelector('.learn .task');
    return page;
  }

  test('a puzzle is solved on the board, rates the user, and is kept', async () => {
    const page = await openPuzzles();
    await page.getByLabel('Topic').selectOption('back-rank');
    await page.getByRole('heading', { name: 'White mates in 1' }).waitFor();
    const before = (await trained(page)).rating;
    await square(page, 'a1').click();
    await square(page, 'a8').click();
    await page.getByText('Solved!').first().waitFor();
    await heard(page, 'rook to a8, checkmate. Solved!');
    const after = await trained(page);
    assert.ok(after.rating > before);
    assert.deepEqual([after.solved, after.tried, after.streak], [1, 1, 1]);
    await page.getByText('Puzzle 1000').waitFor();
    assert.deepEqual(await complaints(page), []);
    await picture(page, 'puzzle-solved');
    await page.reload();
    await page.waitForSelector('.learn .task');
    assert.equal((await trained(page)).streak, 1);
    assert.deepEqual(page.errors, []);
    await page.context().close();
  });

  test('a wrong move is taken back and counts once; typed moves solve the puzzle', async () => {
    const page = await openPuzzles();
    await page.getByLabel('Topic').selectOption('back-rank');
    const type = async (text) => {
      await page.getByLabel('Type a move').fill(text);
      await page.keyboard.press('Enter');
    };
    for (const wrong of ['Ra7', 'Ke2']) {
      await type(wrong);
      await page.getByText(`${wrong} is not the move`).first().waitFor();
    }
    let now = await trained(page);
    assert.deepEqual([now.solved, now.tried, now.streak], [0, 1, 0]);
    await type('Ra8');
    await page.getByText('Solved!').first().waitFor();
    now = await trained(page);
    assert.deepEqual([now.solved, now.tried], [0, 1]);
    await page.context().close();
  });

  test('a hint shows the piece, and the solution is shown and counts as not solved', async () => {
    const page = await openPuzzles();
    await page.getByLabel('Topic').selectOption('back-rank');
    await page.getByRole('button', { name: 'Hint' }).click();
    await heard(page, 'piece on a1');
    await page.getByRole('button', { name: 'Solution' }).click();
    await page.getByText('That was the solution.').waitFor();
    await page.locator('[data-square=a8] .piece').waitFor();
    assert.equal((await trained(page)).solved, 0);
    await page.getByRole('button', { name: 'Analyse' }).last().click();
    await page.locator('.tree .move').first().waitFor();
    assert.deepEqual(page.errors, []);
    await page.context().close();
  });

  test('a solution says why, and a move that was tried why it fails, without giving the solution away', async () => {
    const page = await openPuzzles();
    await page.getByLabel('Topic').selectOption('fork');
    const type = async (text) => {
      await page.getByLabel('Type a move').fill(text);
      await page.keyboard.press('Enter');
    };
    const reasons = page.locator('.task .reasons-of');
    await type('Na2'); // and is taken
    await reasons.filter({ hasText: 'Why Na2 fails' }).waitFor();
    const tried = await reasons.innerText();
    assert.match(tried, /Qxa2/);
    assert.doesNotMatch(tried, /Nc2/);
    await heard(page, /Why Na2 fails.*Qxa2/);
    await type('Nc2');
    await page.getByText('Solved!').first().waitFor();
    const right = reasons.filter({ hasText: 'Why Nc2+ is right' });
    await right.waitFor();
    assert.match(await right.innerText(), /queen/);
    assert.match(await reasons.filter({ hasText: 'Why Na2 fails' }).innerText(), /Nc2/);
    assert.deepEqual(await complaints(page), []);
    for (const [width, height, colorScheme] of looks) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height });
      await picture(page, `puzzle-reasons-${width}-${colorScheme}`);
    }
    // Who looks at the solution hears why, too.
    await page.getByLabel('Topic').selectOption('back-rank');
    await page.getByRole('button', { name: 'Solution' }).click();
    await reasons.filter({ hasText: 'Why Ra8# is right' }).waitFor();
    assert.deepEqual(page.errors, []);
    await page.context().close();
  });

  test('the first puzzle needs one small piece of them, and the next ones none', async () => {
    const page = await visit(site.browser, `${site.address}embed.html`);
    const fetched = [];
    page.on('request', (request) => /puzzles/.test(request.url()) && fetched.push(request.url()));
    await page.goto(`${site.address}#learn/puzzles`);
    for (let i = 0; i < 3; ++i) {
      await page.locator('.learn .task h2').waitFor();
      await page.getByRole('button', { name: 'Next' }).click();
    }
    assert.equal(fetched.filter((url) => url.endsWith('.txt')).length, 1, String(fetched));
    assert.deepEqual(page.errors, []);
    await page.context().close();
  });

  test('a thousand puzzles are kept for times without a network, and asked then', async (t) => {
    const own = await open();
    t.after(() => own.close());
    const page = await visit(own.browser, own.address, { serviceWorkers: 'allow' });
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.reload(); // so that the service worker answers
    await page.goto(`${own.address}#learn/puzzles`);
    const keptPieces = () =>
      page.evaluate(async () => {
        const [name] = (await caches.keys()).filter((one) => one.startsWith('kibitz-'));
        const keys = await (await caches.open(name)).keys();
        return keys.filter(({ url }) => /puzzles-\d+/.test(url)).length;
      });
    await page.locator('.learn .task h2').waitFor();
    const before = await keptPieces();
    await page.getByRole('button', { name: /^Keep 1,\d+ puzzles for offline use$/ }).click();
    await page.getByText(/^1,\d+ puzzles near your rating are kept/).waitFor();
    assert.ok((await keptPieces()) > before);
    assert.deepEqual(await complaints(page), []);

    await own.stopServer();
    await page.reload();
    await page.getByText(/^1,\d+ puzzles near your rating are kept/).waitFor();
    // Of a topic that the kept ones have, each has an answer, though most pieces cannot be fetched.
    await page.getByLabel('Topic').selectOption('fork');
    for (let i = 0; i < 3; ++i) {
      await page.locator('.learn .task h2').waitFor();
      await page.getByRole('button', { name: 'Next' }).click();
    }
    await page.context().close();
  });

  test('what one usually plays is asked, comes back later, and is the last of today’s tasks', async () => {
    const page = await visit(site.browser, `${site.address}embed.html`);
    await page.clock.setFixedTime('2026-03-01T12:00:00');
    const game = (moves, round) =>
      `[White "Ann"]\n[Black "Bob"]\n[Round "${round}"]\n[Date "2026.01.0${round}"]\n[Result "1-0"]\n\n${moves} 1-0`;
    await page.evaluate(() => (localStorage['kibitz.games.names'] = JSON.stringify('Ann')));
    await page.goto(`${site.address}#games`);
    await page
      .getByLabel('Or paste games')
      .fill(
        [
          game('1. e4 e5 2. Nf3 Nc6 3. Bb5', 1),
          game('1. e4 e5 2. Nf3 Nc6 3. Bb5 a6', 2),
          game('1. e4 e5 2. Nf3 Nf6', 3),
        ].join('\n\n'),
      );
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByText('Ann').first().waitFor();
    await page.goto(`${site.address}#learn/openings`);
    await page.getByRole('heading', { name: 'White to move. What do you play here?' }).waitFor();
    await page.getByText('2 due today, 2 in all').waitFor();
    assert.deepEqual(await complaints(page), []);
    const type = async (text) => {
      await page.getByLabel('Type a move').fill(text);
      await page.keyboard.press('Enter');
    };
    await type('Bc4');
    await page.getByText('Bc4 is not what you usually play.').waitFor();
    await type('Nf3');
    await page.getByText('You usually play Nf3: in 3 of 3 games.').waitFor();
    for (const [width, height, colorScheme] of looks) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height });
      await picture(page, `opening-${width}-${colorScheme}`);
    }
    await page.getByRole('button', { name: 'Next' }).click();
    await type('Bb5');
    await page.getByText('You usually play Bb5: in 2 of 2 games.').waitFor();
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByText('The next position comes back tomorrow.').waitFor();
    const decks = await page.evaluate(() =>
      Object.values(JSON.parse(localStorage['kibitz.openings'])),
    );
    assert.deepEqual(
      decks.map(({ box }) => box),
      [0, 0],
    );
    await page.clock.setFixedTime('2026-03-02T12:00:00');
    await page.goto(`${site.address}#learn/today`);
    await page.getByText('Task 1 of 5', { exact: true }).waitFor();
    for (let i = 0; i < 4; ++i) {
      await page.getByRole('button', { name: 'Solution' }).click();
      await page.getByText('That was the solution.').waitFor();
      await page.getByRole('button', { name: 'Next' }).click();
    }
    await page.getByRole('heading', { name: 'White to move. What do you play here?' }).waitFor();
    await page.getByRole('button', { name: 'Solution' }).click();
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByRole('heading', { name: 'Done for today!' }).waitFor();
    assert.deepEqual(page.errors, []);
    await page.context().close();
  });

  /** 3. Qxe5 loses the queen, and developing moves keep her. */
  const queen = 'r1bqkbnr/pppp1ppp/2n5/4p2Q/4P3/8/PPPP1PPP/RNB1KBNR w KQkq - 2 3';
  const kept = (page) => page.evaluate(() => JSON.parse(localStorage['kibitz.mistakes']));
  async function openMistakes(mistakes) {
    const page = await visit(site.browser, `${site.address}embed.html`);
    await page.clock.setFixedTime('2026-03-01T12:00:00');
    if (mistakes)
      await page.evaluate(
        (all) => (localStorage['kibitz.mistakes'] = JSON.stringify(all)),
        mistakes,
      );
    await page.goto(`${site.address}#learn/mistakes`);
    await page.waitForSelector('.learn .task');
    return page;
  }
  const day = Math.floor(Date.UTC(2026, 2, 1) / 86_400_000);
  const mistake = {
    fen: queen,
    san: 'Qxe5+',
    best: { centipawns: -25, pv: ['h5d1', 'g8f6'] },
    game: 'Ann – Bob',
    box: 0,
    due: day,
  };

  test('a mistake comes back when it is due, and later each time it is answered well', async () => {
    // What punishes it is known from the review, so that it does not matter when the page has found it out.
    const known = { ...mistake, motif: 'hanging' };
    const page = await openMistakes([known]);
    const type = async (text) => {
      await page.getByLabel('Type a move').fill(text);
      await page.keyboard.press('Enter');
    };
    await page.getByRole('heading', { name: 'You played Qxe5+' }).waitFor();
    await page.getByText('Ann – Bob').waitFor();
    assert.deepEqual(await complaints(page), []);
    await picture(page, 'own-mistake');
    // Another move than the one that was stored is judged by the engine, and is better: the threads of a search
    // agree on that.
    await type('Bc4');
    await page.getByText('Solved!').first().waitFor();
    assert.deepEqual(await kept(page), [{ ...known, box: 1, due: day + 3 }]);
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByText('The next mistake comes back in 3 days.').waitFor();
    await page.clock.setFixedTime('2026-03-04T08:00:00');
    await page.reload();
    await page.getByRole('heading', { name: 'You played Qxe5+' }).waitFor();
    await type('Qxe5');
    await page.getByText('Qxe5+ is not the move').first().waitFor();
    await type('Qd1');
    await page.getByText('Solved!').first().waitFor();
    assert.deepEqual(await kept(page), [{ ...known, box: 0, due: day + 4 }]);
    await page.getByRole('button', { name: 'Do not ask again' }).click();
    await page.getByText('Play a game and have it reviewed.').waitFor();
    assert.deepEqual(await kept(page), []);
    assert.deepEqual(page.errors, []);
    await page.context().close();
  });

  test('without mistakes the page says how they come here, and a damaged one is forgotten', async () => {
    const page = await openMistakes();
    await page.getByText('Play a game and have it reviewed.').waitFor();
    assert.deepEqual(await complaints(page), []);
    await page.context().close();
    const damaged = await openMistakes([
      { ...mistake, best: { pv: ['a1a8'] } },
      { ...mistake, fen: 'nonsense' },
    ]);
    await damaged.getByText('Play a game and have it reviewed.').waitFor();
    assert.deepEqual(await kept(damaged), []);
    assert.deepEqual(damaged.errors, []);
    await damaged.context().close();
  });

  test('a review keeps the mistakes of the side that is practised', async () => {
    const page = await visitAnalysis(site);
    await load(
      page,
      '[White "Ann"]\n[Black "Bob"]\n\n1. e4 e5 2. Qh5 Nc6 3. Qxe5+ Nxe5 4. d4 Nc6 *',
    );
    await page.getByRole('button', { name: 'Review' }).first().click();
    await page
      .getByRole('button', { name: /Practise/ })
      .first()
      .click();
    const [first] = await kept(page);
    assert.deepEqual([first.san, first.game, first.box], ['Qxe5+', 'Ann – Bob', 0]);
    await page.context().close();
  });

  for (const [width, height, run] of [
    [360, 740, test],
    [768, 1024, rarely],
    [1366, 768, test],
    [1920, 1080, rarely],
  ])
    run(`lessons are done step by step, at ${width} × ${height}`, async () => {
      const page = await visit(site.browser, site.address, {
        viewport: { width, height },
        colorScheme: width === 768 ? 'dark' : 'light',
      });
      await page.getByRole('button', { name: 'Learn' }).click();
      await page.locator('.learn .task').waitFor();
      await picture(page, `puzzles-${width}`);
      await page.getByRole('radio', { name: 'Lessons' }).check();
      await page.getByRole('button', { name: 'The rook' }).waitFor();
      assert.deepEqual(await complaints(page), []);
      await picture(page, `lessons-${width}`);
      await page.getByRole('button', { name: 'The rook' }).click();
      await page.getByText('Move it from a1 to a7').first().waitFor();
      await square(page, 'a1').click();
      await square(page, 'a7').click();
      await page.getByText('Well done!').first().waitFor();
      await picture(page, `lesson-${width}`);
      await page.getByRole('button', { name: 'Next', exact: true }).click();
      await page.getByText('Take the knight').first().waitFor();
      await page.getByRole('button', { name: 'All lessons' }).click();
      assert.match(await page.getByRole('button', { name: 'The rook' }).innerText(), /1 of 3/);
      assert.deepEqual(await complaints(page), []);
      const small = await page.locator('.learn button:not([role=gridcell])').evaluateAll((all) =>
        all
          .map((one) => one.getBoundingClientRect())
          .filter(({ height: tall }) => tall > 0 && tall < 44)
          .map(({ height: tall }) => tall),
      );
      assert.deepEqual(small, []);
      const across = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(across <= width, `${across} pixels wide`);
      assert.deepEqual(page.errors, []);
      await page.context().close();
    });

  test('in German, puzzles and lessons have no English left', async () => {
    const page = await openPuzzles({ locale: 'de-DE' });
    await page.getByRole('heading', { name: /Weiß setzt|Schwarz am Zug/ }).waitFor();
    await page.getByRole('radio', { name: 'Lektionen' }).check();
    await page.getByRole('button', { name: 'Der Turm' }).click();
    await page.getByText('Ich bin dein Trainer').first().waitFor();
    const left = (await texts(page)).filter((text) =>
      /\b(the|move|next|your|hint|solution|task)\b/i.test(text),
    );
    assert.deepEqual(left, []);
    await page.context().close();
  });
});
