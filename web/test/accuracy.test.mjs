// The accuracy of a game, against values worked out by hand.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { openModules } from './modules.mjs';

describe('accuracy', () => {
  let modules, moveAccuracy, gameAccuracy;
  before(async () => {
    modules = await openModules();
    ({ moveAccuracy, gameAccuracy } = await modules.load('game/accuracy'));
  });
  after(() => modules.close());

  const near = (value, wanted) =>
    assert.ok(Math.abs(value - wanted) < 0.01, `${value} is not ${wanted}`);

  test('of a move follows the published curve, with a point for uncertainty', () => {
    assert.equal(moveAccuracy(0), 100);
    assert.equal(moveAccuracy(-7), 100); // better than the engine thought
    near(moveAccuracy(10), 64.58); // 103.1668 · e^-0.4354 - 2.1669 = 103.1668 · 0.64701 - 2.1669
    near(moveAccuracy(50), 9.53); // 103.1668 · 0.11338 - 2.1669
    assert.equal(moveAccuracy(100), 0); // 103.1668 · 0.01286 is less than 2.1669
  });

  test('of a game without a mistake is 100, and of a side that never moved, too', () => {
    assert.deepEqual(gameAccuracy([50, 50, 50, 50], 'white'), { white: 100, black: 100 });
    assert.deepEqual(gameAccuracy([50], 'white'), { white: 100, black: 100 });
    assert.equal(gameAccuracy([50, 20], 'white').black, 100);
  });

  test('of a short game is midway between a weighted and a harmonic mean', () => {
    // White gives away nothing, then 10 of the chances; Black nothing. The window has two values, so
    // the moves weigh 0.5 (the least, as nothing changes) and 5 (half of 10).
    // Weighted: (100 · 0.5 + 64.58 · 5) / 5.5 = 67.80. Harmonic: 2 / (1/100 + 1/64.58) = 78.48.
    const { white, black } = gameAccuracy([50, 50, 50, 40], 'white');
    near(white, 73.14);
    assert.equal(black, 100);
    // The same with the colours changed.
    near(gameAccuracy([50, 50, 50, 60], 'black').black, 73.14);
  });

  test('weighs no move more than 12, and the first moves of a long game by one window', () => {
    // 30 moves: windows of three values; the first move has the window of the second, too.
    const chances = Array(31).fill(50);
    chances[1] = 40; // White's first move; Black gives it back with the second
    // The window (50, 40, 50) deviates by √(200/9) = 4.714 and weighs White's first move; the second
    // of White, whose window is (40, 50, 50), as much; all others 0.5.
    // Weighted: (4.714 · 64.58 + 4.714 · 100 + 13 · 0.5 · 100) / (2 · 4.714 + 6.5) = 89.52.
    // Harmonic: 15 / (14/100 + 1/64.58) = 96.47.
    near(gameAccuracy(chances, 'white').white, (89.52 + 96.47) / 2);
    // A loss of everything would weigh 50; it weighs 12: (12 · 0 + 0.5 · 100) / 12.5 = 4. The harmonic
    // mean takes 1 for 0: 2 / (1/100 + 1/1) = 1.98.
    near(gameAccuracy([100, 100, 100, 0], 'white').white, 2.99);
  });

  test('is low for a side that was mated by playing at random', () => {
    // Level for six moves, then 10 lost with each of White's moves until nothing is left, and a long rest.
    const chances = [50];
    for (let move = 0; move < 24; ++move) {
      const before = chances.at(-1);
      const after = move < 6 ? before : Math.max(0, before - 10);
      chances.push(after, after);
    }
    const plain =
      [...Array(24).keys()].reduce(
        (sum, i) => sum + moveAccuracy(chances[2 * i] - chances[2 * i + 1]),
        0,
      ) / 24;
    const { white, black } = gameAccuracy(chances, 'white');
    assert.ok(plain > 92 && white < 85, `${plain} ${white}`);
    near(black, 100);
  });
});
