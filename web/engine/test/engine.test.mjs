// The package in Node, both ways of thinking.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { benchNodes } from '../../test/program.mjs';
import { createEngine } from '../dist/index.js';
import { testBehaviours } from './behaviours.mjs';

const benchDepth = 9;

for (const backend of ['single', 'threads'])
  describe(`the engine, ${backend}`, () => {
    let engine;
    before(async () => (engine = await createEngine({ backend, hashMb: 16 })));
    after(() => engine.close());

    test('searches the same tree as the program with either network, whichever it had before', async () => {
      await Promise.all([engine.config({ network: 'large' }), engine.config({ threads: 1 })]);
      const large = (await engine.bench(benchDepth)).nodes;
      await engine.config({ network: 'small' });
      const small = (await engine.bench(benchDepth)).nodes;
      assert.deepEqual(
        { large, small },
        { large: benchNodes(benchDepth, 'large'), small: benchNodes(benchDepth) },
      );
      assert.notEqual(large, small);
    });

    testBehaviours(
      () => engine,
      () => createEngine({ backend, hashMb: 1 }),
    );

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

test('the classic player shows the sums of all its moves', async () => {
  const engine = await createEngine({ backend: 'single', hashMb: 1 });
  const player = { settings: { 'classic.level': 3, 'classic.final_rate': 0.1 }, seed: 5 };
  engine.position('4k3/8/8/4q3/8/5N2/8/4K3 w - - 0 1');
  const { move, depth, candidates } = await engine.think(player);
  assert.deepEqual([move, depth], ['f3e5', 3]);
  assert.deepEqual([candidates[0].move, candidates[0].drawn], ['f3e5', true]);
  assert.ok(candidates.every(({ adjusted }) => adjusted <= candidates[0].adjusted));
  assert.deepEqual(
    candidates.filter(({ drawn }) => drawn).map((candidate) => candidate.move),
    ['f3e5'],
  );
  // Everything is in the draw with a final rate of 1, and another seed draws another move.
  engine.position('');
  const any = { 'classic.level': 1, 'classic.final_rate': 1 };
  const moves = new Set();
  for (let seed = 1; seed <= 12; ++seed) {
    const answer = await engine.think({ settings: any, seed });
    assert.equal(answer.candidates.filter(({ drawn }) => drawn).length, 20);
    moves.add(answer.move);
  }
  assert.ok(moves.size >= 5, [...moves].join());
  await assert.rejects(
    engine.think({ settings: { 'classic.levels': 3 }, seed: 1 }),
    /classic\.levels/,
  );
  engine.close();
});

test('the classic player says how many nodes it made, and keeps its tree of the game', async () => {
  const engine = await createEngine({ backend: 'single', hashMb: 1 });
  const player = { settings: { 'classic.level': 4 }, seed: 5 };
  const told = [];
  engine.on('progress', (_, { nodes }) => told.push(nodes));
  engine.position('', ['e2e4', 'e7e5']);
  const first = await engine.think(player);
  assert.ok(told.at(-1) > 0 && told.at(-1) <= first.nodes, `${told} of ${first.nodes}`);
  engine.played(first.move);
  engine.played('d7d6');
  const second = await engine.think(player);
  const other = await createEngine({ backend: 'single', hashMb: 1 });
  other.position('', ['e2e4', 'e7e5', first.move, 'd7d6']);
  const fresh = await other.think(player);
  assert.ok(second.nodes < fresh.nodes, `${second.nodes} of ${fresh.nodes}`);
  assert.deepEqual({ ...second, nodes: 0 }, { ...fresh, nodes: 0 });
  engine.close();
  other.close();
});

test('a player that moves as people do gets the model of how they move', async () => {
  const engine = await createEngine({ backend: 'single', hashMb: 1 });
  const player = { settings: { 'people.rating': 1200, 'people.weight': 100 }, seed: 5 };
  engine.position('', ['a2a4', 'h7h5', 'a1a3', 'h8h6']);
  const { move } = await engine.think(player);
  assert.match(move, /^[a-h][1-8][a-h][1-8]$/);
  assert.equal((await engine.think(player)).move, move);
  // Lost, with nothing to hope for.
  engine.position('6k1/5ppp/8/8/8/8/q4PPP/6K1 w - - 0 40');
  assert.equal((await engine.think({ settings: { 'manners.resigns': 1 }, seed: 5 })).resigns, true);
  engine.close();
});

test('settings and benchmarks that are overtaken end, too', async () => {
  const engine = await createEngine({ backend: 'single', hashMb: 1 });
  await Promise.all([engine.config({ hashMb: 2 }), engine.config({ hashMb: 1 })]);
  engine.position('');
  assert.ok((await engine.think({ depth: 2 })).move);
  const benchmark = assert.rejects(engine.bench(30), /benchmark was stopped|closed/);
  const configured = assert.rejects(engine.config({ hashMb: 2 }), /closed/);
  engine.close();
  await Promise.all([benchmark, configured]);
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
