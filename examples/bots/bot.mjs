#!/usr/bin/env node
// A bot for the arena: plays connect four, any column that is free. docs/bots.md explains it.
//
//     node bot.mjs ws://127.0.0.1:8080/arena NAME [GAMES]
//
// Node 22 has WebSockets; Node 20 with: node --experimental-websocket bot.mjs ...
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

const [address, name, games = 1] = process.argv.slice(2);
const columns = 7;
const rows = 6;
const tokenFile = `${name}.token`;
const socket = new WebSocket(address);
const say = (type, fields = {}) => socket.send(JSON.stringify({ type, ...fields }));
const seek = () => say('seek', { game: 'connectfour', base: 60_000, increment: 1_000 });

let played = 0;
let side; // ours
let discs; // in each column

function happened(game, event) {
  if (event.type === 'start') {
    side = event.players.indexOf(name);
    discs = Array(columns).fill(0);
  } else if (event.type === 'move') {
    discs[event.move.column] += 1;
  } else if (event.type === 'end') {
    console.log(event.winner === side ? 'won' : event.reason);
    if (++played >= games) return socket.close();
    return seek();
  } else return;
  if (discs.reduce((sum, count) => sum + count) % 2 !== side) return;
  const free = [...discs.keys()].filter((column) => discs[column] < rows);
  if (!free.length) return;
  say('move', { game, move: { column: free[Math.floor(Math.random() * free.length)] } });
}

socket.onopen = () =>
  existsSync(tokenFile)
    ? say('hello', { token: readFileSync(tokenFile, 'utf8') })
    : say('register', { name, bot: true });
socket.onerror = () => console.error(`no connection to ${address}`);
socket.onmessage = ({ data }) => {
  const message = JSON.parse(data);
  // Once it plays, that is a move after the one that ended the game.
  if (message.type === 'error' && !discs) throw new Error(message.error);
  if (message.type === 'registered') writeFileSync(tokenFile, message.token, { mode: 0o600 });
  if (message.type === 'registered' || message.type === 'welcome') {
    for (const game of message.games ?? []) say('resign', { game });
    seek();
  }
  if (message.type === 'event') happened(message.game, message.event);
};
