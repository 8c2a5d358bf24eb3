// The engine on a server, through the package and by hand.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startServer } from '../../test/program.mjs';
import { createEngine } from '../dist/index.js';
import { testBehaviours } from './behaviours.mjs';

const skip =
  typeof WebSocket === 'function'
    ? false
    : 'no WebSocket: Node 22 has one, Node 20 with NODE_OPTIONS=--experimental-websocket';

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

  testBehaviours(
    () => engine,
    () => createEngine({ server: address }),
  );

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

  test('says when there is no engine at an address', async () => {
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
