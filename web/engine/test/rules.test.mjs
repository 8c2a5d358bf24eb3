// The rules through the package: a round trip of everything a page does with a game.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KibitzError, Rules } from '../dist/rules.js';

const rules = await Rules.load();

test('a position has its legal moves, opening and outcome', () => {
  const start = rules.position('');
  assert.equal(start.legal.length, 20);
  assert.equal(start.turn, 'white');
  const spanish = rules.position('', ['e4', 'e5', 'Nf3', 'Nc6', 'Bb5']);
  assert.match(spanish.opening.name, /Ruy Lopez/);
  const mate = rules.position('', ['f3', 'e5', 'g4', 'Qh4']);
  assert.deepEqual(mate.outcome, { result: '0-1', reason: 'checkmate' });
  assert.equal(mate.moves[3].gives, 'mate');
  assert.equal(spanish.moves[4].gives, undefined);
  const chess960 = rules.position('chess960 518');
  assert.equal(chess960.fen.split(' ')[0], start.fen.split(' ')[0]);
});

test('a move that cannot be made has an obstacle', () => {
  assert.deepEqual(rules.obstacle('', [], 'f1', 'c4'), { kind: 'blocked', by: 'e2' });
  assert.deepEqual(rules.obstacle('', ['e4', 'e5'], 'f1', 'f3'), { kind: 'shape', by: null });
  assert.equal(rules.obstacle('', ['e4', 'e5'], 'f1', 'c4'), null);
  assert.throws(() => rules.obstacle('', [], 'f9', 'c4'), KibitzError);
});

test('a square has attackers, also pinned ones', () => {
  const { fen } = rules.position('', ['e4', 'e5', 'Nf3', 'Nc6']);
  assert.deepEqual(rules.attackers(fen, 'e5'), ['f3', 'c6']);
  assert.deepEqual(rules.attackers(fen, 'a5'), ['c6']);
  assert.deepEqual(rules.attackers(fen, 'g5'), ['f3', 'd8']);
  assert.deepEqual(rules.attackers('4r1k1/8/8/8/4N3/8/8/4K3 w - - 0 1', 'c5'), ['e4']);
  assert.throws(() => rules.attackers(fen, 'e9'), KibitzError);
});

test('a position has a name, however it was reached, and its moves lead to openings', () => {
  const name = (...moves) => rules.position('', moves).name;
  assert.equal(name('e4', 'e5', 'Nf3'), name('Nf3', 'e5', 'e4'));
  assert.notEqual(name('e4'), name('e3'));
  // Tables and the games that people keep are found by it, so it must stay as it is.
  assert.equal(name(), '82b1219331');
  const after = (moves, next) => rules.openingsAfter(rules.position('', moves).fen, next);
  assert.deepEqual(after(['e4'], ['c5', 'e7e6']), ['Sicilian Defense', 'French Defense']);
  assert.deepEqual(after(['e4', 'e5', 'a3', 'a6'], ['b4', 'Ke3']), [null]); // no name; not legal
});

test('a PGN is imported piece by piece', () => {
  const pgn =
    '[White "Ann"]\n[Black "Bob"]\n[Result "1-0"]\n\n1. e4 (1. d4) c5 {good} 2. Nf3 1-0\n\n' +
    '[White "Žofka"]\n\n1. e4 e5 2. Ke3 *\n';
  const read = (size) => {
    rules.beginImport();
    const games = [];
    for (let at = 0; at < pgn.length; at += size)
      games.push(...rules.importText(pgn.slice(at, at + size)));
    return [...games, ...rules.finishImport()];
  };
  const games = read(7);
  assert.deepEqual(games, read(pgn.length));
  assert.equal(games.length, 2);
  const [first, second] = games;
  assert.equal(first.tags.White, 'Ann');
  assert.equal(first.result, '1-0');
  assert.equal(first.opening.name, 'Sicilian Defense');
  assert.deepEqual(first.moves, ['e2e4', 'c7c5', 'g1f3']);
  const after = (...moves) => rules.position('', moves).name;
  assert.deepEqual(first.positions, [
    after(),
    after('e4'),
    after('e4', 'c5'),
    after('e4', 'c5', 'Nf3'),
  ]);
  assert.match(first.pgn, /1\. e4 \(1\. d4\) 1\.\.\. c5 \{good\} 2\. Nf3 1-0/);
  assert.equal(first.error, undefined);
  assert.equal(second.tags.White, 'Žofka');
  assert.match(second.error, /Ke3/);
  assert.equal(second.moves.length, 2);
  assert.throws(() => rules.importText('1. e4 *'), KibitzError, 'the import has ended');
});

test('circles and arrows of a move are read, set and written', () => {
  const { games } = rules.readGames('1. e4 {[%csl Rd5][%cal Gd2d4] good} *');
  const game = rules.game(games[0]);
  assert.deepEqual(game.tree().nodes[1].marks, ['Rd5', 'Gd2d4']);
  game.marks(1, ['Ye5', 'Bg1f3']);
  assert.deepEqual(game.tree().nodes[1].marks, ['Ye5', 'Bg1f3']);
  assert.equal(game.tree().nodes[1].comment, 'good');
  assert.match(game.pgn(), /\[%csl Ye5\]\s?\[%cal Bg1f3\] good/);
  game.marks(1, []);
  assert.equal(game.tree().nodes[1].marks, undefined);
  for (const wrong of ['Xe5', 'Ge9', 'Gd2d', 'rubbish'])
    assert.throws(() => game.marks(1, [wrong]), KibitzError, wrong);
  game.close();
});

test('a game goes to PGN and back, whole tree and comments', () => {
  const game = rules.newGame();
  const e4 = game.play(0, 'e4');
  const e5 = game.play(e4, 'e5');
  const c5 = game.play(e4, 'c5');
  game.play(c5, 'Nf3');
  game.comment(e5, 'Žofka says: “solid” [%eval 0.31]');
  game.nags(c5, [1]);
  game.tag('White', 'Ann "Ace" \\ Bee');
  game.result('1-0');
  const { games } = rules.readGames(game.pgn());
  assert.equal(games.length, 1);
  const copy = rules.game(games[0]);
  assert.equal(copy.pgn(), game.pgn());
  const tree = copy.tree();
  assert.equal(tree.tags.White, 'Ann "Ace" \\ Bee');
  assert.equal(tree.nodes.find((node) => node.san === 'e5').comment, 'Žofka says: “solid”');
  game.makeMainLine(c5);
  assert.match(game.pgn(), /1\. e4 c5 \$1 \(1\.\.\. e5/);
  game.remove(e5);
  assert.equal(game.tree().nodes.length, 4);
  game.close();
  assert.throws(() => game.pgn(), KibitzError);
});

test('garbage is answered in words', () => {
  assert.throws(() => rules.position('hello'), /FEN/);
  assert.throws(() => rules.position('', ['e9']), /e9/);
  assert.throws(() => rules.readMove('', [], '\0Nf3\u{1F600}'), KibitzError);
  assert.throws(() => rules.readGames(''), /no game/);
  const long = '('.repeat(100_000);
  assert.ok(rules.readGames(`[Event "x"]\n\n1. e4 ${long} *`).games[0].error);
  assert.equal(rules.position('').legal.length, 20); // and it goes on
});

test('pictures are SVG', () => {
  assert.match(rules.svg('', ['e4'], 'black arrow:e7e5'), /^<svg .*<\/svg>\n$/s);
  assert.deepEqual(rules.lineSan('', ['e2e4', 'e7e5', 'e1e3']), ['e4', 'e5']);
});

test('moves are judged by the lines around them', () => {
  const lines = [
    { centipawns: 20, pv: ['e2e4'] },
    { centipawns: -20, pv: ['c7c5'] },
    { centipawns: 20, pv: ['g1f3'] },
    { mate: 3, pv: [] },
  ];
  const { moves, white, black } = rules.judge('', ['e4', 'e5', 'Ke2'], lines);
  assert.deepEqual(
    moves.map(({ mark, loss }) => [mark, loss]),
    [
      ['', 0],
      ['', 0],
      ['blunder', 1020],
    ],
  );
  assert.deepEqual([white.averageLoss, white.blunders], [510, 1]);
  assert.ok(white.accuracy < 60);
  assert.deepEqual([black.moves, black.accuracy], [1, 100]);
  assert.throws(() => rules.judge('', ['e4'], []), KibitzError);
});
