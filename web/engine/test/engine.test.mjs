// The package in Node, both ways of thinking.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { after, before, describe, test } from 'node:test';
import { createEngine, KibitzError } from '../dist/index.js';

const program =
  process.env.KIBITZ ?? fileURLToPath(new URL('../../../build/release/kibitz', import.meta.url));
const benchDepth = 11;
const mostMillisecondsToStop = 50;

for (const backend of ['single', 'threads'])
  describe(`the engine, ${backend}`, () => {
    let engine;
    before(async () => (engine = await createEngine({ backend, hashMb: 16 })));
    after(() => engine.close());

    test('searches the same tree as the program', async () => {
      const printed = execFileSync(program, ['bench', '16', '1', String(benchDepth)], { encoding: 'utf8' });
      const nodes = Number(/Nodes searched: (\d+)/.exec(printed)[1]);
      assert.equal((await engine.bench(benchDepth)).nodes, nodes);
    });

    test('finds a mate', async () => {
      engine.position('6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1');
      const answer = await engine.think({ depth: 5 });
      assert.equal(answer.move, 'd1d8');
      assert.equal(answer.mate, 1);
    });

    test('tells lines and progress, each with its run', async () => {
      engine.position('', ['e2e4']);
      engine.played('e7e5');
      const lines = new Set();
      let progressed = 0;
      const forget = [
        engine.on('info', (of, info) => of === run && lines.add(info.line)),
        engine.on('progress', (of, { share }) => of === run && share > 0 && ++progressed),
      ];
      const done = new Promise((resolve) => forget.push(engine.on('move', resolve)));
      const run = engine.go({ milliseconds: 400, lines: 3 });
      assert.equal(await done, run);
      forget.forEach((call) => call());
      assert.deepEqual([...lines].sort(), [1, 2, 3]);
      assert.ok(progressed > 0);
    });

    test('stops at once, with the move it has', async () => {
      engine.position('');
      const infos = new Promise((resolve) => engine.on('info', resolve));
      const thought = engine.think({ infinite: true });
      await infos;
      const before = performance.now();
      engine.stop();
      const { move } = await thought;
      assert.ok(performance.now() - before <= mostMillisecondsToStop);
      assert.match(move, /^[a-h][1-8][a-h][1-8]$/);
      // And is there for the next question.
      assert.ok((await engine.think({ depth: 3 })).move);
    });

    test('drops what belongs to a run that is over', async () => {
      engine.position('');
      const runs = [];
      const forget = engine.on('move', (run) => runs.push(run));
      const first = engine.go({ depth: 30 });
      const second = engine.go({ depth: 4 });
      await new Promise((resolve) => {
        const done = engine.on('move', (run) => run === second && (done(), resolve()));
      });
      forget();
      assert.deepEqual(runs, [first, second]);
    });

    test('says in words what it cannot do', async () => {
      engine.position('8/8/8');
      await assert.rejects(engine.think({ depth: 1 }), (error) => {
        assert.ok(error instanceof KibitzError);
        return /ranks/.test(error.message);
      });
      engine.position('', ['f2f3', 'e7e5', 'g2g4', 'd8h4']);
      await assert.rejects(engine.think({ depth: 1 }), /no legal move/);
      engine.position('');
      await assert.rejects(engine.think({ settings: { 'vision.dept': 3 }, seed: 1 }), /vision\.dept/);
    });

    test('plays like a human, who takes its time', async () => {
      engine.position('', ['f2f3', 'e7e5', 'g2g4']);
      const player = { settings: { 'vision.depth': 2, 'overlook.chance': 0.2 }, seed: 5 };
      const before = performance.now();
      const answer = await engine.think({ ...player, patience: 300 });
      assert.equal(answer.move, 'd8h4');
      assert.ok(performance.now() - before >= Math.min(300, answer.milliseconds) - 5);
      engine.position('');
      const again = [await engine.think(player), await engine.think(player)];
      assert.equal(again[0].move, again[1].move);
    });
  });

test('several threads search together and stop together', async (t) => {
  const engine = await createEngine({ backend: 'threads', threads: 2 });
  t.after(() => engine.close());
  engine.position('');
  const answer = await engine.think({ milliseconds: 300 });
  assert.ok(answer.nodes > 0);
  for (let i = 0; i < 10; ++i) {
    const thought = engine.think({ infinite: true });
    await new Promise((resolve) => setTimeout(resolve, 20 * (i % 3)));
    engine.stop();
    await thought.catch((error) => assert.match(error.message, /before it had a move/));
  }
  assert.ok((await engine.think({ depth: 5 })).move);
  // Several questions are taken back before the first has begun.
  for (let i = 0; i < 5; ++i) {
    engine.go({ infinite: true });
    engine.stop();
  }
  assert.ok((await engine.think({ depth: 5 })).move);
  await engine.config({ threads: 1, hashMb: 8 });
  assert.ok((await engine.think({ depth: 5 })).move);
});
