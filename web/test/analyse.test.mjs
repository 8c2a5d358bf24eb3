// Analysing, reviewing and sharing in Chromium.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { deflateRawSync } from 'node:zlib';
import { complaints } from './axe.mjs';
import {
  begin,
  load,
  moved,
  open,
  picture,
  rarely,
  skip,
  square,
  visit,
  visitAnalysis,
} from './browser.mjs';
import { benchNodes } from './program.mjs';

const mostMillisecondsToStop = 50;
// Black gives the queen away, then White misses nothing.
const blundered = `[White "Ann"]
[Black "Bob"]

1. e4 e5 2. Nf3 Nc6 3. Bc4 Nf6 4. d3 Qe7 5. O-O Qc5 6. Nc3 Qxf2+ 7. Rxf2 d6 8. Ng5 h6 9. Bxf7+ *
`;

describe('the analysis', { skip }, () => {
  let site;
  before(async () => (site = await open()));
  after(() => site.close());

  const analyse = (options) =>
    visitAnalysis(site, { permissions: ['clipboard-write', 'clipboard-read'], ...options });

  test('shows a threat, and hides it when the position changes', async () => {
    const page = await visitAnalysis(site);
    await load(page, '1. e4 e5 2. Qh5 Nc6 3. Bc4');
    await page.getByRole('button', { name: 'To the end' }).click();
    const threat = page.getByRole('button', { name: 'Threat' });
    await threat.click();
    await page.getByText('If Black did nothing, White would play Qxf7#').waitFor();
    assert.equal(await threat.getAttribute('aria-pressed'), 'true');
    await picture(page, 'threat');
    await page.getByRole('button', { name: 'Variation' }).click();
    await page.waitForFunction(() => /3\. Bc4/.test(document.querySelector('.given')?.value ?? ''));
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await page.getByText('If Black did nothing').waitFor({ state: 'detached' });
    assert.deepEqual(page.errors, []);
    await page.context().close();
  });

  test('shows lines, arrows and an evaluation, and stops', async () => {
    const page = await analyse();
    await load(page, 'r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 0 4');
    await page.getByLabel('Lines').selectOption('3');
    await page.getByLabel('Engine').check();
    await page.waitForFunction(() => document.querySelectorAll('.line').length === 3);
    await page.waitForSelector('.arrow.best');
    assert.match(await page.locator('.line').first().innerText(), /#1\s*Qxf7#/);
    await picture(page, 'analyse-lines');
    await page.getByLabel('Engine').uncheck();
    assert.equal(await page.locator('.arrow').count(), 0);
    await page.context().close();
  });

  test('a line pointed at when it has only its first move shows the reply once it is found', async () => {
    const page = await analyse();
    await load(page, '1. e4 e5');
    await page.evaluate(() => {
      const appeared = new MutationObserver(() => {
        const line = document.querySelector('.lines .line');
        if (!line) return;
        appeared.disconnect();
        line.dispatchEvent(new PointerEvent('pointerenter'));
      });
      appeared.observe(document.body, { childList: true, subtree: true });
    });
    await page.getByLabel('Engine').check();
    await page.locator('.arrow.yellow').waitFor();
    await page.locator('.lines .line').first().dispatchEvent('pointerleave');
    await page.locator('.arrow.yellow').waitFor({ state: 'detached' });
    assert.deepEqual(page.errors, []);
    await page.context().close();
  });

  test('the engine gets other threads and memory, which a reload keeps', async () => {
    const page = await analyse();
    // What the engine's workers are begun with.
    const watch = () => {
      const post = Worker.prototype.postMessage;
      globalThis.begun = [];
      Worker.prototype.postMessage = function (message, ...rest) {
        if (message?.kind === 'begin')
          globalThis.begun.push(`${message.threads} threads, ${message.hashMb} MB`);
        return post.call(this, message, ...rest);
      };
    };
    await page.addInitScript(watch);
    await page.evaluate(watch);
    const begun = (text) =>
      page.waitForFunction((wanted) => globalThis.begun.at(-1) === wanted, text);
    await load(page, '1. e4 e5');
    await page.getByLabel('Engine', { exact: true }).check();
    await page.waitForSelector('.line');
    await page.getByText('Engine settings').click();
    await page.getByLabel('Threads').selectOption('1');
    await page.getByLabel('Memory').selectOption('64');
    await begun('1 threads, 64 MB');
    await page.getByLabel('Threads').selectOption('2');
    await begun('2 threads, 64 MB');
    // It goes on with what it was given.
    await page.waitForSelector('.line');
    await picture(page, 'engine-settings');
    assert.deepEqual(await complaints(page), []);
    await page.reload();
    await page.getByText('Engine settings').click();
    assert.equal(await page.getByLabel('Memory').inputValue(), '64');
    assert.equal(await page.getByLabel('Threads').inputValue(), '2');
    if (!(await page.getByLabel('Engine', { exact: true }).isChecked()))
      await page.getByLabel('Engine', { exact: true }).check();
    await begun('2 threads, 64 MB');
    assert.deepEqual(page.errors, []);
    await page.context().close();
  });

  test('endgame tables of the server tell the result and the best moves', async () => {
    const page = await analyse();
    const asked = [];
    await page.route('**/api/tablebase/**', (route) => {
      asked.push(decodeURI(new URL(route.request().url()).pathname));
      const moves = [
        { uci: 'e6d6', san: 'Kd6', result: 'win' },
        { uci: 'e6d5', san: 'Kd5', result: 'draw' },
      ];
      return route.fulfill({ json: { result: 'win', dtz: 5, moves } });
    });
    await load(page, '1. e4 e5');
    assert.equal(await page.getByText('Endgame tables').count(), 0); // not with so many pieces
    await load(page, '4k3/8/4K3/4P3/8/8/8/8 w - - 0 1');
    await page.getByText('Endgame tables').click();
    await page.getByText('Win for the side to move; 5 plies to the next').waitFor();
    assert.deepEqual(asked, ['/api/tablebase/4k3/8/4K3/4P3/8/8/8/8_w_-_-_0_1']);
    assert.deepEqual(await complaints(page), []);
    await picture(page, 'endgame-tables');
    await page.getByRole('button', { name: 'Win Kd6' }).click();
    await page.locator('.tree', { hasText: 'Kd6' }).waitFor();
    await page.unroute('**/api/tablebase/**');
    await page.route('**/api/tablebase/**', (route) => route.abort());
    await load(page, '8/8/8/8/8/4k3/8/4K2R w - - 0 1');
    await page.getByText('The server has no endgame tables with this position.').waitFor();
    await page.context().close();
  });

  test('walks a tree with variations, which can be promoted, commented and deleted', async () => {
    const page = await analyse();
    await load(page, '1. e4 e5 (1... c5 2. Nf3) 2. Nf3 *');
    await page.getByRole('button', { name: '1… c5' }).click();
    assert.equal(await page.locator('.opening').innerText(), 'Sicilian Defense');
    await page.getByText('Edit this move').click();
    await page.getByLabel('Comment').fill('sharper');
    await page.getByRole('button', { name: 'Main line' }).click();
    await page.getByRole('button', { name: 'PGN', exact: true }).click();
    const box = page.getByLabel('The game as PGN');
    assert.match(await box.inputValue(), /1\. e4 c5 \{sharper\} \(1\.\.\. e5 2\. Nf3\) 2\. Nf3/);
    await square(page, 'd2').click();
    await square(page, 'd4').click();
    await page.getByRole('button', { name: '2. d4' }).waitFor();
    // Whoever closes the page in the middle of a word has written it.
    await page.getByLabel('Comment').fill('half a thou');
    await page.reload();
    await page.getByText('half a thou').waitFor();
    await page.getByText('Edit this move').click();
    await page.getByRole('button', { name: 'Delete' }).click();
    assert.equal(await page.getByRole('button', { name: '2. d4' }).count(), 0);
    assert.deepEqual(page.errors, []);
    await page.context().close();
  });

  test('a review finds the blunder and says why', async () => {
    const page = await analyse();
    await load(page, blundered);
    await page.getByRole('button', { name: 'Review this game' }).click();
    // What it finds at first sight is marked before it has looked closer.
    await page.waitForFunction(
      () => document.querySelector('.reviewing') && document.querySelector('.tree .move.blunder'),
    );
    await page.waitForSelector('.accuracy', { timeout: 60_000 });
    // It shows the worst move at once.
    assert.equal(await page.locator('.move[aria-current]').innerText(), 'Qxf2+??');
    const blunder = page.getByRole('button', { name: 'Qxf2+: blunder' });
    await blunder.click();
    assert.match(await page.locator('.verdict').innerText(), /^Qxf2\+ is a blunder\./);
    await page
      .locator('.verdict .reasons')
      .getByText(/[KR]xf2 wins the queen on f2/)
      .waitFor({ timeout: 60_000 });
    await picture(page, 'review');
    assert.deepEqual(await complaints(page), []);
    // The story of the game stands behind one line, and a sentence leads to its move.
    await page.getByText('How the game went').click();
    const decided = page.locator('.story .line').filter({ hasText: 'Qxf2+' });
    await decided.first().waitFor({ timeout: 60_000 });
    await decided.first().click();
    assert.equal(await page.locator('.move[aria-current]').innerText(), 'Qxf2+??');
    assert.deepEqual(await complaints(page), []);
    await page.getByText('How the game went').click();
    // A press on the graph goes to that move: to the first at its left end.
    const graph = await page.locator('.graph svg').boundingBox();
    const plies = await page.locator('.tree .move').count();
    await page.mouse.click(graph.x + graph.width / plies, graph.y + graph.height - 2);
    await page.waitForFunction(
      () => document.querySelector('.tree .move').getAttribute('aria-current') === 'true',
    );
    await blunder.click();
    // The punishing line is played out beside the game, and kept where it is wanted.
    await page.getByRole('button', { name: 'Show it' }).click();
    await square(page, 'f2')
      .and(page.getByLabel(/white (rook|king)/))
      .waitFor();
    await page.getByRole('button', { name: 'Back to the game' }).click();
    await square(page, 'f2')
      .and(page.getByLabel(/black queen/))
      .waitFor();
    // By keyboard the focus stays with what one reads.
    const hasFocus = (selector) =>
      page.waitForFunction((wanted) => document.activeElement.matches(wanted), selector);
    await page.getByRole('button', { name: 'Show it' }).press('Enter');
    await hasFocus('.demo');
    await page.getByRole('button', { name: 'Back to the game' }).press('Enter');
    await hasFocus('.verdict');
    await page.getByRole('button', { name: 'Try again' }).press('Enter');
    await hasFocus('.puzzle');
    await page.getByRole('button', { name: 'Done' }).press('Enter');
    await hasFocus('.tree');
    await blunder.click();
    await page.getByRole('button', { name: 'Show the better' }).click();
    await page.getByRole('button', { name: 'Keep it as a variation' }).click();
    await page.locator('.variation').first().waitFor();
    // It is there again after a reload, but not for another game, and nonsense in its place is none.
    const accuracy = await page.locator('.accuracy').innerText();
    await page.reload();
    await page.getByRole('button', { name: 'Qxf2+: blunder' }).waitFor();
    assert.equal(await page.locator('.accuracy').innerText(), accuracy);
    const kept = await page.evaluate(() => localStorage.getItem('kibitz.review'));
    for (const wrong of [
      '{',
      '{"start":1}',
      kept.replace(/"pv":\["...."/g, '"pv":["a1a1"'),
      kept.replace('e2e4', 'd2d4'),
    ]) {
      await page.evaluate((text) => localStorage.setItem('kibitz.review', text), wrong);
      await page.reload();
      await page.getByRole('button', { name: 'Review this game' }).waitFor();
      assert.equal(await page.locator('.accuracy').count(), 0, wrong.slice(0, 40));
    }
    assert.deepEqual(page.errors, []);
    await page.context().close();
  });

  test('a move that loses nothing is told of by what is worse after it', async () => {
    const page = await analyse();
    await load(page, '1. e4 e5 2. Ke2 *');
    // What a review found before and after every move.
    await page.evaluate(() => {
      const start = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
      const good = { centipawns: 30, pv: ['e2e4', 'e7e5', 'g1f3', 'b8c6'] };
      const line = (centipawns, pv) => ({ centipawns, pv });
      const best = [
        good,
        line(-30, ['e7e5']),
        line(30, ['g1f3', 'b8c6', 'f1c4', 'f8c5', 'e1g1']),
        line(60, ['g8f6', 'b1c3', 'd7d5', 'e4d5', 'f6d5']),
      ];
      localStorage['kibitz.review'] = JSON.stringify({
        start,
        moves: ['e2e4', 'e7e5', 'e1e2'],
        best,
      });
    });
    await page.reload();
    await page.getByRole('button', { name: 'Ke2: inaccuracy' }).click();
    assert.match(
      await page.locator('.verdict').innerText(),
      /^Ke2 is an inaccuracy\.\s+White's chances fall from 53% to 4[45]%\./,
    );
    await page.locator('.verdict .reasons').getByText(/Nf3/).first().waitFor();
    await page.context().close();
  });

  test('any move can be asked why it is good or bad, with its proof on the board', async () => {
    const page = await analyse();
    await load(page, '1. e4 e5 2. Nf3 Qg5 3. Nxg5 *');
    await page.getByRole('button', { name: '3. Nxg5' }).click();
    await page.getByRole('button', { name: 'Why Nxg5?' }).click();
    await page.getByText(/^Nxg5: \+\d/).waitFor();
    await page.getByRole('button', { name: 'Qg5', exact: true }).click();
    await page.getByRole('button', { name: 'Why Qg5?' }).click();
    const proof = page.locator('.verdict .reasons button').first();
    assert.match(await proof.innerText(), /Nxg5 wins the queen on g5/);
    await proof.hover();
    await page.locator('.arrow.best').first().waitFor();
    assert.deepEqual(await complaints(page), []);
    await picture(page, 'why-this');
    await proof.click();
    await page.locator('.demo').getByText(/Nxg5/).waitFor();
    await page.getByRole('button', { name: 'Back to the game' }).click();
    // A German page has German sentences.
    await page.evaluate(() => {
      const kept = JSON.parse(localStorage['kibitz.preferences']);
      localStorage['kibitz.preferences'] = JSON.stringify({ ...kept, language: 'de' });
    });
    await page.reload();
    await page.getByRole('button', { name: 'Warum Dg5?' }).click();
    await page
      .locator('.verdict .reasons')
      .getByText(/Sxg5 gewinnt die Dame auf g5/)
      .waitFor();
    assert.deepEqual(page.errors, []);
    await page.context().close();
  });

  rarely('a review leaves what an author wrote of a game as it is', async () => {
    const page = await analyse();
    // The queen is given away; the author, not the engine, has the word on it.
    const annotated = blundered
      .replace('Qxf2+', 'Qxf2+ $1 {my best game}')
      .replace('Rxf2 d6', 'Rxf2 $14 d6 $10 $36');
    await load(page, annotated);
    await page.getByRole('button', { name: 'Review this game' }).click();
    await page.waitForSelector('.accuracy', { timeout: 60_000 });
    await page.getByRole('button', { name: 'Qxf2+: blunder' }).waitFor();
    await page.getByRole('button', { name: 'PGN', exact: true }).click();
    const pgn = (await page.getByLabel('The game as PGN').inputValue()).replaceAll(/\s+/g, ' ');
    assert.match(pgn, /6\. Nc3 Qxf2\+ \$1 \{my best game\} 7\. Rxf2 \$14/);
    assert.match(pgn, /d6( \$[246])? \$10 \$36/);
    await page.context().close();
  });

  test('the line of a mistake is read move by move, and fits a phone', async () => {
    const page = await analyse({
      viewport: { width: 360, height: 740 },
      hasTouch: true,
      isMobile: true,
    });
    await load(
      page,
      '[SetUp "1"]\n[FEN "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR b KQkq - 0 3"]\n\n3... h6 4. Qxf7# *',
    );
    await page.evaluate(() => {
      const start = 'r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR b KQkq - 0 3';
      const best = [
        { centipawns: 30, pv: 'g8f6 d2d3 f8c5 g1e2 d7d6 e1g1 c8g4 f3g3 e8g8'.split(' ') },
        { mate: 1, pv: ['f3f7'] },
        { mate: 0, pv: [] },
      ];
      localStorage['kibitz.review'] = JSON.stringify({ start, moves: ['h7h6', 'f3f7'], best });
    });
    await page.reload();
    await page.getByRole('button', { name: 'h6: blunder' }).click();
    await page.getByRole('button', { name: 'Show the better move' }).click();
    const line = page.locator('.demo p').first();
    assert.match(
      (await line.innerText()).replaceAll(/\s+/g, ' '),
      /^The line: 3… Nf6 4\. d3 Bc5 5\. Ne2 d6 6\. O-O Bg4/,
    );
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 360);
    await picture(page, 'line-phone');
    await page.context().close();
  });

  test('a mistake is a puzzle to solve', async () => {
    const page = await analyse();
    await load(page, `[SetUp "1"]\n[FEN "6k1/5ppp/8/8/8/8/q4PPP/1R4K1 w - - 0 1"]\n\n1. Rc1 Qa8 *`);
    await page.getByRole('button', { name: 'Review this game' }).click();
    await page.waitForSelector('.accuracy', { timeout: 60_000 });
    await page.getByRole('button', { name: 'Rc1: blunder' }).click();
    await page
      .locator('.verdict .reasons')
      .getByText(/Rb8# .*mate/)
      .waitFor();
    await page.getByRole('button', { name: "Practise White's mistake" }).click();
    await page.getByRole('heading', { name: 'Mistake 1 of 1' }).waitFor();
    await square(page, 'h2').click();
    await square(page, 'h3').click();
    await page.getByText(/h3 gives away \d+%/).waitFor();
    await square(page, 'a2').click(); // the other side's men are not for whoever solves it
    await square(page, 'a1').click();
    await square(page, 'h2')
      .and(page.getByLabel(/white pawn/))
      .waitFor(); // what was wrong is taken back
    assert.deepEqual(await complaints(page), []);
    await square(page, 'b1').click();
    await square(page, 'b8').click();
    await page.getByText('Yes, Rb8#!').waitFor();
    await page.getByText('You have solved the mistake').waitFor();
    assert.equal(await page.locator('.square.movable').count(), 0);
    await picture(page, 'puzzle');
    await page.getByRole('button', { name: 'Done' }).click();
    await page.locator('.tree').waitFor();
    assert.deepEqual(page.errors, []);
    await page.context().close();
  });

  test('a link holds the whole game, comments and all', async () => {
    const page = await analyse();
    await load(page, '1. e4 {best by test} e5 (1... c5 $1 {Žofka}) 2. Nf3 *');
    // What is being pasted stays.
    await page.getByLabel('Paste a PGN or FEN').fill('1. d4');
    await page.getByRole('button', { name: 'Share link' }).click();
    const link = await page.getByLabel('A link that contains the whole game').inputValue();
    assert.equal(await page.getByLabel('Paste a PGN or FEN').inputValue(), '1. d4');
    await page.getByText('Copied.').waitFor();
    const other = await analyse();
    await load(other, '1. d4 {my own}'); // which the link's game does not take away
    await other.getByText('my own').waitFor();
    assert.equal(await other.getByRole('alert').count(), 0);
    await other.goto('about:blank');
    await other.goto(link);
    await other.getByText('best by test').waitFor();
    await other.getByText('Žofka').waitFor();
    await other.getByRole('button', { name: 'Undo' }).click();
    await other.getByText('my own').waitFor();
    // A few letters can hold more than a page can take.
    const swollen = deflateRawSync(Buffer.alloc(25e6, ' ')).toString('base64url');
    await other.goto(`${site.address}#game=${swollen}`);
    await other.getByText('The link is damaged').waitFor();
    await other.getByText('my own').waitFor();
    assert.deepEqual(other.errors, []);
    await other.context().close();
    await page.context().close();
  });

  rarely(
    'searches the same tree as the program, and stops at once, with and without threads',
    async () => {
      const depth = 8;
      const nodes = benchNodes(depth);
      const page = await visit(site.browser, site.address);
      for (const backend of ['single', 'threads']) {
        const found = await page.evaluate(
          async ([kind, deep]) => {
            const engine = await globalThis.kibitzEngine({ backend: kind });
            const { nodes: searched } = await engine.bench(deep);
            engine.position('');
            let stopped = Infinity;
            // The best of three: other programs on the machine are not the engine's fault.
            for (let round = 0; round < 3; ++round) {
              const info = new Promise((resolve) => engine.on('info', resolve));
              const thought = engine.think({ infinite: true });
              await info;
              const began = performance.now();
              engine.stop();
              await thought;
              stopped = Math.min(stopped, performance.now() - began);
            }
            const said = [];
            const hear = (error) => said.push(error.message);
            await engine.think({ depth: 0 }).catch(hear);
            const pending = engine.think({ infinite: true }).catch(hear);
            engine.close();
            await pending;
            return { searched, stopped, said };
          },
          [backend, depth],
        );
        assert.equal(found.searched, nodes, backend);
        assert.ok(found.stopped <= mostMillisecondsToStop, `${backend}: ${found.stopped} ms`);
        assert.match(
          found.said.join('; '),
          /^depth is a number from 1 on, not 0; the engine was closed$/,
        );
      }
      await page.context().close();
    },
  );

  test('plays on without a network, after a reload', async (t) => {
    const own = await open();
    t.after(() => own.close());
    const page = await visit(own.browser, own.address, { serviceWorkers: 'allow' });
    await page.evaluate(() => navigator.serviceWorker.ready);
    await own.stopServer();
    await page.reload();
    await begin(page);
    await square(page, 'e2').click();
    await square(page, 'e4').click();
    assert.equal((await moved(page, 2)).length, 2);
    // All that was not fetched before, too, save the arena.
    await page.locator('.tab', { hasText: 'Learn' }).click();
    await page.locator('.learn .task h2').waitFor();
    await page.getByRole('radio', { name: 'Lessons' }).check();
    await page.locator('.lessons li').first().waitFor();
    await page.locator('.tab', { hasText: 'Games' }).click();
    await page.locator('.transfer').waitFor({ state: 'attached' });
    await page.locator('.tab', { hasText: 'Analyse' }).click();
    await page.getByText('Opening explorer').click();
    await page.locator('.explored-move').first().waitFor();
    await page.getByLabel('Type a move').fill('what is on e2');
    await page.keyboard.press('Enter');
    await page.getByText('On e2: white pawn.').first().waitFor();
    await page.locator('.tab', { hasText: 'Arena' }).click();
    await page.locator('.connection .lamp:is(.offline, .reconnecting)').waitFor();
  });

  test('in German, moves have German letters on the page and English ones in the PGN', async () => {
    const page = await visitAnalysis(site, { locale: 'de-DE' });
    await page.getByLabel('PGN oder FEN einfügen').fill('1. Nf3 Nc6 2. Rg1 *');
    await page.getByRole('button', { name: 'Öffnen', exact: true }).click();
    await page.locator('.tree .move', { hasText: 'Sf3' }).waitFor();
    assert.deepEqual(await page.locator('.tree .move').allInnerTexts(), [
      '1. Sf3',
      'Sc6',
      '2. Tg1',
    ]);
    await page.getByRole('button', { name: 'PGN', exact: true }).click();
    assert.match(await page.getByLabel(/^Die Partie .* PGN$/).inputValue(), /1\. Nf3 Nc6 2\. Rg1/);
    await page.context().close();
  });

  test('on paper there are the diagram, the players and the moves, and nothing to press', async () => {
    const page = await visitAnalysis(site, { colorScheme: 'dark' });
    await load(
      page,
      '[White "Ann"]\n[Black "Bob"]\n\n1. e4 {Best by test.} e5 (1... c5 2. Nf3) 2. Qh5 Nc6 *',
    );
    await page.evaluate(() => {
      globalThis.print = () => (globalThis.wasPrinted = true);
    });
    await page.getByRole('button', { name: 'Print' }).click();
    assert.equal(await page.evaluate(() => globalThis.wasPrinted), true);
    await page.emulateMedia({ media: 'print' });
    const text = await page.locator('main').innerText();
    for (const part of ['Ann', 'Bob', 'Best by test.', 'c5', 'Nc6'])
      assert.ok(text.includes(part), `${part} is missing in ${text}`);
    const pressed = await page
      .locator('button:not(.move, .board *), input, select, textarea, summary')
      .evaluateAll((all) => all.filter((one) => one.checkVisibility()).map((one) => one.outerHTML));
    assert.deepEqual(pressed, []);
    const paper = await page.evaluate(() => {
      const { backgroundColor, color } = getComputedStyle(document.querySelector('.tree'));
      return { color, backgroundColor, width: document.querySelector('.board').offsetWidth };
    });
    assert.equal(paper.color, 'rgb(0, 0, 0)');
    assert.ok(paper.width > 300 && paper.width < 360, `${paper.width}`); // 9 cm
    await picture(page, 'printed');
    await page.context().close();
  });
});
