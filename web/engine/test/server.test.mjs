// The engine on a server, through the package and by hand.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startServer } from '../../test/program.mjs';
import { createEngine, KibitzError } from '../dist/index.js';

const skip =
  typeof WebSocket === 'function'
    ? false
    : 'no WebSocket: Node 22 has one, Node 20 with NODE_OPTIONS=--experimental-websocket';
const mostMillisecondsToStop = 50;

describe('the engine on a server', { skip }, () => {
  let server, address, engine;
  before(async () => {
    server = await startServer('--engine-threads', '2', '--engine-hash', '8');
    address = `${server.address}api/engine`;
    engine = await createEngine({ server: address, threads: 64, hashMb: 1000 });
  });
  after(async () => {
    engine.close();
    assert.equal(await server.stop(), 0);
  });

  test('gives what it has', async () => {
    assert.deepEqual(engine.granted, { threads: 2, hashMb: 8 });
    const offer = await (await fetch(address)).json();
    assert.equal(offer.hashMb, 8);
    await engine.config({ threads: 1 });
    assert.equal(engine.granted.threads, 1);
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
    const begun = performance.now();
    engine.stop();
    const { move } = await thought;
    assert.ok(performance.now() - begun <= mostMillisecondsToStop);
    assert.match(move, /^[a-h][1-8][a-h][1-8]$/);
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

  test('plays like a human, the same as in a page', async () => {
    const player = { settings: { 'vision.depth': 2, 'overlook.chance': 0.2 }, seed: 5 };
    const local = await createEngine({ backend: 'single' });
    for (const moves of [[], ['f2f3', 'e7e5', 'g2g4'], ['e2e4', 'c7c5', 'g1f3']]) {
      engine.position('', moves);
      local.position('', moves);
      const [here, there] = [await local.think(player), await engine.think(player)];
      assert.deepEqual(there, here);
    }
    local.close();
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
    await assert.rejects(createEngine({ server: `${server.address}nowhere` }), /no engine at/);
  });

  test('lives on whatever it is sent', async () => {
    const socket = new WebSocket(address.replace('http', 'ws'));
    await new Promise((resolve) => (socket.onopen = resolve));
    const heard = [];
    let next = () => {};
    socket.onmessage = ({ data }) => (heard.push(JSON.parse(data)), next());
    const garbage = [
      '',
      'hello',
      '[[[[',
      'null',
      '{"verb":"go","run":{}}',
      '{"verb":"fly"}',
      new Uint8Array([0, 1, 255]),
      ' '.repeat(20_000),
      '\u{1F600}'.repeat(1000),
    ];
    for (const message of garbage) {
      const answered = new Promise((resolve) => (next = resolve));
      socket.send(message);
      await answered;
      const { event, words } = heard.at(-1);
      assert.equal(event, 'error');
      assert.ok(words.length > 10);
    }
    // What is much too long ends the connection, not the server.
    const closed = new Promise((resolve) => (socket.onclose = ({ code }) => resolve(code)));
    socket.send('x'.repeat(100_000));
    assert.equal(await closed, 1009);
    engine.position('');
    assert.ok((await engine.think({ depth: 3 })).move);
  });

  test('has so many clients from one address and no more', async () => {
    const more = [];
    for (let i = 0; i < 3; ++i) more.push(await createEngine({ server: address }));
    await assert.rejects(createEngine({ server: address }), /too many clients/);
    for (const one of more) one.close();
    // Their places are free again, soon.
    for (let attempt = 0; ; ++attempt)
      try {
        (await createEngine({ server: address })).close();
        break;
      } catch (error) {
        if (attempt === 50) throw error;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
  });
});

test('an engine whose server is gone says so, and finds it again', { skip }, async () => {
  const server = await startServer();
  const engine = await createEngine({ server: `${server.address}api/engine` });
  const thought = engine.think({ infinite: true });
  await new Promise((resolve) => engine.on('info', resolve));
  const lost = assert.rejects(thought, /lost/);
  await server.stop();
  await lost;
  await assert.rejects(engine.think({ depth: 1 }), /no engine at/);
  const again = await startServer('--port', new URL(server.address).port);
  assert.ok((await engine.think({ depth: 2 })).move);
  engine.close();
  await again.stop();
});
