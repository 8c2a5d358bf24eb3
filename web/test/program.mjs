// `kibitz serve`, for tests.
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const program =
  process.env.KIBITZ ?? fileURLToPath(new URL('../../build/release/kibitz', import.meta.url));

/** The network that the page loads first; the program's own is a larger one. */
const pageNetwork = fileURLToPath(new URL('../engine/wasm/kibitz.nnue', import.meta.url));

/** What `kibitz uci` reads to run its bench with a network of the page. */
export const benchCommands = (depth, network = 'small') =>
  (network === 'small' ? `setoption name EvalFile value ${pageNetwork}\n` : '') +
  `bench 16 1 ${depth}\nquit\n`;

/** How many nodes the program searches in that bench. */
export function benchNodes(depth, network) {
  const printed = execFileSync(program, ['uci'], {
    input: benchCommands(depth, network),
    encoding: 'utf8',
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  return Number(/Nodes searched: (\d+)/.exec(printed)[1]);
}

/** Starts the server, on a free port if none is given. It can be killed and started again. */
export async function startServer(...options) {
  const folder = mkdtempSync(join(tmpdir(), 'kibitz-test-'));
  let running = await run(
    folder,
    options.includes('--port') ? options : ['--port', '0', ...options],
  );
  return {
    address: running.address,
    folder,
    /** What `kibitz admin` answers to these words. */
    admin: (...words) =>
      JSON.parse(
        execFileSync(program, ['admin', '--data', folder, '--json', ...words], {
          encoding: 'utf8',
        }),
      ),
    /** As a crash would, and back at the same address; gives back how to start it. */
    async kill() {
      await ended(running.child, 'SIGKILL');
      const { port } = new URL(running.address);
      return async () => (running = await run(folder, ['--port', port, ...options]));
    },
    async stop() {
      const code = await ended(running.child, 'SIGTERM');
      rmSync(folder, { recursive: true });
      return code;
    },
  };
}

const ended = (child, signal) =>
  new Promise((resolve) => {
    child.on('exit', resolve);
    child.kill(signal);
  });

async function run(folder, options) {
  const child = spawn(program, ['serve', '--data', folder, ...options], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const address = await new Promise((resolve, reject) => {
    let printed = '';
    child.stdout.on('data', (text) => {
      printed += text;
      const found = /http:\S+/.exec(printed);
      if (found) resolve(found[0]);
    });
    child.on('exit', (code) => reject(new Error(`kibitz serve ended with ${code}: ${printed}`)));
  });
  return { child, address };
}
