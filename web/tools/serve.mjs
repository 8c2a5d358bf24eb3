// A static server for development and tests: node tools/serve.mjs [FOLDER] [PORT] [--plain]
// With --plain it sends no isolation headers, as most hosts do.
import { readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

export const types = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};
const isolation = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'cross-origin',
};

// Each file is compressed once, at a level that does not take seconds.
const quickly = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
const done = new Map();
function packed(file, encoding) {
  const key = `${encoding} ${file} ${statSync(file).mtimeMs}`;
  if (!done.has(key)) {
    const bytes = readFileSync(file);
    done.set(
      key,
      encoding === 'br' ? brotliCompressSync(bytes, quickly) : encoding ? gzipSync(bytes) : bytes,
    );
  }
  return done.get(key);
}

export function serve(folder, { port = 0, plain = false } = {}) {
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, 'http://host').pathname));
    const file = join(folder, path.endsWith('/') ? `${path}index.html` : path);
    if (!file.startsWith(folder) || !statSync(file, { throwIfNoEntry: false })?.isFile()) {
      response.writeHead(404, { 'Content-Type': 'text/plain' }).end('There is no such page.\n');
      return;
    }
    const type = types[extname(file)] ?? 'application/octet-stream';
    const accepted = request.headers['accept-encoding'] ?? '';
    const encoding = ['br', 'gzip'].find((name) => accepted.includes(name));
    response.writeHead(200, {
      'Content-Type': type,
      ...(encoding && { 'Content-Encoding': encoding }),
      ...(!plain && isolation),
    });
    response.end(packed(file, encoding));
  });
  return new Promise((resolve) => {
    server.listen(port, '127.0.0.1', () => resolve({ server, port: server.address().port }));
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [folder = 'dist', wanted = '8080'] = process.argv.slice(2).filter((a) => a[0] !== '-');
  const plain = process.argv.includes('--plain');
  const { port } = await serve(join(process.cwd(), folder), { port: Number(wanted), plain });
  console.log(`http://127.0.0.1:${port}/`);
}
