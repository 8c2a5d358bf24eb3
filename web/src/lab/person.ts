// Who is signed in: with their key, the page asks for things over the laboratory's WebSocket. The key is
// kept until the browser's tab is closed, or on this device if they want that; it is in no address and in
// no cookie, so another site's page cannot use it.
import { signal } from '@preact/signals';
import { changes } from './asking';

/** Each may do what the one before may. */
const roles = ['author', 'approver', 'operator'] as const;
export type Role = (typeof roles)[number];

export interface Person {
  /** Of the key that has been accepted. */
  name: string;
  role: Role;
  /** Whether tests that they begin wait for somebody else. */
  needsApproval: boolean;
  /** Of the laboratory's certificate, for tokens of new keys; empty without TLS. */
  fingerprint: string;
}
export const person = signal<Person | null>(null);

export const isAtLeast = (role: Role): boolean =>
  person.value !== null && roles.indexOf(person.value.role) >= roles.indexOf(role);

/** Why the laboratory refuses. `token` and `worker` are this page's own codes. */
export class Refusal extends Error {
  constructor(
    readonly code: string,
    text: string,
    /** Of a form, what is at fault. */
    readonly field = '',
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
  field?: string;
}
interface Welcome extends Answer {
  role?: string;
  needsApproval?: boolean;
  fingerprint?: string;
}

const stored = 'kibitz.lab.operator';
const protocolVersion = 1;

/** ws://ADDRESS#NAME:SECRET or ws://ADDRESS#NAME:SECRET:FINGERPRINT */
export function keyInToken(token: string): Key | null {
  const [name, secret] = token.trim().split('#')[1]?.split(':') ?? [];
  return name && secret ? { name, secret } : null;
}

let connection: Promise<Connected> | null = null;
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
    if (answer.error !== undefined)
      asked?.reject(new Refusal(answer.code ?? '', answer.error, answer.field));
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

interface Connected {
  socket: WebSocket;
  person: Person;
}

async function connect({ name, secret }: Key): Promise<Connected> {
  const socket = await open();
  const hello = { type: 'hello', version: protocolVersion, name, secret };
  const welcome: Welcome = await send(socket, hello);
  const role = roles.find((one) => one === welcome.role);
  const { needsApproval = false, fingerprint = '' } = welcome;
  if (role) return { socket, person: { name, role, needsApproval, fingerprint } };
  socket.close();
  throw new Refusal('worker', '');
}

async function use(wanted: Key): Promise<void> {
  connection = connect(wanted);
  try {
    person.value = (await connection).person;
  } catch (error) {
    connection = null;
    throw error;
  }
  key = wanted;
}

/** `isKept`: on this device, and not only in this tab. */
export async function signIn(token: string, isKept: boolean): Promise<void> {
  const wanted = keyInToken(token);
  if (!wanted) throw new Refusal('token', '');
  await use(wanted);
  (isKept ? localStorage : sessionStorage).setItem(stored, JSON.stringify(wanted));
}

export function signOut(): void {
  sessionStorage.removeItem(stored);
  localStorage.removeItem(stored);
  person.value = key = null;
  void connection?.then(({ socket }) => socket.close()).catch(() => {});
}

/** After the page was loaded again. */
export async function signInAgain(): Promise<void> {
  const text = sessionStorage.getItem(stored) ?? localStorage.getItem(stored);
  if (!text) return;
  try {
    await use(JSON.parse(text) as Key);
  } catch (error) {
    if (error instanceof Refusal && error.code === 'key') signOut();
  }
}

/** Asks the laboratory for what only those with a key get. */
export async function askAsPerson<Value>(request: object): Promise<Value> {
  if (!key) throw new Refusal('token', '');
  connection ??= connect(key);
  const { socket } = await connection;
  try {
    return (await send(socket, request)) as Value;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'key') signOut();
    throw error;
  }
}

/** Has the laboratory change something; everything shown is asked for again then. */
export async function change<Value>(request: object): Promise<Value> {
  const answer = await askAsPerson<Value>(request);
  ++changes.value;
  return answer;
}
