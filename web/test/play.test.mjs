// Playing in Chromium: by mouse, by keyboard, by finger; what is kept, what is refused.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  begin,
  chooseOpponent,
  command,
  moved,
  open,
  picture,
  rarely,
  skip,
  square,
  storedGame,
  visit,
} from './browser.mjs';
import { Rules } from '../engine/dist/rules.js';

describe('the page', { skip }, () => {
  let site;
  let rules;
  before(async () => {
    site = await open();
    rules = await Rules.load();
  });
  after(() => site.close());

  /** A legal move of the game as the page has kept it; takes what it can, but does not mate. */
  const pick = ({ start, moves }) => {
    const { legal } = rules.position(start, moves);
    const quiet = legal.filter(({ san }) => !san.endsWith('#'));
    return quiet.find(({ captured }) => captured) ?? quiet[0];
  };

  test('a whole game by mouse, clicking and dragging, against a person', async () => {
    const page = await visit(site.browser, site.address);
    await begin(page, { opponent: 'person' });
    const game = 'e2e4 e7e5 f1c4 b8c6 d1h5 g8f6 h5f7'.split(' ');
    for (const [i, move] of game.entries()) {
      const [from, to] = [move.slice(0, 2), move.slice(2)];
      if (i % 2) {
        await square(page, from).click();
        await square(page, to).click();
      } else await square(page, from).dragTo(square(page, to));
      assert.equal((await moved(page, i + 1)).length, i + 1);
    }
    assert.match(await page.locator('.over').innerText(), /1–0\s*Checkmate\. White wins\./);
    await picture(page, 'play-over');
    assert.deepEqual(page.errors, []);
    await page.context().close();
  });

  /** Presses arrows until the square has the focus, and then Enter. */
  async function pressOn(page, name) {
    const [file, rank] = await page.evaluate(() => document.activeElement.dataset.square);
    const press = async (key, times) => {
      for (let i = 0; i < times; ++i) await page.keyboard.press(key);
    };
    const [right, up] = [name.charCodeAt(0) - file.charCodeAt(0), Number(name[1]) - Number(rank)];
    await press(right > 0 ? 'ArrowRight' : 'ArrowLeft', Math.abs(right));
    await press(up > 0 ? 'ArrowUp' : 'ArrowDown', Math.abs(up));
    assert.equal(await page.evaluate(() => document.activeElement.dataset.square), name);
    await page.keyboard.press('Enter');
  }
  const isFocused = (page, selector) =>
    page.evaluate((wanted) => document.activeElement.matches(wanted), selector);
  async function tabTo(page, selector) {
    for (let i = 0; i < 40 && !(await isFocused(page, selector)); ++i)
      await page.keyboard.press('Tab');
    assert.ok(await isFocused(page, selector), `${selector} is not reached by Tab`);
  }

  test('a whole game by keyboard alone, from the form to mate, its moves in words', async () => {
    const page = await visit(site.browser, site.address);
    await tabTo(page, '.facing .card');
    await page.keyboard.press('Enter');
    await tabTo(page, '.setup [name=opponent-kind]');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight'); // past the levels to the others
    await tabTo(page, '.setup [value=person]');
    await page.keyboard.press('Space');
    await page.keyboard.press('Enter'); // as in every form
    // Légal's mate. The board has the focus and keeps it.
    const game = 'e2e4 e7e5 g1f3 d7d6 f1c4 c8g4 b1c3 g7g6 f3e5 g4d1 c4f7 e8e7 c3d5'.split(' ');
    await page.waitForFunction(() => document.activeElement.dataset.square);
    for (const [i, move] of game.entries()) {
      await pressOn(page, move.slice(0, 2));
      await pressOn(page, move.slice(2));
      const says = `^${i % 2 ? 'Black' : 'White'}: \\w+ (to|takes) ${move.slice(2)}(, check(mate)?)?\\.`;
      await page.waitForFunction(
        (text) => new RegExp(text).test(document.querySelector('[aria-live]').textContent),
        says,
      );
    }
    assert.equal(
      await page.locator('[aria-live]').innerText(),
      'White: knight to d5, checkmate. Checkmate. White wins.',
    );
    assert.deepEqual((await storedGame(page)).moves, game);
    assert.match(await page.locator('.over').innerText(), /1–0\s*Checkmate\. White wins\./);
    await picture(page, 'keyboard-over');
    assert.deepEqual(page.errors, []);
    await page.context().close();
  });

  test('typed moves against a level, and resigning, by keyboard alone', async () => {
    const page = await visit(site.browser, site.address);
    await begin(page);
    const typed = page.getByLabel('Type a move');
    for (let i = 0; i < 2; ++i) {
      const game = await storedGame(page);
      await typed.focus();
      await page.keyboard.type(pick(game).san);
      await page.keyboard.press('Enter');
      await moved(page, game.moves.length + 2);
    }
    await page.getByRole('button', { name: 'Resign' }).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).press('Enter');
    assert.match(await page.locator('.over').innerText(), /0–1\s*You resigned\./);
    await page.locator('.answer', { hasText: /Level 1: Thank you for the game\./ }).waitFor();
    assert.deepEqual(page.errors, []);
    await page.context().close();
  });

  test('a whole game on a phone, by finger, to mate', async () => {
    const page = await visit(site.browser, site.address, {
      viewport: { width: 360, height: 740 },
      hasTouch: true,
      isMobile: true,
    });
    await begin(page, { opponent: 'person' });
    await page.evaluate(() => {
      globalThis.pointers = new Set();
      addEventListener(
        'pointerdown',
        ({ pointerType }) => globalThis.pointers.add(pointerType),
        true,
      );
    });
    // With a pawn taken in passing, castling and a promotion.
    const game =
      'e2e4 f7f5 e4f5 g7g5 f5g6 a7a6 g1f3 b7b6 f1e2 c8b7 e1g1 b7f3 e2f3 b8c6 g6h7 c6e5 h7g8q e5f3 d1f3 a6a5 g8g6'.split(
        ' ',
      );
    for (const [i, move] of game.entries()) {
      await square(page, move.slice(0, 2)).tap();
      await square(page, move.slice(2, 4)).tap();
      if (move[4]) await page.getByRole('button', { name: 'queen' }).tap();
      assert.deepEqual(await moved(page, i + 1), game.slice(0, i + 1));
    }
    assert.match(await page.locator('.over').innerText(), /1–0\s*Checkmate\. White wins\./);
    assert.deepEqual(await page.evaluate(() => [...globalThis.pointers]), ['touch']);
    // The end is seen without scrolling, with what one can do next.
    const box = await page.locator('.result').boundingBox();
    assert.ok(box.y >= 0 && box.y + box.height <= 740, JSON.stringify(box));
    assert.match(await page.locator('.result').innerText(), /1–0\s*Checkmate\. White wins\./);
    await picture(page, 'phone');
    assert.deepEqual(page.errors, []);
    await page.getByRole('button', { name: 'Close' }).tap();
    assert.equal(await page.locator('.result').count(), 0);
    await page.getByRole('button', { name: 'Rematch' }).tap();
    assert.deepEqual(await moved(page, 0), []);
    assert.equal((await storedGame(page)).color, 'black');
    await page.context().close();
  });

  const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

  test('a move on the board begins the first game', async () => {
    const page = await visit(site.browser, site.address, phone);
    await square(page, 'e2').tap();
    await square(page, 'e4').tap();
    assert.equal((await moved(page, 2))[0], 'e2e4');
    const { opponent, color } = await storedGame(page);
    assert.deepEqual([opponent, color], ['coach', 'white']);
    // What one needs in a game is right under the board.
    for (const name of ['Take back', 'Hint', 'Offer draw', 'Resign']) {
      const box = await page.getByRole('button', { name }).boundingBox();
      assert.ok(box.y + box.height <= 740, `${name} at ${box.y}`);
    }
    await picture(page, 'phone-game');
    assert.deepEqual(page.errors, []);
    await page.context().close();
  });

  test('typed moves: a rejected one is replaced by the next, and German letters are read', async () => {
    const page = await visit(site.browser, site.address, { locale: 'de-DE' });
    await begin(page, { opponent: 'person' });
    const typed = page.getByLabel('Zug eingeben');
    await typed.focus();
    await page.keyboard.type('Sf6');
    await page.keyboard.press('Enter');
    await page.locator('.wrong', { hasText: 'Springer' }).waitFor();
    await page.keyboard.type('Sf3');
    await page.keyboard.press('Enter');
    await page.keyboard.type('e5');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Nc3'); // English is read in every language
    await page.keyboard.press('Enter');
    assert.deepEqual(await moved(page, 3), ['g1f3', 'e7e5', 'b1c3']);
    await page.getByRole('button', { name: 'Aufgeben' }).click();
    const isSafe = () => document.activeElement.textContent === 'Weiterspielen';
    assert.ok(await page.evaluate(isSafe)); // Enter does not resign
    await page.context().close();
  });

  test('what is typed while an answer is awaited stays in the field', async () => {
    const page = await visit(site.browser, site.address);
    await begin(page, { opponent: 'person' });
    let arrive;
    const arrived = new Promise((resolve) => (arrive = resolve));
    await page.route('**/reading-*.js', (route) => arrived.then(() => route.continue()));
    const typed = page.getByLabel('Type a move');
    await typed.focus();
    const asked = page.waitForRequest('**/reading-*.js');
    await page.keyboard.type('position');
    await page.keyboard.press('Enter');
    await asked;
    await page.keyboard.type('what is on e2?');
    arrive();
    await page.locator('.answer', { hasText: 'White to move.' }).waitFor();
    assert.equal(await typed.inputValue(), 'what is on e2?');
    await page.keyboard.press('Enter');
    await page.locator('.answer', { hasText: 'On e2: white pawn.' }).waitFor();
    await page.context().close();
  });

  test('Clockwork shows how it added up its moves', async () => {
    const page = await visit(site.browser, site.address);
    await begin(page, { opponent: 'classic' });
    await square(page, 'e2').click();
    await square(page, 'e4').click();
    const reply = (await moved(page, 2))[1];
    await page.getByText('How Clockwork added it up').click();
    const rows = page.locator('.sums li');
    assert.equal(await rows.count(), 20);
    const { legal } = rules.position('', ['e2e4']);
    const { san } = legal.find(({ uci }) => uci === reply);
    // The move it made is one of those in the draw, which come first.
    const drawn = await page.locator('.sums li.drawn span:first-child').allTextContents();
    assert.ok(drawn.includes(san), `${san} is not among ${drawn}`);
    const sums = (await page.locator('.sums data').allTextContents()).map(Number);
    assert.deepEqual(
      sums,
      sums.toSorted((a, b) => a - b), // Black's best are the smallest
    );
    assert.ok(sums.every(Number.isFinite));
    // They belong to the move: gone once it is taken back.
    await page.getByRole('button', { name: 'Take back' }).click();
    await page.locator('.sums').waitFor({ state: 'detached' });
    await page.context().close();
  });

  test('a reload in the middle of a game loses nothing', async () => {
    const page = await visit(site.browser, site.address);
    await begin(page, { opponent: 'attacker', clock: '3+2' });
    await square(page, 'd2').click();
    await square(page, 'd4').click();
    await moved(page, 2);
    const before = await storedGame(page);
    await page.reload();
    await page.waitForSelector('.move[aria-current]');
    const after = await storedGame(page);
    assert.deepEqual(after.moves, before.moves);
    assert.ok(after.clock.white <= before.clock.white);
    await square(page, 'c2').click();
    await square(page, 'c4').click();
    await moved(page, 4);
    await picture(page, 'play-clock');
    await page.context().close();
  });

  rarely('two tabs show one game, and a storage without room is no secret', async () => {
    const page = await visit(site.browser, site.address);
    await begin(page, { opponent: 'person', clock: '3+2' });
    const other = await page.context().newPage();
    await other.goto(site.address);
    const type = async (where, move) => {
      await where.getByLabel('Type a move').fill(move);
      await where.keyboard.press('Enter');
      for (const one of [page, other]) await one.locator('.move', { hasText: move }).waitFor();
    };
    await type(page, 'e4');
    await type(page, 'e5');
    await type(other, 'Nf3');
    await other.close();
    assert.deepEqual((await storedGame(page)).moves, ['e2e4', 'e7e5', 'g1f3']);
    // The other games of a file make room, and where that is not enough it is said.
    const fill = (name) =>
      page.evaluate((first) => {
        // There still, where the move found room without it.
        localStorage.removeItem('kibitz.analysis.file');
        localStorage[first] = 'x';
        for (let size = 1 << 20; size >= 1; size >>= 1)
          try {
            for (;;) localStorage[first] += 'x'.repeat(size);
          } catch {} // no room for as much
      }, name);
    await fill('kibitz.analysis.file');
    await page.getByLabel('Type a move').fill('Nc6');
    await page.keyboard.press('Enter');
    assert.deepEqual(await moved(page, 4), ['e2e4', 'e7e5', 'g1f3', 'b8c6']);
    assert.equal(await page.getByRole('alert').filter({ hasText: /./ }).count(), 0);
    await fill('foreign');
    // Several, for a clock that takes fewer digits makes room for one.
    for (const move of ['Bb5', 'a6', 'Ba4', 'Nf6', 'O-O']) {
      await page.getByLabel('Type a move').fill(move);
      await page.keyboard.press('Enter');
    }
    await page.getByText('has no more room').waitFor();
    assert.deepEqual(page.errors, []);
    await page.context().close();
  });

  test('what did not arrive is asked for again, and the game goes on', async () => {
    const page = await visit(site.browser, site.address);
    await page.route(/\.nnue$/, (route) => route.abort());
    await begin(page);
    await square(page, 'e2').click();
    await square(page, 'e4').click();
    await page.getByText('could not be loaded').waitFor();
    await page.unroute(/\.nnue$/);
    assert.equal((await moved(page, 2)).length, 2);
    await page.getByText('could not be loaded').waitFor({ state: 'detached' });
    await page.context().close();
  });

  test('promotion is chosen, takeback takes back, a hint is shown', async () => {
    const page = await visit(site.browser, site.address);
    await begin(page, { opponent: 'person', fen: '8/P6k/8/8/8/8/7P/K7 w - - 0 1' });
    await square(page, 'a7').click();
    await square(page, 'a8').click();
    await picture(page, 'promotion');
    await page.getByRole('button', { name: 'knight' }).click();
    assert.deepEqual(await moved(page, 1), ['a7a8n']);
    await page.getByRole('button', { name: 'Take back' }).click();
    assert.deepEqual((await storedGame(page)).moves, []);
    await page.getByRole('button', { name: 'Hint' }).click();
    await page.waitForSelector('.arrow');
    await page.context().close();
  });

  /** Begins a game of two at the device from a position. */
  async function beginFrom(page, fen, options = {}) {
    await begin(page, { opponent: 'person', fen, ...options });
  }

  test('an offer ends with its move and its game, and a takeback gives nobody the time of the other', async () => {
    const page = await visit(site.browser, site.address);
    await beginFrom(page, '8/P6k/8/8/8/8/7P/K7 w - - 0 1', { clock: '3+2' });
    const button = (name) => page.getByRole('button', { name });
    const accept = button('Accept the draw');
    await square(page, 'a7').focus();
    for (const key of ['Enter', 'ArrowUp', 'Enter']) await page.keyboard.press(key);
    await button('queen').press('Enter');
    assert.deepEqual(await moved(page, 1), ['a7a8q']);
    assert.ok(await isFocused(page, '[data-square=a8]')); // one goes on where one was
    await button('Offer draw').click();
    await accept.waitFor();
    await page.waitForTimeout(1200);
    await button('Take back').click();
    await accept.waitFor({ state: 'detached' });
    const { clock } = await storedGame(page);
    assert.ok(clock.white >= 180_000 && clock.black <= 179_000, JSON.stringify(clock));
    await button('Offer draw').click();
    await button('Resign').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
    assert.match(await page.locator('.over').innerText(), /0–1\s*White resigned/);
    assert.equal(await accept.count(), 0);
    assert.deepEqual(page.errors, []);
    await page.context().close();
  });

  test('in Chess960 the king goes where he can go, and castles on his rook', async () => {
    const page = await visit(site.browser, site.address);
    await beginFrom(page, '4k3/8/8/8/8/8/8/5K1R w H - 0 1');
    await square(page, 'f1').click();
    await square(page, 'g1').click();
    await page.getByRole('button', { name: 'Kg1' }).waitFor();
    await page.getByRole('button', { name: 'Take back' }).click();
    await square(page, 'f1').dragTo(square(page, 'h1'));
    await page.getByRole('button', { name: 'O-O' }).waitFor();
    assert.deepEqual(page.errors, []);
    await page.context().close();
  });

  test('a premove is played when its turn comes, and thinking can be cut short', async () => {
    const page = await visit(site.browser, site.address);
    await begin(page, { opponent: 'engine', clock: '30+20' }); // who thinks until told to move
    await square(page, 'e2').click();
    await square(page, 'e4').click();
    await square(page, 'g1').click();
    await square(page, 'f3').click();
    await page.waitForSelector('.premove');
    await page.getByRole('button', { name: 'Move now' }).click();
    const moves = await moved(page, 3);
    assert.equal(moves[2], 'g1f3');
    await page.context().close();
  });

  test('a premove is taken back by Escape, by a press on the board and by the other button, and says so', async () => {
    const page = await visit(site.browser, site.address);
    await begin(page, { opponent: 'engine', clock: '30+20' }); // who thinks until told to move
    await square(page, 'e2').click();
    await square(page, 'e4').click();
    for (const cancel of [
      () => page.keyboard.press('Escape'),
      () => square(page, 'e5').click(),
      () => square(page, 'e5').click({ button: 'right' }),
    ]) {
      await square(page, 'g1').click();
      await square(page, 'f3').click();
      await page.getByText('Premove: g1 to f3').waitFor();
      assert.equal(await page.locator('.premove').count(), 2);
      await cancel();
      await page.getByText('The premove was cancelled').waitFor();
      assert.equal(await page.locator('.premove').count(), 0);
    }
    await page.getByRole('button', { name: 'Move now' }).click();
    assert.equal((await moved(page, 2)).length, 2);
    assert.deepEqual(page.errors, []);
    await page.context().close();
  });

  test('a man chosen while the other side thinks stays chosen, and a second finger drops nothing', async () => {
    const page = await visit(site.browser, site.address);
    await begin(page, { opponent: 'engine', clock: '30+20' });
    await square(page, 'a2').click();
    await square(page, 'a3').click();
    await square(page, 'h2').click();
    await page.getByRole('button', { name: 'Move now' }).click();
    await moved(page, 2);
    await page.locator('.selected.movable').waitFor();
    await square(page, 'h3').click();
    assert.equal((await moved(page, 3))[2], 'h2h3');
    await page.getByRole('button', { name: 'Move now' }).click();
    await moved(page, 4);
    await square(page, 'b2').hover();
    await page.mouse.down();
    await square(page, 'b4').hover();
    const box = await square(page, 'b3').boundingBox();
    await page.evaluate(
      ({ x, y }) =>
        dispatchEvent(
          new PointerEvent('pointerup', { pointerId: 77, clientX: x + 5, clientY: y + 5 }),
        ),
      box,
    );
    await page.mouse.up();
    assert.equal((await moved(page, 5))[4], 'b2b4');
    assert.deepEqual(page.errors, []);
    await page.context().close();
  });

  test('the form of a new game leads back to the game that is played', async () => {
    const page = await visit(site.browser, site.address);
    await begin(page, { opponent: 'person' });
    await square(page, 'e2').click();
    await square(page, 'e4').click();
    for (const back of [
      () => page.getByRole('button', { name: 'Cancel' }).click(),
      () => page.keyboard.press('Escape'),
    ]) {
      await command(page, 'New game');
      await chooseOpponent(page, 'level-02');
      await back();
      await page.getByRole('button', { name: 'e4' }).and(page.locator('.move')).waitFor();
      await page.waitForFunction(() => document.activeElement.matches('[data-square]'));
    }
    assert.deepEqual((await storedGame(page)).moves, ['e2e4']);
    await page.context().close();
  });

  test('garbage is refused in words and the page goes on', async () => {
    const page = await visit(site.browser, site.address);
    await begin(page);
    await page.getByLabel('Type a move').fill('Qxz9');
    await page.keyboard.press('Enter');
    await page.locator('.wrong', { hasText: 'Qxz9' }).waitFor();
    await page.evaluate(() => {
      localStorage['kibitz.game'] =
        '{"start":"nonsense","moves":["e2e5"],"opponent":"x","color":"white","seed":1,"clock":null,"ending":null}';
      localStorage['kibitz.preferences'] = '[]';
      localStorage['kibitz.analysis'] = '"\u0000("';
    });
    await page.reload();
    await page.waitForSelector('[role=alert] >> text=FEN');
    await page.goto(`${site.address}#game=AAAA`);
    await page.reload();
    await page.waitForSelector('[role=alert] >> text=damaged');
    await page.getByRole('button', { name: 'Close' }).click();
    // What can be played of a game stays; what makes no sense is left behind; no address breaks the page.
    const stored = (changes) =>
      page.evaluate(
        (all) =>
          Object.entries(all).forEach(
            ([name, value]) => (localStorage[`kibitz.${name}`] = JSON.stringify(value)),
          ),
        changes,
      );
    const game = {
      start: '',
      moves: [],
      opponent: 'person',
      color: 'white',
      seed: 1,
      clock: null,
      ending: null,
    };
    await stored({
      game: { ...game, moves: ['e2e4', 'e2e5', 'd2d4'] },
      preferences: { started: true, language: 'constructor' },
    });
    await page.goto(`${site.address}#constructor`);
    await page.reload();
    await square(page, 'e7').click();
    await square(page, 'e5').click();
    await page.waitForFunction(
      () => JSON.parse(localStorage['kibitz.game']).moves.join(' ') === 'e2e4 e7e5',
    );
    await stored({
      game: { ...game, clock: { white: null, black: 1, increment: 0 } },
      preferences: { started: true, minutes: 1e308 },
    });
    await page.reload();
    assert.equal((await storedGame(page)).clock, null);
    assert.equal(
      await page.evaluate(() => JSON.parse(localStorage['kibitz.preferences']).minutes),
      0,
    );
    await stored({ game: { ...game, ending: 7 }, preferences: { started: true, color: 'purple' } });
    await page.goto(`${site.address}#__proto__`);
    await page.reload();
    assert.equal((await storedGame(page)).color, 'white');
    // A position that is none is refused before the game on the board is given up.
    await begin(page, { opponent: 'person' });
    await square(page, 'e2').click();
    await square(page, 'e4').click();
    await command(page, 'New game');
    const kind = page.getByLabel('From a position');
    await kind.waitFor(); // a forced check does not wait for it to be seen
    await kind.check({ force: true });
    await page.getByLabel('FEN').fill('rubbish');
    await page.locator('.setup button[type=submit]').click();
    await page.locator('.setup .wrong').waitFor();
    assert.deepEqual(await page.evaluate(() => JSON.parse(localStorage['kibitz.game']).moves), [
      'e2e4',
    ]);
    await page.context().close();
  });

  rarely(
    'the opponent answers while a game is reviewed, and the clock runs on in every view',
    async () => {
      const page = await visit(site.browser, site.address);
      await begin(page);
      await page.evaluate(() => {
        const moves = 'e2e4 e7e5 g1f3 b8c6 f1c4 g8f6 d2d3 d8e7 e1g1 e7c5 b1c3 f8e7'.split(' ');
        const mine = JSON.parse(localStorage['kibitz.game']);
        localStorage['kibitz.game'] = JSON.stringify({
          ...mine,
          moves,
          clock: { white: 60000, black: 60000, increment: 0 },
        });
      });
      await page.reload();
      await moved(page, 12);
      await command(page, 'Analyse');
      await page.getByRole('button', { name: 'Review this game' }).click();
      await page.locator('.reviewing').waitFor();
      await page.getByRole('button', { name: 'Play', exact: true }).first().click();
      const clock = page.locator('.clock').last();
      const before = await clock.innerText();
      await page.getByRole('button', { name: 'Watch', exact: true }).first().click();
      await page.waitForTimeout(2500);
      await page.getByRole('button', { name: 'Play', exact: true }).first().click();
      assert.ok((await clock.innerText()) < before);
      await square(page, 'h2').click();
      await square(page, 'h3').click();
      await moved(page, 14);
      await page.getByRole('button', { name: 'Analyse', exact: true }).first().click();
      await page.waitForSelector('.accuracy', { timeout: 60_000 });
      assert.deepEqual(page.errors, []);
      await page.context().close();
    },
  );
});
