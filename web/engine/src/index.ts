// Kibitz in a page or in Node:
//
//     import { createEngine } from 'kibitz';
//     const engine = await createEngine();
//     engine.position('', ['e2e4']);
//     console.log((await engine.think({ milliseconds: 500 })).move);
import type { Config } from './port.js';
import { canShareMemory, WasmEngine, type Backend } from './wasm-engine.js';

export { KibitzError } from './module.js';
export type * from './port.js';
export * from './rules.js';
export { canShareMemory, WasmEngine, type Backend } from './wasm-engine.js';

/** An engine on several threads where memory can be shared, else on one. */
export function createEngine(config: Config & { backend?: Backend } = {}): Promise<WasmEngine> {
  const { backend = canShareMemory() ? 'threads' : 'single', ...rest } = config;
  return WasmEngine.make(backend, rest);
}
