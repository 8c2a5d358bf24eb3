// The connection to the arena over a network that swallows what it is given, on a clock of the test's own.
import assert from 'node:assert/strict';
import { after, before, describe, mock, test } from 'node:test';
import { openModules } from './modules.mjs';

/** What the page does with a WebSocket; the test plays the network. */
class Socket {
  static OPEN = 1;
  static all = [];
  readyState = 0;
  sent = [];
  constructor() {
    Socket.all.push(this);
  }
  send(text) {
    this.sent.push(JSON.parse(text));
  }
  close() {
    this.readyState = 3; // the network is gone: nobody says that it is closed
  }
  open() {
    this.readyState = 1;
    this.onopen?.();
  }
  answer(message) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

describe('the connection to the arena', () => {
  let modules, connection;
  const listeners = {};
  const listen = (name, act) => (listeners[name] ??= []).push(act);
  const settle = async () => {
    for (let turn = 0; turn < 20; ++turn) await Promise.resolve();
  };
  const pass = async (milliseconds) => {
    for (let left = milliseconds; left > 0; left -= 500) {
      mock.timers.tick(Math.min(500, left));
      await settle();
    }
  };
  const latest = () => Socket.all.at(-1);
  /** Opens the newest attempt and answers what the page asks when it comes. */
  const welcome = async () => {
    const socket = latest();
    socket.open();
    for (let answered = 0; answered < socket.sent.length; ++answered) {
      socket.answer({ type: 'pong', id: socket.sent[answered].id, serverTime: 0 });
      await settle();
    }
    return socket;
  };

  before(async () => {
    Object.assign(globalThis, {
      WebSocket: Socket,
      document: {
        baseURI: 'http://127.0.0.1/',
        addEventListener: listen,
        documentElement: { dataset: {}, style: { setProperty() {} } },
      },
      addEventListener: listen,
    });
    Object.defineProperty(globalThis, 'navigator', {
      value: { onLine: true, language: 'en' },
      configurable: true,
    });
    globalThis.fetch = async () => Response.json([]);
    modules = await openModules();
    connection = await modules.load('arena/connection');
    mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
    connection.connect();
    await new Promise(setImmediate);
    await settle();
  });
  after(async () => {
    mock.timers.reset();
    await modules.close();
  });

  test('an attempt that is never answered is given up after five seconds, and another begins', async () => {
    assert.equal(Socket.all.length, 1);
    await pass(4_500);
    assert.equal(Socket.all.length, 1);
    await pass(2_000);
    assert.equal(Socket.all.length, 2);
    assert.equal(connection.status.value, 'reconnecting');
  });

  test('“Try now” tries now, whatever the attempt before it is doing', async () => {
    const hanging = latest();
    const before = Socket.all.length;
    connection.hurry();
    assert.equal(Socket.all.length, before + 1);
    assert.equal(hanging.readyState, 3);
    hanging.open(); // too late
    assert.equal(connection.status.value, 'reconnecting');
    await welcome();
    assert.equal(connection.status.value, 'connected');
    connection.hurry(); // there is nothing to try
    assert.equal(Socket.all.length, before + 1);
  });

  test('a ping without an answer is the end of the connection within fifteen seconds', async () => {
    const before = Socket.all.length;
    await pass(15_000);
    assert.equal(connection.status.value, 'reconnecting');
    await pass(1_000);
    assert.equal(Socket.all.length, before + 1);
  });

  test('a connection that opens and then says nothing is given up, too', async () => {
    const before = Socket.all.length;
    const waiting = connection.request({ type: 'contests' }).then(null, (error) => error.message);
    assert.match(await waiting, /no connection/);
    latest().open();
    const asked = connection.request({ type: 'contests' }).then(null, (error) => error.message);
    await pass(7_000);
    assert.match(await asked, /no connection/);
    assert.ok(Socket.all.length > before);
    assert.notEqual(connection.status.value, 'connected');
    await welcome();
    assert.equal(connection.status.value, 'connected');
  });

  test('a page or a network that comes back looks at once whether the connection is still there', async () => {
    const socket = latest();
    const pings = () => socket.sent.filter(({ type }) => type === 'ping').length;
    const before = pings();
    listeners.online.forEach((act) => act());
    assert.equal(pings(), before + 1);
    await pass(5_500);
    assert.equal(connection.status.value, 'reconnecting');
  });
});
