// Kibitz in a page or in Node:
//
//     import { createEngine } from 'kibitz';
//     const engine = await createEngine();
//     engine.position('', ['e2e4']);
//     console.log((await engine.think({ milliseconds: 500 })).move);
import type { EnginePort } from './engine-port.js';
import type { Config } from './port.js';
import { canShareMemory, WasmEngine, type Backend } from './wasm-engine.js';

export { KibitzError, type Fault } from './module.js';
export type { EnginePort } from './engine-port.js';
export { loadNetwork } from './networks.js';
export type * from './port.js';
export * from './rules.js';
export {
  canShareMemory,
  mostHashMb,
  mostThreads,
  WasmEngine,
  type Backend,
} from './wasm-engine.js';

/** An engine on a server, such as `{ server: 'http://127.0.0.1:8080/api/engine' }`. */
export function createEngine(config: Config & { server: string | URL }): Promise<EnginePort>;
/** An engine on several threads where memory can be shared, else on one. */
export function createEngine(config?: Config & { backend?: Backend }): Promise<WasmEngine>;
export async function createEngine(
  config: Config & { backend?: Backend; server?: string | URL } = {},
): Promise<EnginePort> {
  const { backend = canShareMemory() ? 'threads' : 'single', server, ...rest } = config;
  if (server === undefined) return WasmEngine.make(backend, rest);
  const { ServerEngine } = await import('./server-engine.js');
  return ServerEngine.make(server, rest);
}
