// Workers, the same in a page and in Node.

const isNode = typeof process === 'object' && Boolean(process.versions?.node);
declare const process: { versions?: { node?: string } } | undefined;

export interface Thread {
  send(message: unknown): void;
  end(): void;
}

interface NodeWorker {
  postMessage(message: unknown): void;
  on(event: 'message' | 'error', call: (value: never) => void): void;
  terminate(): Promise<number>;
}

const nodeThreads = 'node:worker_threads'; // in a variable, so that the bundler does not follow it
const nodeSource = './worker.js';

/** Starts a worker of worker.ts. */
export async function startThread(
  onMessage: (message: unknown) => void,
  onFailure: (words: string) => void,
): Promise<Thread> {
  if (isNode) {
    const { Worker: Make } = (await import(/* @vite-ignore */ nodeThreads)) as {
      Worker: new (url: URL) => NodeWorker;
    };
    const worker = new Make(new URL(nodeSource, import.meta.url));
    worker.on('message', onMessage);
    worker.on('error', (error: Error) => onFailure(error.message));
    return { send: (message) => worker.postMessage(message), end: () => void worker.terminate() };
  }
  const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
  worker.onmessage = (event) => onMessage(event.data);
  worker.onerror = (event) => onFailure(event.message || 'the worker could not be loaded');
  return { send: (message) => worker.postMessage(message), end: () => worker.terminate() };
}

/** Inside a worker: receives its messages. Returns a function that sends the answers. */
export async function listen(
  onMessage: (message: unknown) => void,
): Promise<(message: unknown) => void> {
  if (isNode) {
    const { parentPort } = (await import(/* @vite-ignore */ nodeThreads)) as {
      parentPort: NodeWorker;
    };
    parentPort.on('message', onMessage);
    return (message) => parentPort.postMessage(message);
  }
  const scope = self as unknown as {
    onmessage: (event: MessageEvent) => void;
    postMessage(message: unknown): void;
  };
  scope.onmessage = (event) => onMessage(event.data);
  return (message) => scope.postMessage(message);
}
