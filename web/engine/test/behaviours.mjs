// What every engine does, wherever it thinks: in the page, on threads, on a server.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KibitzError } from '../dist/index.js';

const mostMillisecondsToStop = 50;

// Puts the engine that `engine()` gives through all of them; for the body of a `describe`.
export function testBehaviours(engine) {
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
    const infos = new Promise((resolve) => engine().on('info', resolve));
    const thought = engine().think({ infinite: true });
    await infos;
    const begun = performance.now();
    engine().stop();
    const { move } = await thought;
    assert.ok(performance.now() - begun <= mostMillisecondsToStop);
    assert.match(move, /^[a-h][1-8][a-h][1-8]$/);
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
    await assert.rejects(engine().think({ settings: { 'vision.dept': 3 }, seed: 1 }), /vision\.dept/);
  });
}
