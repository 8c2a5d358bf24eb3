// The server that keeps letters: one WebSocket, on which this person has proved their address. It is
// opened when something is asked, and again after it was lost.
import { toBase64url, utf8 } from './bytes';
import type { LetterAnswers, LetterRequests } from '../generated/messages';
import { sign, type OwnKey } from './keys';
import { Refusal } from './refusal';

export type { ListedLetter } from '../generated/messages';

/** Which answer a request gets that is not refused. */
interface AnswerTo {
  open: 'opened';
  find: 'found';
  send: 'sent';
  list: 'letters';
  get: 'letter';
  delete: 'deleted';
  block: 'blocked';
  policy: 'policy';
  report: 'reported';
  recoverName: 'recovered';
}
type RequestType = keyof AnswerTo & keyof LetterRequests;
type Answer<Type extends RequestType> = LetterAnswers[AnswerTo[Type]];

interface Message {
  type: string;
  id?: number;
  code?: string;
  text?: string;
  host?: string;
  nonce?: string;
}

interface Waiting {
  resolve: (answer: never) => void;
  reject: (error: Error) => void;
}

/** The WebSocket of a server of which a page of it, or its name, is known. */
export function postAddress(server: string): URL {
  const address = new URL('letters', server);
  address.protocol = address.protocol.replace('http', 'ws');
  return address;
}

export class Post {
  private socket: Promise<WebSocket> | null = null;
  private readonly waiting = new Map<number, Waiting>();
  private lastId = 0;

  constructor(
    private readonly address: URL,
    private readonly own: OwnKey,
  ) {}

  /** Throws a Refusal if the server refuses or cannot be reached. */
  async ask<Type extends RequestType>(
    type: Type,
    message: LetterRequests[Type],
  ): Promise<Answer<Type>> {
    this.socket ??= this.connect();
    return this.request(await this.socket, type, message);
  }

  private request<Type extends RequestType>(
    socket: WebSocket,
    type: Type,
    message: LetterRequests[Type],
  ): Promise<Answer<Type>> {
    const id = ++this.lastId;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      socket.send(JSON.stringify({ type, ...message, id }));
    });
  }

  private connect(): Promise<WebSocket> {
    return new Promise((resolve, reject) => {
      const socket = new WebSocket(this.address);
      socket.onclose = () => {
        const lost = new Refusal('noConnection');
        this.socket = null;
        reject(lost);
        for (const one of this.waiting.values()) one.reject(lost);
        this.waiting.clear();
      };
      socket.onmessage = ({ data }) => {
        const message = JSON.parse(String(data)) as Message;
        if (message.type !== 'hello') return this.receive(message);
        this.prove(socket, message).then(
          () => resolve(socket),
          (error: Error) => (reject(error), socket.close()),
        );
      };
    });
  }

  // The host is signed, too, so that no server can pass the proof on to another.
  private async prove(socket: WebSocket, { host, nonce }: Message): Promise<void> {
    // Without the port, which a proxy may change.
    if (new URL(`http://${host}`).hostname !== this.address.hostname)
      throw new Refusal('otherHost');
    const text = utf8(`kibitz letter login 1\n${host}\n${nonce}`);
    const signature = toBase64url(await sign(this.own.signing, text));
    await this.request(socket, 'open', { key: this.own.public, signature });
  }

  private receive(message: Message): void {
    const one = this.waiting.get(message.id ?? 0);
    this.waiting.delete(message.id ?? 0);
    if (message.type === 'error') one?.reject(new Refusal(message.code ?? '', message.text));
    else one?.resolve(message as never);
  }
}
