// The page's state in Node, without a browser: games, clocks, moves made too early, the tree, the
// review, and what is kept. The rules are the real ones.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { openModules } from './modules.mjs';

/** A storage with room for so many characters. */
function fakeStorage(room = Infinity) {
  const kept = new Map();
  const size = () => [...kept].reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  return {
    room,
    getItem: (name) => kept.get(name) ?? null,
    setItem(name, value) {
      const before = kept.get(name);
      kept.set(name, value);
      if (size() <= this.room) return;
      if (before === undefined) kept.delete(name);
      else kept.set(name, before);
      throw new Error('no room');
    },
    removeItem: (name) => kept.delete(name),
    get length() {
      return kept.size;
    },
  };
}

describe('the state of the page', () => {
  let modules, core, play, analysis, review, storage, notices, Rules;
  /** What `performance.now` says. */
  let time = 0;
  const realNow = performance.now;
  const nextTask = () => new Promise((resolve) => setTimeout(resolve));

  before(async () => {
    globalThis.localStorage = fakeStorage();
    localStorage.setItem('kibitz.game', '{"moves":7}'); // garbage, from another version
    modules = await openModules();
    storage = await modules.load('settings/storage');
    notices = await modules.load('shell/notices');
    core = await modules.load('game/core');
    play = await modules.load('game/play');
    analysis = await modules.load('game/analysis');
    review = await modules.load('game/review');
    ({ Rules } = await import('../engine/dist/rules.js'));
    performance.now = () => time;
  });
  after(async () => {
    performance.now = realNow;
    delete globalThis.localStorage;
    await modules.close();
  });

  const kept = (name) => JSON.parse(localStorage.getItem(`kibitz.${name}`));
  const person = (game = {}) => play.newGame({ opponent: 'person', ...game });
  const move = (uci) => play.play(play.position.value.legal.find((one) => one.uci === uci));

  test('a move made before the rules are there is played when they come', async () => {
    assert.deepEqual(play.game.value.moves, []); // the garbage was left behind
    person();
    assert.equal(play.isMyTurn.value, false);
    assert.equal(play.premoves.value, 'white'); // whose pieces can be moved all the same
    play.setPremove('e2', 'e4');
    const typed = play.playTyped('e5');
    assert.deepEqual(play.game.value.moves, []);
    core.rules.value = await Rules.load();
    assert.equal(await typed, '');
    assert.deepEqual(play.game.value.moves, ['e2e4', 'e7e5']);
    assert.deepEqual(play.planned.value, []);
    assert.equal(play.premoves.value, null); // two at one board never move ahead of time
  });

  test('a game goes on to mate, is taken back and resigned', () => {
    person();
    for (const uci of ['f2f3', 'e7e5', 'g2g4', 'd8h4']) move(uci);
    assert.deepEqual(play.ending.value, { result: '0-1', reason: 'checkmate' });
    assert.deepEqual(kept('game').moves, ['f2f3', 'e7e5', 'g2g4', 'd8h4']);
    play.takeBack();
    assert.equal(play.ending.value, null);
    assert.equal(play.position.value.turn, 'black');
    play.resign();
    assert.deepEqual(play.ending.value, { result: '1-0', reason: 'black resigns' });
    play.rematch();
    assert.deepEqual(
      [play.game.value.moves, play.game.value.color, play.ending.value],
      [[], 'black', null],
    );
  });

  test('what an opponent says at the end follows from how the game ended for the user', async () => {
    const { partingAfter } = await modules.load('farewell/parting');
    const parting = (color, result, reason) =>
      Object.values(partingAfter(color, { result, reason })).join(' ');
    assert.equal(parting('white', '1-0', 'checkmate'), 'won mate');
    assert.equal(parting('black', '1-0', 'checkmate'), 'lost mate');
    assert.equal(parting('white', '0-1', 'white resigns'), 'lost resigned');
    assert.equal(parting('black', '0-1', 'time ran out'), 'won time');
    assert.equal(parting('black', '1/2-1/2', 'stalemate'), 'drawn other');
    assert.equal(partingAfter('white', null), null);
  });

  test('a typed move that is none says why, and a draw offer ends with the next move', async () => {
    person();
    for (const [typed, why] of [
      ['Ke3', /one square at a time/],
      ['Ra5', /^The pawn on a2 is in the way of the rook on a1/], // the other rook does not move like that
      ['Rha5', /^Rooks move along/],
      ['e5', /^Pawns move straight ahead/],
      ['exd3', /there is nothing to capture on d3/],
      ['e2e5', /^Pawns move straight ahead/],
      ['e7e5', /not a possible move/],
      ['Qd3', /^The pawn on d2 is in the way/],
      ['hello', /^“hello” is not a possible move here/],
      ['', /not a possible move/],
    ])
      assert.match(await play.playTyped(typed), why, typed);
    assert.equal(await play.playTyped('Nf3'), '');
    play.newGame({ opponent: 'person', start: '4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1' });
    assert.equal(await play.playTyped('Nd2'), 'Which one: Nbd2 or Nfd2?');
    person();
    await play.playTyped('Nf3');
    await play.draw();
    assert.equal(play.drawOffer.value, 'black');
    move('g8f6');
    assert.equal(play.drawOffer.value, null);
    await play.draw();
    play.answerDraw(true);
    assert.deepEqual(play.ending.value, { result: '1/2-1/2', reason: 'agreed' });
  });

  test('clocks run for the side to move from the first move on, with the increment', () => {
    time = 1000;
    person({ clock: { white: 60_000, black: 60_000, increment: 2000 } });
    time = 9000;
    assert.equal(play.clockNow().white, 60_000); // nobody has moved
    move('e2e4');
    time = 14_000;
    assert.deepEqual(play.clockNow(), { white: 60_000, black: 55_000, increment: 2000 });
    move('e7e5');
    time = 15_000;
    assert.deepEqual(play.clockNow(), { white: 59_000, black: 57_000, increment: 2000 });
    play.takeBack(); // White's second belongs to White
    assert.deepEqual(play.clockNow(), { white: 59_000, black: 57_000, increment: 2000 });
    // A flag that falls loses, if the other side could still mate.
    time += 58_000;
    move('e7e5');
    assert.deepEqual(play.ending.value, { result: '1-0', reason: 'time ran out' });
    assert.deepEqual(play.game.value.moves, ['e2e4']);
    person({
      start: '4k3/8/8/8/8/8/8/4K2R b - - 0 1',
      clock: { white: 1000, black: 1000, increment: 0 },
    });
    move('e8d8');
    time += 2000;
    move('h1h8');
    assert.deepEqual(play.ending.value, {
      result: '1/2-1/2',
      reason: 'time ran out, but there is no way to win',
    });
  });

  test('what clocks show is rounded down', async () => {
    const { clockText } = await modules.load('game/clock-text');
    assert.deepEqual([61_999, 9999, 0, -5].map(clockText), ['1:01', '0:09.9', '0:00.0', '0:00.0']);
  });

  test('a tree grows, is walked, cut and restored', () => {
    assert.ok(analysis.openText('1. e4 {best by test} e5 (1... c5 2. Nf3) 2. Nf3 *'));
    assert.equal(analysis.nodes.value.size, 6);
    analysis.toEnd('end');
    assert.equal(analysis.here.value.moves.map(({ san }) => san).join(' '), 'e4 e5 Nf3');
    analysis.step(1); // nothing follows
    analysis.step(-1);
    analysis.playHere('b1c3');
    assert.deepEqual(analysis.mainLine().moves, ['e2e4', 'e7e5', 'g1f3']);
    analysis.edit((game) => game.makeMainLine(analysis.current.value));
    assert.deepEqual(analysis.mainLine().moves, ['e2e4', 'e7e5', 'b1c3']);
    const before = analysis.pgn();
    analysis.removeHere();
    assert.notEqual(analysis.pgn(), before);
    notices.undoable.value.undo();
    assert.equal(analysis.pgn(), before);
    assert.equal(analysis.nodes.value.get(analysis.current.value).san, 'Nc3'); // and the place in it
    assert.equal(kept('analysis'), before);
  });

  test('a text that is no game is refused, and what was there stays', () => {
    const before = analysis.pgn();
    notices.errorMessage.value = '';
    assert.equal(analysis.openText('\u0000 no game'), false);
    assert.notEqual(notices.errorMessage.value, '');
    assert.equal(analysis.openText('8/8/8/8/8/8/8/8 w - - 0 1'), false); // no kings
    assert.equal(analysis.pgn(), before);
  });

  test('of several games each keeps what was done to it', () => {
    const game = (white, moves) => `[White "${white}"]\n\n${moves} *\n\n`;
    analysis.openText(game('Ann', '1. e4') + game('Cid', '1. d4'));
    const [first, second] = analysis.collection.value;
    analysis.openListed(second);
    analysis.playHere('c2c4');
    analysis.openListed(first);
    assert.deepEqual(analysis.mainLine().moves, ['e2e4']);
    analysis.openListed(second);
    assert.match(analysis.pgn(), /1\. c4|1\. d4 \(1\. c4/);
  });

  test('a review that was kept is there again for its game, and for no other', () => {
    const start = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
    const line = (centipawns, ...pv) => ({ centipawns, pv });
    const best = [line(30, 'e2e4'), line(-30, 'e7e5'), line(30, 'g1f3'), line(400, 'g8f6')];
    storage.save('review', { start, moves: ['e2e4', 'e7e5', 'e1e2'], best });
    analysis.openText('1. e4 e5 2. Ke2 *');
    const { moves, accuracy } = review.review.value;
    assert.deepEqual(
      moves.map(({ verdict }) => verdict),
      [null, null, 'blunder'],
    );
    assert.equal(moves[2].better.san[0], 'Nf3');
    assert.deepEqual(review.review.value.averageLoss, { white: 215, black: 0 });
    assert.ok(accuracy.black > 99 && accuracy.white < 60, JSON.stringify(accuracy));
    analysis.openText('1. e4 e5 2. Nf3 *');
    assert.equal(review.review.value, null);
    // Moves that cannot be played are no review.
    storage.save('review', { start, moves: ['e2e4'], best: [line(30, 'e2e5'), line(0, 'e7e5')] });
    analysis.openText('1. e4 *');
    assert.equal(review.review.value, null);
  });

  test('a storage without room gives up the other games of a file first, and then says so', () => {
    globalThis.localStorage = fakeStorage(200);
    storage.save(storage.spare, 'x'.repeat(120));
    storage.save('game', 'y'.repeat(100));
    assert.equal(kept('game'), 'y'.repeat(100));
    assert.equal(localStorage.getItem(`kibitz.${storage.spare}`), null);
    assert.equal(storage.lost.value, null);
    storage.save('analysis', 'z'.repeat(150));
    assert.equal(storage.lost.value, 'full');
    localStorage.room = Infinity;
    localStorage.setItem('kibitz.game', '{');
    assert.equal(storage.load('game', storage.isText), null);
    globalThis.localStorage = fakeStorage();
  });

  test('an address says what is asked for, and nonsense is the usual', async () => {
    const { gameInAddress, pgnInAddress } = await modules.load('game/address');
    assert.equal(gameInAddress('https://a.example/'), null);
    const asked = gameInAddress('https://a.example/?level=99&player=black');
    assert.deepEqual(asked, { start: '', opponent: 'level-14', color: 'black', flipped: true });
    assert.equal(gameInAddress('https://a.example/?level=x').opponent, 'level-03');
    assert.equal(pgnInAddress('https://a.example/#pgn=1.%20e4'), '1. e4');
    assert.equal(pgnInAddress('https://a.example/#pgn=50%'), '50%');
  });

  test('a link holds a game, and a damaged one is refused', async () => {
    globalThis.location = { origin: 'https://a.example', pathname: '/' };
    const { gameLink, gameInLink } = await modules.load('game/link');
    const link = await gameLink('1. e4 {Žofka} *');
    assert.equal(await gameInLink(new URL(link).hash), '1. e4 {Žofka} *');
    assert.equal(await gameInLink('#analyse'), null);
    await assert.rejects(gameInLink('#game=AAAA'), /damaged/);
    delete globalThis.location;
    await nextTask();
  });

  test('a link that was shared long ago still holds its game', async () => {
    const { gameInLink } = await modules.load('game/link');
    const shared =
      '#game=FYyxCsIwGIT3PMURFx0MVtN2LFZcC7o4FIc0_GlDQxxspSA-mqPv5Z_p7vvgrj2_KE6QpzB3IO4-9vIu2tvgJ4I8x' +
      'pioDsaOkL_vw40miSs958CzbLtjFJkCabwNOup9TB8fUI69Qm011pxOgxanN-yUQmMLHBQuQ47GFVUFzbC4cgU-FH8';
    assert.equal(
      await gameInLink(shared),
      '[Event "Club evening"]\n[White "Ann"]\n[Black "Žofka"]\n[Result "1-0"]\n\n' +
        '1. e4 {a beginning} e5 2. Bc4 (2. f4 exf4) 2... Nc6 3. Qh5 Nf6?? 4. Qxf7# 1-0\n',
    );
  });

  test('views are named by the address, and nonsense is the first of them', async () => {
    const { address, title, titleDetail, view } = await modules.load('shell/navigation');
    const named = ['', 'analyse', 'arena/game/7', 'constructor', '__proto__'].map((text) => {
      address.value = text;
      return view.value;
    });
    assert.deepEqual(named, ['play', 'analyse', 'arena', 'play', 'play']);
    titleDetail.value = 'Ann – Bob';
    address.value = 'arena/game/7';
    assert.equal(title.value, 'Ann – Bob – Arena – Kibitz');
  });

  test('pieces slide as the boards differ', async () => {
    const { slidesBetween } = await modules.load('board/slides');
    const rules = core.rules.value;
    const board = (start, ...moves) => rules.position(start, moves).board;
    const names = (before, after) =>
      slidesBetween(before, after)
        .map((slide) =>
          [slide.from, slide.to].map((i) => 'abcdefgh'[i % 8] + (1 + (i >> 3))).join(''),
        )
        .toSorted();
    const usual = board('');
    assert.deepEqual(names(usual, board('', 'e2e4')), ['e2e4']);
    assert.deepEqual(names(board('', 'e2e4'), usual), ['e4e2']);
    const promotion = '1r5k/P7/8/8/8/8/8/K7 w - - 0 1';
    assert.deepEqual(names(board(promotion), board(promotion, 'a7b8q')), ['a7b8']);
    assert.deepEqual(names(board(promotion, 'a7b8q'), board(promotion)), ['b8a7']);
    const castling = 'r3k3/8/8/8/8/8/8/4K2R w Kq - 0 1';
    assert.deepEqual(names(board(castling), board(castling, 'e1g1')), ['e1g1', 'h1f1']);
    assert.deepEqual(names(board(castling, 'e1g1', 'e8c8'), board(castling)), [
      'c8e8',
      'd8a8',
      'f1h1',
      'g1e1',
    ]);
    const passing = '4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1';
    assert.deepEqual(names(board(passing, 'd7d5'), board(passing, 'd7d5', 'e5d6')), ['e5d6']);
    assert.deepEqual(names(board(passing, 'd7d5', 'e5d6'), board(passing, 'd7d5')), ['d6e5']);
    assert.deepEqual(names(usual, '.'.repeat(64)), []); // another board altogether
    assert.deepEqual(slidesBetween(usual, board('chess960 0')), []);
  });

  test('the arena’s games follow from their events', async () => {
    const { courseOf, clocksAt, hasMoved, isCasual } = await modules.load('arena/course');
    const { reasonText, scoreOf } = await modules.load('arena/views/results');
    const { pgnResult } = await modules.load('arena/pgn');
    const event = (number, time, clocks, rest) => ({ number, time, clocks, ...rest });
    const start = event(1, 0, [60_000, 60_000], {
      type: 'start',
      players: ['Ann', 'Bob'],
      setup: {},
      game: 'chess',
    });
    const moved = event(2, 1000, [60_000, 60_000], {
      type: 'move',
      side: 0,
      move: { uci: 'e2e4' },
      used: 0,
    });
    const offered = event(3, 3000, [60_000, 58_000], { type: 'drawOffered', side: 0 });
    assert.equal(courseOf([moved]), null); // the start is missing
    const course = courseOf([start, moved, offered]);
    assert.deepEqual([course.toMove, course.drawOffer], [1, 0]);
    assert.deepEqual(clocksAt(course, 5000), [60_000, 56_000]);
    assert.deepEqual(clocksAt(course, 1000), [60_000, 58_000]); // time never runs back
    const answered = event(4, 6000, [60_000, 55_000], {
      type: 'move',
      side: 1,
      move: { uci: 'e7e5' },
      used: 3000,
    });
    assert.equal(courseOf([start, moved, offered, answered]).drawOffer, null); // a move declines
    // Moves are taken back by agreement; a move declines what was asked.
    const asked = (number, side) =>
      event(number, 7000, [60_000, 55_000], { type: 'takebackAsked', side });
    const played = [start, moved, { ...answered, number: 3 }];
    const waiting = courseOf([...played, asked(4, 0)]);
    assert.deepEqual([waiting.takebackAsked, waiting.askedHere], [0, [true, false]]);
    const refused = event(5, 7000, [60_000, 55_000], { type: 'takebackDeclined', side: 1 });
    const stands = courseOf([...played, asked(4, 0), refused]);
    assert.deepEqual([stands.takebackAsked, stands.askedHere[0]], [null, true]);
    const back = (side, plies) =>
      event(5, 8000, [60_000, 55_000], { type: 'takenBack', side, plies });
    const both = courseOf([...played, asked(4, 0), back(0, 2)]);
    assert.deepEqual([both.moves, both.toMove, both.takebacks], [[], 0, 1]);
    assert.deepEqual([both.takebackAsked, both.askedHere], [null, [false, false]]);
    const one = courseOf([...played, asked(4, 1), back(1, 1)]);
    assert.deepEqual([one.moves, one.toMove], [[{ uci: 'e2e4' }], 1]);
    const again = event(5, 9000, [60_000, 55_000], { ...moved, number: 5 });
    assert.equal(courseOf([...played, asked(4, 1), again]).takebackAsked, null);
    const gift = event(4, 7000, [75_000, 55_000], { type: 'timeGiven', side: 1, given: 15_000 });
    const richer = courseOf([...played, gift]);
    assert.deepEqual(
      [richer.gifts, clocksAt(richer, 7000)],
      [
        [0, 1],
        [75_000, 55_000],
      ],
    );
    // Who is to move has a move to take back only if the other one has replied to it.
    assert.deepEqual(
      [hasMoved(courseOf([start, moved]), 0), hasMoved(courseOf([start, moved]), 1)],
      [true, false],
    );
    assert.deepEqual([hasMoved(courseOf(played), 0), hasMoved(courseOf(played), 1)], [true, true]);
    const casual = { rated: false, contest: '', classic: false };
    assert.equal(isCasual(casual), true);
    for (const other of [{ rated: true }, { contest: 'Spring' }, { classic: true }])
      assert.equal(isCasual({ ...casual, ...other }), false);
    const aborted = { ending: 'aborted', winner: null, reason: 'aborted by Ann' };
    assert.deepEqual([scoreOf(aborted), pgnResult(aborted)], ['–', '*']);
    assert.match(reasonText(aborted), /was aborted/);
    assert.match(reasonText({ ...aborted, reason: 'any text', paused: true }), /did not come back/);
    assert.equal(scoreOf({ ending: 'disconnect', winner: null, reason: '' }), '0–0');
  });
});
