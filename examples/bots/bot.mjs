#!/usr/bin/env node
// A bot for the arena: plays connect four, any column that is free. docs/bots.md explains it.
//
//     node bot.mjs ws://127.0.0.1:8080/arena NAME [GAMES]
//
// It continues its game after a lost connection. Node 22 has WebSockets; Node 20 with: node --experimental-websocket bot.mjs ...
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

if (typeof WebSocket === 'undefined')
  throw new Error('this Node has no WebSocket: use Node 22, or node --experimental-websocket');

const [address, name, games = 1] = process.argv.slice(2);
const [columns, rows, file] = [7, 6, `${name}.token`];
const pause = 2000; // milliseconds, before it connects again
let socket;
const say = (type, fields) => socket.send(JSON.stringify({ type, ...fields }));
let [played, side, discs] = [0, undefined, []]; // the side that is ours; discs in each column

const happens = {
  error: ({ error }) => { if (side === undefined) throw new Error(error); },
  registered: ({ token }) => writeFileSync(file, token, { mode: 0o600 }),
  // Of a game it comes back to.
  state: ({ state }) => {
    side = state.players.indexOf(name);
    discs = Array.from({ length: columns }, (_, column) =>
      state.view.board.filter((row) => row[column] !== '.').length);
  },
  start: ({ players }) => { [side, discs] = [players.indexOf(name), Array(columns).fill(0)]; },
  move: ({ move }) => { discs[move.column] += 1; },
  end: ({ winner, reason }) => { played += 1; console.log(winner === side ? 'won' : reason); },
};

function connect() {
  socket = new WebSocket(address);
  socket.onopen = () => existsSync(file)
    ? say('hello', { token: readFileSync(file, 'utf8') }) : say('register', { name, bot: true });
  socket.onmessage = ({ data }) => onMessage(JSON.parse(data));
  socket.onclose = () => {
    if (played >= games) return;
    console.error(`no connection to ${address}, trying again`);
    setTimeout(connect, pause);
  };
}

function onMessage(message) {
  const event = message.event ?? message;
  if (!event.type) throw new Error('this address has another protocol; that of the arena ends with /arena');
  happens[event.type]?.(event);
  if (played >= games) return socket.close();
  if (['registered', 'welcome', 'end'].includes(event.type) && !event.games?.length)
    say('seek', { game: 'connectfour', base: 60_000, increment: 1_000 });
  const free = [...discs.keys()].filter((column) => discs[column] < rows);
  const isOurs = discs.reduce((sum, count) => sum + count, 0) % 2 === side;
  if (['state', 'start', 'move', 'resumed'].includes(event.type) && isOurs && free.length)
    say('move', { game: message.game, move: { column: free[Math.floor(Math.random() * free.length)] } });
}

connect();
