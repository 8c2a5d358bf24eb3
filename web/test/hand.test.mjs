// The hand over the board, without a page: what presses, drags, releases and clicks do.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { openModules } from './modules.mjs';

describe('the hand over the board', () => {
  let modules, hands, rules;
  before(async () => {
    modules = await openModules();
    hands = await modules.load('board/hand');
    const { Rules } = await import('../engine/dist/rules.js');
    rules = await Rules.load();
  });
  after(() => modules.close());

  /** A board in a game; `rest` changes what can be done on it. */
  function tableAt(fen, rest = {}) {
    const { board, legal } = rules.position(fen);
    const table = { board, legal, premoves: null, planned: [], isEarly: false };
    return { ...table, explains: true, draws: true, free: null, ...rest };
  }
  /** A hand that keeps what it has done. */
  function handOver(table) {
    let hand = hands.emptyHand;
    const acts = [];
    const take = (step) => {
      hand = step.hand;
      acts.push(...step.acts);
    };
    const at = (square) => ({ x: 100 * square.charCodeAt(0), y: 100 * Number(square[1]) });
    const self = {
      get hand() {
        return hand;
      },
      /** What has been done since it was last asked, a move by its squares. */
      get acts() {
        return acts
          .splice(0)
          .map(({ kind, moves, arrow, from, to, square }) =>
            [
              kind,
              ...(moves?.map(({ uci }) => uci) ?? []),
              ...(arrow ? [arrow.from, arrow.to, arrow.kind] : [from, to, square]),
            ]
              .filter((part) => part !== undefined)
              .join(' '),
          );
      },
      on: (next) => {
        table = next;
        hand = hands.settle(hands.follow(hand, table));
      },
      press: (square, button = 0) =>
        take(hands.press(hand, table, { square, button, ...at(square), isTouch: false })),
      move: (square) => (hand = hands.drag(hand, at(square), square)),
      release: (square) => take(hands.release(hand, table, square)),
      click: (square) => {
        self.press(square);
        self.release(square);
        take(hands.click(hand, table, square, true));
      },
      /** What the browser sends after a drag: a click on what both ends have in common. */
      clickAfterDrag: (square) => take(hands.click(hand, table, square, true)),
      enter: (square) => take(hands.click(hand, table, square, false)),
      dragTo: (from, to) => {
        self.press(from);
        if (to) self.move(to);
        else self.move(from === 'a1' ? 'h8' : 'a1');
        self.release(to);
      },
      draw: (square, ink) => take(hands.draw(hand, square, ink)),
      putBack: () => (hand = hands.putBack(hand)),
    };
    return self;
  }

  test('two clicks move; a second one on the piece puts it down; another own piece is taken up', () => {
    const one = handOver(tableAt(''));
    one.click('e2');
    assert.equal(one.hand.selected, 'e2');
    one.click('e4');
    assert.deepEqual(one.acts, ['move e2e4']);
    assert.equal(one.hand.selected, null);
    one.click('g1');
    one.click('g1');
    assert.equal(one.hand.selected, null);
    one.click('g1');
    one.click('b1');
    assert.equal(one.hand.selected, 'b1');
    assert.deepEqual(one.acts, []);
    one.enter('c3');
    assert.deepEqual(one.acts, ['move b1c3'], 'the same by keyboard');
  });

  test('a press on nothing erases; one on the target of a selected piece does not', () => {
    const one = handOver(tableAt(''));
    one.click('e5');
    assert.deepEqual(one.acts, ['erase']);
    one.click('e2');
    one.press('e4');
    assert.deepEqual(one.acts, []);
  });

  test('a piece is dragged; a short way is a click, and its own square is no move', () => {
    const one = handOver(tableAt(''));
    one.dragTo('e2', 'e4');
    assert.deepEqual(one.acts, ['move e2e4']);
    assert.equal(one.hand.dropped, 'e2', 'it does not slide there');
    one.clickAfterDrag('e4');
    assert.deepEqual(one.acts, []);
    assert.equal(one.hand.selected, null);
    one.on(tableAt('')); // shown
    assert.equal(one.hand.dropped, null);
    one.press('d2');
    one.move('d2');
    assert.equal(one.hand.drag.moved, false);
    assert.equal(one.hand.under, null, 'nothing is marked before it is a drag');
    one.release('d2');
    one.clickAfterDrag('d2');
    assert.equal(one.hand.selected, 'd2');
    one.press('d2');
    one.move('d4');
    assert.deepEqual([one.hand.drag.moved, one.hand.under], [true, 'd4']);
    one.move('d2');
    one.release('d2');
    assert.equal(one.hand.selected, null);
    assert.equal(one.hand.dropped, null);
    assert.deepEqual(one.acts, []);
  });

  test('the same hand is returned while nothing changes, so nothing is drawn again', () => {
    const one = handOver(tableAt(''));
    const before = one.hand;
    assert.equal(one.move('e4'), before, 'nothing is held');
    one.press('e2');
    one.move('e4');
    const held = one.hand;
    assert.equal(one.move('e4'), held);
    assert.notEqual(one.move('e5'), held);
    assert.equal(hands.putBack(hands.emptyHand), hands.emptyHand);
    assert.equal(hands.settle(hands.emptyHand), hands.emptyHand);
    assert.equal(hands.settle({ ...hands.emptyHand, dropped: 'e2' }).dropped, null);
  });

  test('a drag is taken back, and neither the release nor the click that follows does anything', () => {
    const one = handOver(tableAt(''));
    one.press('e2');
    one.move('e4');
    one.putBack();
    assert.deepEqual([one.hand.drag, one.hand.selected, one.hand.under], [null, null, null]);
    one.release('e4');
    one.clickAfterDrag('e4');
    assert.deepEqual(one.acts, []);
    one.click('e2');
    assert.equal(one.hand.selected, 'e2', 'the next press is one again');
  });

  test('a piece off the board goes back', () => {
    const one = handOver(tableAt(''));
    one.dragTo('e2', null);
    assert.deepEqual(one.acts, []);
    assert.deepEqual([one.hand.selected, one.hand.drag], [null, null]);
  });

  test('a move that cannot be made is refused with its squares, and only for one’s own pieces', () => {
    const one = handOver(tableAt(''));
    one.click('f1');
    one.click('c4');
    assert.deepEqual(one.acts, ['refused f1 c4']);
    assert.equal(one.hand.selected, null);
    one.dragTo('f1', 'a6');
    assert.deepEqual(one.acts, ['refused f1 a6']);
    one.dragTo('e7', 'e5');
    assert.deepEqual(one.acts, ['erase']);
    const mute = handOver(tableAt('', { explains: false }));
    mute.click('f1');
    assert.equal(mute.hand.selected, null, 'a piece without a move is not even lifted');
  });

  test('a promotion has several moves, and castling takes the square of the rook, too', () => {
    const pawn = handOver(tableAt('8/P6k/8/8/8/8/8/K7 w - - 0 1'));
    pawn.click('a7');
    pawn.click('a8');
    assert.deepEqual(pawn.acts, ['move a7a8q a7a8n a7a8r a7a8b']);
    const king = handOver(tableAt('4k3/8/8/8/8/8/8/4K2R w K - 0 1'));
    king.click('e1');
    king.click('h1');
    assert.deepEqual(king.acts, ['move e1g1']);
  });

  test('premoves go where the piece could go, and anywhere while the rules are missing', () => {
    const premoves = (rest) => tableAt('', { legal: [], premoves: 'white', ...rest });
    const one = handOver(premoves());
    one.click('b1');
    one.click('d2'); // a piece of one's own stands there, which may be gone by then
    assert.deepEqual(one.acts, ['premove b1 d2']);
    one.click('b1');
    one.click('h6');
    assert.deepEqual(one.acts, []);
    assert.equal(one.hand.selected, null);
    one.click('e7');
    assert.equal(one.hand.selected, null, 'not those of the other side');
    const early = handOver(premoves({ isEarly: true }));
    early.dragTo('b1', 'h6');
    assert.deepEqual(early.acts, ['premove b1 h6']);
  });

  test('premoves are cancelled by a click on nothing and by the right button, which then draws nothing', () => {
    const planned = [{ from: 'e2', to: 'e4' }];
    const one = handOver(tableAt('', { legal: [], premoves: 'white', planned }));
    one.click('e5');
    assert.deepEqual(one.acts, ['erase', 'cancelPremoves']);
    one.press('d4', 2);
    one.draw('d5', 'green');
    assert.deepEqual(one.acts, ['cancelPremoves']);
  });

  test('the right button draws an arrow or a ring, and nothing off the board', () => {
    const one = handOver(tableAt(''));
    one.press('e2', 2);
    one.draw('e4', 'red');
    one.press('d5', 2);
    one.draw('d5', 'green');
    one.press('d5', 2);
    one.draw(null, 'green');
    one.draw('a1', 'green');
    assert.deepEqual(one.acts, ['draw e2 e4 red', 'draw d5 d5 green']);
    const still = handOver(tableAt('', { draws: false }));
    still.press('e2', 2);
    still.draw('e4', 'red');
    still.press('e2', 1);
    assert.deepEqual(still.acts, []);
  });

  test('a piece stays selected when another position comes, if it can still be lifted', () => {
    const one = handOver(tableAt('', { legal: [], premoves: 'white' }));
    one.click('g1');
    one.on(tableAt('rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 2'));
    assert.equal(one.hand.selected, 'g1');
    one.on(tableAt('4k3/8/8/8/8/8/8/4K3 w - - 0 1'));
    assert.equal(one.hand.selected, null);
  });

  test('in an editor pieces go anywhere, off the board, too, and a held piece is placed', () => {
    const free = (holds) => tableAt('', { legal: [], explains: false, free: { holds } });
    const one = handOver(free(false));
    one.dragTo('e7', 'a4');
    one.dragTo('e1', null);
    one.click('d8');
    one.click('d5');
    assert.deepEqual(one.acts, ['shift e7 a4', 'shift e1 ', 'shift d8 d5']);
    const holding = handOver(free(true));
    holding.click('e4');
    assert.deepEqual(holding.acts, ['erase', 'put e4']);
  });
});
