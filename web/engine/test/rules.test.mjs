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
  const chess960 = rules.position('chess960 518');
  assert.equal(chess960.fen.split(' ')[0], start.fen.split(' ')[0]);
});

test('a move that cannot be made has an obstacle', () => {
  assert.deepEqual(rules.obstacle('', [], 'f1', 'c4'), { kind: 'blocked', by: 'e2' });
  assert.deepEqual(rules.obstacle('', ['e4', 'e5'], 'f1', 'f3'), { kind: 'shape', by: null });
  assert.equal(rules.obstacle('', ['e4', 'e5'], 'f1', 'c4'), null);
  assert.throws(() => rules.obstacle('', [], 'f9', 'c4'), KibitzError);
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
