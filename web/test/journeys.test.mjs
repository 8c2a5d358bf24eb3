// Five people and what they come for, from opening the page to what they wanted, with the clock
// running. How long each step took is printed; the limits are those that a person would notice.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before, describe, test } from 'node:test';
import { moved, openBrowser, openSlowPhone, skip, slowNetwork, square, visit } from './browser.mjs';
import { startServer } from './program.mjs';

const seconds = 1000;
/**
 * The first move is to be made within five seconds. How long it takes depends on what else the machine
 * does, so `tools/measure.mjs` measures that; here counts what may be fetched before it, which is
 * the page and the rules, and not the engine: a second and a half of the slow network.
 */
const mostBytesUntilMove = 1.5 * slowNetwork.downloadThroughput;

describe('journeys', { skip }, () => {
  let browser, server;
  before(async () => {
    browser = await openBrowser();
    server = await startServer('--house-players', 'none');
  });
  after(async () => {
    await browser.close();
    assert.equal(await server.stop(), 0);
  });

  /** Prints how long each step takes, and fails where one takes too long. */
  function watchOf(t) {
    let began = performance.now();
    return (step, limit = 60 * seconds) => {
      const took = performance.now() - began;
      t.diagnostic(`${step}: ${(took / 1000).toFixed(1)} s`);
      assert.ok(took <= limit, `${step} took ${Math.round(took)} ms of ${limit}`);
      began = performance.now();
    };
  }
  const button = (page, name) => page.getByRole('button', { name, exact: true });
  const tap = async (page, move) => {
    await square(page, move.slice(0, 2)).tap();
    await square(page, move.slice(2)).tap();
  };
  /** What was said last, as a screen reader would hear it. */
  const heard = (page, text) =>
    page.waitForFunction(
      (wanted) => document.querySelector('.hidden[aria-live]').textContent.includes(wanted),
      text,
    );
  const finish = async (page) => {
    assert.deepEqual(page.errors, []);
    await page.context().close();
  };

  test('a beginner on a slow phone fetches little before the first move, and learns from the game', async (t) => {
    const options = {
      viewport: { width: 360, height: 740 },
      hasTouch: true,
      isMobile: true,
    };
    const { page: slow, devtools } = await openSlowPhone(browser, options);
    let fetched = 0;
    devtools.on(
      'Network.loadingFinished',
      ({ encodedDataLength }) => (fetched += encodedDataLength),
    );
    const opened = performance.now();
    await slow.goto(server.address, { waitUntil: 'commit' });
    await tap(slow, 'e2e4');
    // On the board, by the rules: what is only wished for does not count.
    await square(slow, 'e4')
      .and(slow.getByLabel(/white pawn/))
      .waitFor();
    await slow.waitForFunction(() => JSON.parse(localStorage['kibitz.game']).moves.length >= 1);
    const took = ((performance.now() - opened) / seconds).toFixed(1);
    t.diagnostic(`until the first move: ${took} s, ${Math.round(fetched / 1000)} kB`);
    assert.ok(fetched > 0 && fetched <= mostBytesUntilMove, `${fetched} bytes`);
    await slow.context().close();

    const watch = watchOf(t);
    const page = await visit(browser, server.address, options);
    await tap(page, 'e2e4');
    await moved(page, 2);
    watch('the first answer');
    await tap(page, 'f1f5');
    await page.locator('.objection', { hasText: 'Bishops move diagonally' }).waitFor();
    await button(page, 'Hint').tap();
    await page.locator('.arrow').first().waitFor();
    watch('a hint');
    await button(page, 'Resign').tap();
    await page.locator('dialog').getByRole('button', { name: 'Resign' }).tap();
    await page.locator('.result').getByRole('button', { name: 'Review' }).tap();
    await page.locator('.accuracy').waitFor();
    watch('the review');
    await button(page, 'Learn').tap();
    await page.getByRole('radio', { name: 'Lessons' }).check();
    await page.getByRole('button', { name: /^The rook/ }).tap();
    await page.getByText('Move it from a1 to a7').first().waitFor();
    await tap(page, 'a1a7');
    await page.getByText('Well done!').first().waitFor();
    watch('the first task of the first lesson');
    await finish(page);
  });

  test('a club player finds where a game was lost, practises it, and finds it among their games', async (t) => {
    const watch = watchOf(t);
    const page = await visit(browser, `${server.address}#analyse`, {
      viewport: { width: 1366, height: 768 },
    });
    await page
      .getByLabel('Paste a PGN or FEN')
      .fill(
        '[White "Ann"]\n[Black "Bruno"]\n[Result "0-1"]\n\n' +
          '1. e4 e5 2. Nf3 Nc6 3. Bc4 Nd4 4. Nxe5 Qg5 5. Nxf7 Qxg2 6. Rf1 Qxe4+ 7. Be2 Nf3# 0-1',
      );
    await button(page, 'Open').click();
    await page.locator('.tree .move').nth(13).waitFor();
    watch('the game is open');
    await button(page, 'Review this game').click();
    await page.locator('.accuracy').waitFor();
    await page.locator('.verdict .reasons li').first().waitFor();
    watch('the worst move, and why');
    await page.getByRole('button', { name: /^Practise White's \d+ mistakes$/ }).click();
    await page.getByRole('heading', { name: /^Mistake 1 of \d+$/ }).waitFor();
    await button(page, 'Solution').click();
    await button(page, 'Done').click();
    await page.locator('.tree').waitFor();
    await page.getByText('Opening explorer').click();
    await page.locator('.explored-move').first().waitFor();
    watch('what people play here');
    // The engine, with an arrow to a line of it.
    await page.locator('.worth .icon-toggle').click();
    await page.locator('.lines .line').first().hover();
    await page.locator('.arrow.yellow').waitFor();
    await page.getByRole('button', { name: 'Show the whole line' }).first().click();
    await page.locator('.lines .unfolded').waitFor();
    await page.locator('.worth .icon-toggle').click();
    watch('a line of the engine');
    await button(page, 'Games').click();
    await page.getByLabel('Player or event').fill('Bruno');
    await page.getByText('1 game found').waitFor();
    watch('the game is among their games');
    await finish(page);
  });

  test('a blind player plays, asks, reviews, solves and meets somebody, by typing alone', async (t) => {
    const watch = watchOf(t);
    const page = await visit(browser, server.address);
    /** The focus must always be on something. */
    const hasFocus = async (where) =>
      assert.ok(await page.evaluate(() => document.activeElement !== document.body), where);
    /** Goes on with Tab until the focus is on what has this name. */
    async function reach(name) {
      for (let i = 0; i < 120; ++i) {
        const found = await page.evaluate((wanted) => {
          const one = document.activeElement;
          const text =
            one.getAttribute('aria-label') ?? one.labels?.[0]?.textContent ?? one.textContent;
          return text.trim().startsWith(wanted);
        }, name);
        if (found) return;
        await page.keyboard.press('Tab');
      }
      assert.fail(`${name} is not reached by Tab`);
    }
    async function type(text) {
      await page.keyboard.type(text);
      await page.keyboard.press('Enter');
    }
    await reach('Type a move');
    await type('e4');
    assert.equal((await moved(page, 2))[0], 'e2e4');
    await hasFocus('after a move');
    watch('the first move and the answer');
    await type('last move');
    await heard(page, 'Black: ');
    await type('what is on e4?');
    await heard(page, 'On e4: white pawn.');
    await type('what attacks d5');
    await heard(page, 'White attacks d5 with pawn e4');
    await type('clocks');
    await heard(page, 'This game has no clock.');
    await type('position');
    await heard(page, 'White: king e1, queen d1, rooks a1 h1,');
    await heard(page, 'White to move.');
    await type('help');
    await heard(page, 'what attacks e4');
    await type('Ra5');
    await page.getByRole('alert').getByText('The pawn on a2 is in the way').waitFor();
    watch('questions about the board');
    await reach('Resign');
    await page.keyboard.press('Enter');
    await hasFocus('in the question');
    await reach('Resign');
    await page.keyboard.press('Enter');
    await page.locator('.result').waitFor();
    await hasFocus('after the game');
    await heard(page, 'You resigned.');
    await reach('Review');
    await page.keyboard.press('Enter');
    await heard(page, 'The review is done');
    watch('the game is over and reviewed');
    await reach('Type a move');
    await type('d5');
    await page.locator('.tree').waitFor();
    await hasFocus('in the analysis');
    // A puzzle.
    await page.goto(`${server.address}#learn/puzzles`);
    await page.locator('.learn .task h2').waitFor();
    await reach('Type a move');
    await type('position');
    await heard(page, 'to move.');
    await type('what attacks e4');
    await heard(page, 'e4');
    await hasFocus('in a puzzle');
    watch('a puzzle is read aloud');

    // The arena, against somebody who sees.
    const other = await visit(browser, server.address);
    await enterArena(other, 'Mira');
    await page.goto(`${server.address}#arena`);
    await reach('Name');
    await type('Levi');
    await page.locator('.place', { hasText: 'Levi' }).waitFor();
    await other.locator('.sides input').first().check({ force: true }); // Mira has White
    await button(other, 'Find an opponent').click();
    await page.locator('.rows li', { hasText: 'Mira' }).waitFor();
    await reach('Play');
    // The first "Play" is the view's own tab, so it is the one in the list that is meant.
    await page.locator('.rows li', { hasText: 'Mira' }).getByRole('button').focus();
    await page.keyboard.press('Enter');
    await page.locator('.live-game').waitFor();
    await other.locator('.live-game').waitFor();
    await reach('Type a move');
    await type('e5');
    await page.getByRole('alert').getByText('It is not your move.').waitFor();
    await square(other, 'e2').click();
    await square(other, 'e4').click();
    await heard(page, 'White: pawn to e4.');
    await hasFocus('when the other side has moved');
    await type('e5');
    await other.waitForFunction(() => document.querySelectorAll('.moves .move').length === 2);
    await hasFocus('after a move in the arena');
    await type('clocks');
    await heard(page, 'White has ');
    await type('what attacks e5');
    await heard(page, 'Nothing attacks e5.');
    await button(other, 'Resign').click();
    await other.locator('dialog').getByRole('button', { name: 'Resign' }).click();
    await heard(page, '0–1, Mira resigned. You win.');
    await hasFocus('after the game in the arena');
    watch('a game in the arena');
    await finish(other);
    await finish(page);
  });

  /** Takes a name in the arena. */
  async function enterArena(page, name) {
    await page.goto(`${server.address}#arena`);
    await page.locator('.lamp.connected').first().waitFor();
    await page.getByLabel('Name').fill(name);
    await page.keyboard.press('Enter');
    await page.locator('.place', { hasText: name }).waitFor();
  }

  test('an organiser runs a contest on a big screen, to its table and its PGN', async (t) => {
    const watch = watchOf(t);
    const come = async (name, options) => {
      const page = await visit(browser, server.address, options);
      await enterArena(page, name);
      return page;
    };
    const organiser = await come('Olga', { viewport: { width: 1920, height: 1080 } });
    const players = [
      await come('Paul'),
      await come('Rosa', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }),
    ];
    watch('three people are here');
    await organiser.goto(`${server.address}#arena/contests`);
    await organiser.getByRole('textbox', { name: 'Name' }).fill('Friday night');
    await organiser.getByRole('combobox', { name: 'Kind' }).selectOption('Round robin');
    await button(organiser, 'Create').click();
    await organiser.waitForURL(/contest\/Friday%20night/);
    for (const page of players) {
      await page.goto(organiser.url()); // the address is what an organiser passes on
      await button(page, 'Join').click();
      await button(page, 'Leave').waitFor();
    }
    await organiser.locator('tbody tr').nth(1).waitFor();
    watch('a contest with two players');
    await button(organiser, 'Start').click();
    await Promise.all(players.map((page) => page.waitForURL(/#arena\/game\//)));
    await organiser.locator('.mini').waitFor();
    await button(players[1], 'Resign').click();
    await players[1].locator('dialog').getByRole('button', { name: 'Resign' }).click();
    await organiser.locator('.tag', { hasText: 'Over' }).waitFor();
    await organiser.getByText('Won by Paul').waitFor();
    const [file] = await Promise.all([
      organiser.waitForEvent('download'),
      organiser.getByRole('link', { name: 'Download PGN' }).click(),
    ]);
    const chunks = await (await file.createReadStream()).toArray();
    assert.match(Buffer.concat(chunks).toString(), /\[Event "Friday night"\]/);
    watch('the contest is over');
    for (const page of [organiser, ...players]) await finish(page);
  });

  test('a teacher sets a position up, explains it, and puts it on a page of their own', async (t) => {
    const watch = watchOf(t);
    const page = await visit(browser, `${server.address}#editor`);
    await page.getByLabel('FEN').fill('6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1');
    await page.getByLabel('FEN').press('Enter');
    await button(page, 'Analyse').last().click();
    await page.locator('.tree').waitFor();
    await page.getByLabel('Type a move').fill('Rd8#');
    await page.keyboard.press('Enter');
    await page.locator('.tree .move').waitFor();
    await page.getByText('Edit this move').click();
    await page.getByLabel('Comment').fill('The back rank is weak.');
    await page.getByLabel('Comment').blur();
    watch('a position with its explanation');
    await button(page, 'PGN').click();
    const pgn = await page.getByLabel('The game as PGN').inputValue();
    assert.match(pgn, /Rd8# \{The back rank is weak\.\}/);
    const host = createServer((_, response) => {
      response.writeHead(200, { 'Content-Type': 'text/html' });
      response.end(`<!doctype html><html lang="en"><title>School</title>
        <script defer src="${server.address}kibitz-board.js"></script>
        <kibitz-board pgn="${pgn.replaceAll('"', '&quot;')}" label="Back rank"></kibitz-board>`);
    });
    t.after(() => host.close());
    await new Promise((done) => host.listen(0, '127.0.0.1', done));
    const school = await page.context().newPage();
    school.setDefaultTimeout(60 * seconds);
    await school.goto(`http://localhost:${host.address().port}/`);
    const board = school.frameLocator('iframe');
    await board.getByRole('button', { name: 'Forward' }).click();
    await board.getByText('The back rank is weak.').waitFor();
    watch('the same on the page of the school');
    await button(page, 'Share link').click();
    const link = await page.getByLabel('A link that contains the whole game').inputValue();
    const pupil = await visit(browser, server.address, { viewport: { width: 360, height: 740 } });
    await pupil.goto(link);
    await pupil.getByText('The back rank is weak.').waitFor();
    watch('the same by a link');
    await finish(pupil);
    await finish(page);
  });
});
