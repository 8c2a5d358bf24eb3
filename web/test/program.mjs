// `kibitz serve`, for tests.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const program =
  process.env.KIBITZ ?? fileURLToPath(new URL('../../build/release/kibitz', import.meta.url));

/** Starts the server, on a free port if none is given. */
export async function startServer(...options) {
  const port = options.includes('--port') ? [] : ['--port', '0'];
  const folder = mkdtempSync(join(tmpdir(), 'kibitz-test-'));
  const child = spawn(program, ['serve', '--data', folder, ...port, ...options], {
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
  const stop = () =>
    new Promise((resolve) => {
      child.on('exit', (code) => {
        rmSync(folder, { recursive: true });
        resolve(code);
      });
      child.kill('SIGTERM');
    });
  return { address, stop };
}
