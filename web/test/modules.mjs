// The page's modules in Node, for tests of what needs no browser.
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** `load('game/score')` gives what web/src/game/score.ts exports. Each one is made once. */
export async function openModules() {
  const server = await createServer({
    root,
    logLevel: 'error',
    appType: 'custom',
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  });
  return {
    load: (name) => server.ssrLoadModule(`/src/${name}.ts`),
    close: () => server.close(),
  };
}
