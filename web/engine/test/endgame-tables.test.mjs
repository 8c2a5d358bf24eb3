// The endgame tables in WebAssembly: drills, their starts, and what is said of positions.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { Endgames } from '../dist/endgames.js';

describe('endgames', () => {
  let endgames;
  before(async () => (endgames = await Endgames.load()));

  test('a drill is prepared table by table and begins with a win', () => {
    const { drills, hold } = endgames.drills();
    assert.ok(drills.length >= 15 && hold > 0);
    assert.deepEqual(
      drills.find(({ id }) => id === 'queen'),
      { id: 'queen', goal: 'mate' },
    );
    assert.throws(() => endgames.start('queen', 1), /no position/); // without its table
    assert.equal(endgames.prepare('key-squares', 0), 8);
    assert.equal(endgames.prepare('key-squares', 1), 7);
    assert.equal(endgames.prepare('key-squares', 100), 0);
    assert.equal(endgames.prepare('queen', 0), 0); // a pawn becomes a queen
    const fens = [1, 2, 3].map((seed) => endgames.start('queen', seed));
    assert.equal(new Set(fens).size, 3);
    assert.equal(endgames.start('queen', 2), fens[1]);
    for (const fen of fens) {
      const look = endgames.look(fen, 4, 1);
      assert.equal(look.result, 'win');
      assert.ok(look.plies >= 13 && look.plies <= 19);
      assert.equal(look.best.length, 4);
      const best = look.moves.find(({ uci }) => uci === look.best[0]);
      assert.deepEqual([best.result, best.plies], ['win', look.plies]);
    }
    // A queen beside the other king can be lost.
    const { moves } = endgames.look('8/8/8/3k4/8/2Q5/8/K7 w - - 0 1', 1, 1);
    assert.equal(moves.find(({ uci }) => uci === 'c3c4').result, 'draw');
  });

  test('what is no drill, no position or has no table is refused', () => {
    assert.throws(() => endgames.prepare('nothing', 1), /no such drill/);
    assert.throws(() => endgames.start('nothing', 1), /no such drill/);
    assert.throws(() => endgames.look('nothing', 1, 1));
    assert.throws(() => endgames.look('', 1, 1), /no table/); // the usual start
  });

  test('a mate and a stalemate have no moves', () => {
    endgames.prepare('queen', 1);
    assert.deepEqual(endgames.look('7k/6Q1/6K1/8/8/8/8/8 b - - 0 1', 4, 1), {
      result: 'loss',
      plies: 0,
      moves: [],
      best: [],
    });
    assert.deepEqual(endgames.look('7k/5Q2/6K1/8/8/8/8/8 b - - 0 1', 4, 1).result, 'draw');
  });
});
