// What every engine does, wherever it thinks: in the page, on threads, on a server.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KibitzError } from '../dist/index.js';

const mostMillisecondsToStop = 50;

// Puts the engine that `engine()` gives through all of them, and one more that `make()` makes; for
// the body of a `describe`.
export function testBehaviours(engine, make) {
  test('finds a mate', async () => {
    engine().position('6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1');
    const answer = await engine().think({ depth: 5 });
    assert.equal(answer.move, 'd1d8');
    assert.equal(answer.mate, 1);
  });

  test('tells lines and progress, each with its run', async () => {
    engine().position('', ['e2e4']);
    engine().played('e7e5');
    const lines = new Set();
    let progressed = 0;
    const forget = [
      engine().on('info', (of, info) => of === run && lines.add(info.line)),
      engine().on('progress', (of, { share }) => of === run && share > 0 && ++progressed),
    ];
    const done = new Promise((resolve) => forget.push(engine().on('move', resolve)));
    const run = engine().go({ milliseconds: 400, lines: 3 });
    assert.equal(await done, run);
    forget.forEach((call) => call());
    assert.deepEqual([...lines].sort(), [1, 2, 3]);
    assert.ok(progressed > 0);
  });

  test('stops at once, with the move it has', async () => {
    engine().position('');
    let stopped = Infinity;
    // The best of three: other programs on the machine are not the engine's fault.
    for (let round = 0; round < 3; ++round) {
      const infos = new Promise((resolve) => engine().on('info', resolve));
      const thought = engine().think({ infinite: true });
      await infos;
      const begun = performance.now();
      engine().stop();
      const { move } = await thought;
      stopped = Math.min(stopped, performance.now() - begun);
      assert.match(move, /^[a-h][1-8][a-h][1-8]$/);
    }
    assert.ok(stopped <= mostMillisecondsToStop, `${stopped} ms`);
    // And is there for the next question.
    assert.ok((await engine().think({ depth: 3 })).move);
  });

  test('drops what belongs to a run that is over', async () => {
    engine().position('');
    const runs = [];
    const forget = engine().on('move', (run) => runs.push(run));
    const first = engine().go({ depth: 30 });
    const second = engine().go({ depth: 4 });
    await new Promise((resolve) => {
      const done = engine().on('move', (run) => run === second && (done(), resolve()));
    });
    forget();
    assert.deepEqual(runs, [first, second]);
  });

  test('says in words what it cannot do', async () => {
    engine().position('8/8/8');
    await assert.rejects(engine().think({ depth: 1 }), (error) => {
      assert.ok(error instanceof KibitzError);
      return /ranks/.test(error.message);
    });
    engine().position('', ['f2f3', 'e7e5', 'g2g4', 'd8h4']);
    await assert.rejects(engine().think({ depth: 1 }), /no legal move/);
    engine().position('');
    await assert.rejects(
      engine().think({ settings: { 'vision.dept': 3 }, seed: 1 }),
      /vision\.dept/,
    );
  });

  test('takes no limits that make no sense, and says so', async () => {
    engine().position('');
    const wrong = [
      [{ depth: 0 }, /depth.*not 0/],
      [{ nodes: -5 }, /nodes.*not -5/],
      [{ milliseconds: NaN }, /milliseconds/],
      [{ milliseconds: '100' }, /milliseconds/],
      [{ depth: 3, lines: 0 }, /lines/],
      [{ mate: 0.5 }, /mate/],
      [{ clock: { white: 0, black: 1000 } }, /clock\.white/],
      [{ clock: { white: 1000, black: 1000, increment: -1 } }, /clock\.increment/],
      [{ lines: 2 }, /how long to think/],
      [{ settings: {}, seed: 'x' }, /seed/],
      [{ settings: {}, seed: 1, patience: -1 }, /patience/],
    ];
    for (const [limits, words] of wrong) {
      await assert.rejects(
        engine().think(limits),
        (error) => error instanceof KibitzError && words.test(error.message),
      );
      assert.throws(() => engine().go(limits), words);
    }
    assert.ok((await engine().think({ depth: 1, lines: 1 })).move);
  });

  test('keeps nobody waiting when it is closed', async () => {
    const other = await make();
    other.position('');
    const thought = other.think({ infinite: true });
    const refused = assert.rejects(
      thought,
      (error) => error instanceof KibitzError && /closed/.test(error.message),
    );
    other.close();
    await refused;
    await assert.rejects(other.think({ depth: 1 }), /closed/);
    assert.throws(() => other.go({ depth: 1 }), /closed/);
    await assert.rejects(other.config({ hashMb: 1 }), /closed/);
    await assert.rejects(other.answer(1), /over/);
    other.close(); // again
  });
}
