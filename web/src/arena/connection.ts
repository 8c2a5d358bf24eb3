// The connection to the arena: one WebSocket for the whole page, which reconnects by itself.
import { effect, signal } from '@preact/signals';
import { words } from './words';
import type { Request, ServerMessages } from './protocol';

export type Status =
  | 'resting' // not requested yet
  | 'connecting'
  | 'connected'
  | 'reconnecting'
  | 'offline' // the device has no network
  | 'absent'; // the page comes from a server without an arena
export const status = signal<Status>('resting');

/** A failed request; the message is for the user. */
export class ArenaError extends Error {}
/** The server answers, but has no arena. */
class NoArena extends ArenaError {}
/** A request that the arena refused. */
export class Refusal extends ArenaError {
  /** @param code empty if the server is older than codes are */
  constructor(
    readonly code: string,
    text: string,
  ) {
    super(words.value.refusals[code] ?? text);
  }
}

const firstPause = 500; // milliseconds before the first reconnection; each further one waits longer
const longestPause = 10_000;
const growth = 1.7;
// A network that is gone says nothing: what is not answered in time is given up, in milliseconds.
const mostHandshake = 5_000;
const mostSilence = 5_000; // of a server that owes an answer
const mostReading = 20_000; // of a resource over HTTP
const betweenPings = 10_000;

const server = new URL('arena', document.baseURI);
const socketAddress = new URL(server);
socketAddress.protocol = server.protocol.replace('http', 'ws');

let socket: WebSocket | undefined;
let pause = firstPause;
let retry: ReturnType<typeof setTimeout> | undefined;
let lastId = 0;
const pending = new Map<
  number,
  { resolve: (answer: never) => void; reject: (error: Error) => void }
>();

type Listener = (message: never) => void;
const listeners = new Map<string, Set<Listener>>();
const connectHandlers: (() => Promise<void> | void)[] = [];

/** Calls the listener for each message of the type, until the returned function is called. */
export function on<Type extends keyof ServerMessages>(
  type: Type,
  listener: (message: ServerMessages[Type]) => void,
): () => void {
  const all = listeners.get(type) ?? new Set();
  listeners.set(type, all);
  all.add(listener as Listener);
  return () => all.delete(listener as Listener);
}

/** Calls `greet` after every connection; the functions run one after another, in this order. */
export function onConnect(greet: () => Promise<void> | void): void {
  connectHandlers.push(greet);
}

/** Sends a request and resolves to its answer, or rejects with an ArenaError. */
export function request<Type extends keyof ServerMessages = 'ok'>(
  message: Request,
): Promise<ServerMessages[Type]> {
  const open = socket;
  if (open?.readyState !== WebSocket.OPEN)
    return Promise.reject(new ArenaError(words.value.notConnected));
  const id = ++lastId;
  return new Promise((resolve, reject) => {
    pending.set(id, { resolve, reject });
    open.send(JSON.stringify({ ...message, id }));
  });
}

/** Sends one request over a connection of its own, and resolves to the answer. */
export function requestOnce<Type extends keyof ServerMessages>(
  message: Request,
): Promise<ServerMessages[Type]> {
  const once = new WebSocket(socketAddress);
  let patience: ReturnType<typeof setTimeout> | undefined;
  return new Promise<ServerMessages[Type]>((resolve, reject) => {
    const giveUp = () => reject(new ArenaError(words.value.notConnected));
    patience = setTimeout(giveUp, mostHandshake + mostSilence);
    once.onopen = () => once.send(JSON.stringify({ ...message, id: 1 }));
    once.onclose = giveUp;
    once.onmessage = ({ data }) => {
      const answer = JSON.parse(String(data)) as Message;
      if (answer.id !== 1) return;
      if (answer.type === 'error') reject(new Refusal(answer.code ?? '', answer.error ?? ''));
      else resolve(answer as never);
    };
  }).finally(() => {
    clearTimeout(patience);
    once.close();
  });
}

/** The address of a resource that is read over HTTP. */
export const addressOf = (...path: string[]): string =>
  [server.href, ...path.map(encodeURIComponent)].join('/');

/** Reads a resource over HTTP; null if the server has none of that name. */
export const readResource = <Answer>(...path: string[]): Promise<Answer | null> =>
  readWithin<Answer>(mostReading, path);

async function readWithin<Answer>(
  milliseconds: number,
  path: readonly string[],
): Promise<Answer | null> {
  const answer = await fetch(addressOf(...path), { signal: AbortSignal.timeout(milliseconds) });
  if (!answer.headers.get('content-type')?.startsWith('application/json'))
    throw new NoArena(words.value.noArena);
  if (answer.status === 404) return null;
  if (!answer.ok) throw new ArenaError(words.value.notConnected);
  return (await answer.json()) as Answer;
}

/** Connects, and stays connected while the page is open. */
export function connect(): void {
  if (status.value !== 'resting' && status.value !== 'absent') return;
  status.value = 'connecting';
  void find();
}

// Over HTTP first, which tells a host without an arena from a server that is down.
async function find(): Promise<void> {
  try {
    await readWithin(mostHandshake, ['contests']);
    open();
  } catch (error) {
    if (error instanceof NoArena) status.value = 'absent';
    else tryAgain();
  }
}

function open(): void {
  clearTimeout(retry);
  retry = undefined;
  const next = new WebSocket(socketAddress);
  socket = next;
  expectWithin(mostHandshake, next);
  next.onopen = () => {
    if (next !== socket) return; // it came too late
    expectWithin(mostSilence, next);
    void runConnectHandlers(next);
  };
  next.onmessage = ({ data }) => {
    if (next !== socket) return;
    if (status.peek() !== 'connected') expectWithin(mostSilence, next);
    receive(JSON.parse(String(data)) as Message);
  };
  next.onclose = () => next === socket && handleLoss();
}

let patience: ReturnType<typeof setTimeout> | undefined;

/** Gives the connection up, unless it gets on with opening and greeting in that time. */
function expectWithin(milliseconds: number, from: WebSocket): void {
  clearTimeout(patience);
  patience = setTimeout(() => giveUp(from), milliseconds);
}

function giveUp(silent: WebSocket): void {
  if (silent !== socket) return;
  handleLoss(); // closing takes long if the network is gone
  silent.close();
}

async function runConnectHandlers(to: WebSocket): Promise<void> {
  for (const one of connectHandlers) {
    if (to !== socket) return;
    try {
      await one();
    } catch {
      // The connection is lost again, or the request was refused; the others still follow.
    }
  }
  if (to !== socket || to.readyState !== WebSocket.OPEN) return;
  clearTimeout(patience);
  pause = firstPause;
  status.value = 'connected';
}

type Message = { type: string; id?: number; code?: string; error?: string };
function receive(message: Message): void {
  const waiting = message.id === undefined ? undefined : pending.get(message.id);
  if (message.id !== undefined) pending.delete(message.id);
  if (waiting && message.type === 'error')
    waiting.reject(new Refusal(message.code ?? '', message.error ?? ''));
  else if (waiting) waiting.resolve(message as never);
  else listeners.get(message.type)?.forEach((listener) => listener(message as never));
}

function handleLoss(): void {
  forgetSocket();
  tryAgain();
}

function forgetSocket(): void {
  clearTimeout(patience);
  socket = undefined;
  const waiting = [...pending.values()];
  pending.clear();
  waiting.forEach(({ reject }) => reject(new ArenaError(words.value.notConnected)));
}

function tryAgain(): void {
  status.value = navigator.onLine ? 'reconnecting' : 'offline';
  clearTimeout(retry);
  retry = setTimeout(() => (socket ? undefined : open()), pause * (0.5 + Math.random()));
  pause = Math.min(pause * growth, longestPause);
}

/** Tries to reconnect now: neither after the pause nor after the attempt that may hang. */
export function hurry(): void {
  if (status.value === 'absent') return connect();
  if (status.value !== 'reconnecting' && status.value !== 'offline') return;
  pause = firstPause;
  const hanging = socket;
  forgetSocket();
  open();
  hanging?.close();
}

/** The device or the page has been away: is the connection still there? */
function look(): void {
  if (status.value === 'connected') void measure().catch(() => {});
  else hurry();
}
addEventListener('online', look);
addEventListener('offline', () => status.value === 'reconnecting' && (status.value = 'offline'));
document.addEventListener('visibilitychange', () => !document.hidden && look());

// --- The server's clock

let ahead = 0; // milliseconds by which the server's clock is ahead of this device's
let quickest = Infinity; // the round trip with which `ahead` was measured

/** The server's time now. */
export const serverTime = (): number => Date.now() + ahead;

async function measure(): Promise<void> {
  const waiting = socket;
  const sent = performance.now();
  const patience = setTimeout(() => waiting && giveUp(waiting), mostSilence);
  try {
    const { serverTime: answered } = await request<'pong'>({ type: 'ping' });
    const took = performance.now() - sent;
    const measured = answered + took / 2 - Date.now();
    // A slower ping is less accurate, unless this device's clock was set meanwhile.
    if (took > quickest && Math.abs(measured - ahead) <= took / 2) return;
    quickest = took;
    ahead = measured;
  } finally {
    clearTimeout(patience);
  }
}
onConnect(() => {
  quickest = Infinity;
  return measure();
});
let pings: ReturnType<typeof setInterval> | undefined;
effect(() => {
  clearInterval(pings);
  if (status.value === 'connected')
    pings = setInterval(() => void measure().catch(() => {}), betweenPings);
});
