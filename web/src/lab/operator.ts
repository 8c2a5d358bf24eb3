// An operator's key: with it, the page changes things over the laboratory's WebSocket. The key is kept
// until the browser's tab is closed.
import { signal } from '@preact/signals';
import { changes } from './asking';

/** The name of the key that has been accepted; null if nobody is signed in. */
export const operator = signal<string | null>(null);

/** Why the laboratory refuses. `token` and `worker` are this page's own codes. */
export class Refusal extends Error {
  constructor(
    readonly code: string,
    text: string,
  ) {
    super(text);
  }
}

interface Key {
  name: string;
  secret: string;
}
interface Answer {
  error?: string;
  code?: string;
  role?: string;
}

const stored = 'kibitz.lab.operator';
const protocolVersion = 1;

/** ws://ADDRESS#NAME:SECRET or ws://ADDRESS#NAME:SECRET:FINGERPRINT */
export function keyInToken(token: string): Key | null {
  const [name, secret] = token.trim().split('#')[1]?.split(':') ?? [];
  return name && secret ? { name, secret } : null;
}

let connection: Promise<WebSocket> | null = null;
let key: Key | null = null;
let requests = 0;
const waiting = new Map<
  number,
  { resolve: (answer: Answer) => void; reject: (error: Error) => void }
>();

function send(socket: WebSocket, request: object): Promise<Answer> {
  const number = ++requests;
  const answered = new Promise<Answer>((resolve, reject) =>
    waiting.set(number, { resolve, reject }),
  );
  socket.send(JSON.stringify({ ...request, request: number }));
  return answered;
}

function open(): Promise<WebSocket> {
  const address = new URL('lab', document.baseURI);
  address.protocol = address.protocol.replace('http', 'ws');
  const socket = new WebSocket(address);
  socket.onmessage = ({ data }) => {
    const answer = JSON.parse(String(data)) as Answer & { request?: number };
    const asked = waiting.get(answer.request ?? 0);
    waiting.delete(answer.request ?? 0);
    if (answer.error !== undefined) asked?.reject(new Refusal(answer.code ?? '', answer.error));
    else asked?.resolve(answer);
  };
  return new Promise((resolve, reject) => {
    socket.onopen = () => resolve(socket);
    socket.onclose = () => {
      const gone = new Refusal('away', '');
      reject(gone);
      for (const { reject: fail } of waiting.values()) fail(gone);
      waiting.clear();
      connection = null;
    };
  });
}

async function connect({ name, secret }: Key): Promise<WebSocket> {
  const socket = await open();
  const answer = await send(socket, { type: 'hello', version: protocolVersion, name, secret });
  if (answer.role === 'operator') return socket;
  socket.close();
  throw new Refusal('worker', '');
}

async function use(wanted: Key): Promise<void> {
  connection = connect(wanted);
  try {
    await connection;
  } catch (error) {
    connection = null;
    throw error;
  }
  key = wanted;
  operator.value = wanted.name;
}

export async function signIn(token: string): Promise<void> {
  const wanted = keyInToken(token);
  if (!wanted) throw new Refusal('token', '');
  await use(wanted);
  sessionStorage.setItem(stored, JSON.stringify(wanted));
}

export function signOut(): void {
  sessionStorage.removeItem(stored);
  operator.value = key = null;
  void connection?.then((socket) => socket.close()).catch(() => {});
}

/** After the page was loaded again. */
export async function signInAgain(): Promise<void> {
  const text = sessionStorage.getItem(stored);
  if (!text) return;
  try {
    await use(JSON.parse(text) as Key);
  } catch (error) {
    if (error instanceof Refusal && error.code === 'key') signOut();
  }
}

/** Has the laboratory change something; everything shown is asked for again then. */
export async function change(request: object): Promise<void> {
  if (!key) throw new Refusal('token', '');
  connection ??= connect(key);
  await send(await connection, request);
  ++changes.value;
}
