// What is typed into the form that begins a test (lab/test_form.hpp). It lives as long as the page, so that
// looking at another test loses nothing.
import { signal } from '@preact/signals';
import type { Build } from './protocol';

export interface EngineFields {
  name: string;
  /** `known`: an engine that an earlier test has sent along; `upload`: a file. */
  kind: 'program' | 'player' | 'known' | 'upload';
  program: string;
  options: string;
  known: Build | null;
  file: File | null;
  isSource: boolean;
  command: string;
  path: string;
  bench: string;
  pattern: string;
  signature: string;
}

export interface Fields {
  preset: string;
  engines: [EngineFields, EngineFields];
  options: string;
  limitKind: string;
  limit: string;
  elo0: string;
  elo1: string;
  rounds: string;
  openings: string;
  book: File | null;
  more: string;
  reference: string;
  about: string;
  tag: string;
  mostWorkers: string;
  instructions: string;
  priority: string;
}

const engine = (name: string): EngineFields => ({
  name,
  kind: 'program',
  program: '',
  options: '',
  known: null,
  file: null,
  isSource: true,
  command: 'make -j $JOBS',
  path: '',
  bench: 'bench',
  pattern: 'Nodes searched : {}',
  signature: '',
});

const empty = (): Fields => ({
  preset: 'stc',
  engines: [engine('new'), engine('old')],
  options: '',
  limitKind: 'tc',
  limit: '',
  elo0: '',
  elo1: '',
  rounds: '',
  openings: 'builtin',
  book: null,
  more: '',
  reference: '',
  about: '',
  tag: '',
  mostWorkers: '',
  instructions: 'any',
  priority: '0',
});

export const fields = signal<Fields>(empty());

export function setField<Name extends keyof Fields>(name: Name, value: Fields[Name]): void {
  fields.value = { ...fields.value, [name]: value };
}

export function setEngine(number: number, change: Partial<EngineFields>): void {
  const engines = fields.value.engines.map((one, i) =>
    i === number ? { ...one, ...change } : one,
  );
  setField('engines', engines as Fields['engines']);
}

export function clear(): void {
  fields.value = empty();
}
