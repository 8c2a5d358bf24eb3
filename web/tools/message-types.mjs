// TypeScript types of what the server and the page send each other, from docs/api: the messages of
// the WebSocket (AsyncAPI) and the answers over HTTP (OpenAPI). Both describe JSON by JSON Schema.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../../docs/api', import.meta.url));
const read = (name) => JSON.parse(readFileSync(join(folder, name), 'utf8'));

const comment = (text, indent = '') => (text ? `${indent}/** ${text} */\n` : '');

/** A property as a line of an interface. */
function property(name, schema, isRequired) {
  const { description } = schema;
  const key = /^\w+$/.test(name) ? name : JSON.stringify(name);
  return `${comment(description, '  ')}  ${key}${isRequired ? '' : '?'}: ${typeOf(schema)};\n`;
}

function objectType({ properties, required = [], additionalProperties }, without = []) {
  if (!properties) {
    const value =
      typeof additionalProperties === 'object' ? typeOf(additionalProperties) : 'unknown';
    return `{ [name: string]: ${value} | undefined }`;
  }
  const lines = Object.entries(properties)
    .filter(([name]) => !without.includes(name))
    .map(([name, schema]) => property(name, schema, required.includes(name)));
  return `{\n${lines.join('')}}`;
}

function arrayType({ items, minItems, maxItems }) {
  const type = typeOf(items);
  if (minItems === undefined || minItems !== maxItems) return `(${type})[]`;
  return `[${Array(minItems).fill(type).join(', ')}]`;
}

const plainTypes = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
};

/** Throws if a schema uses something that is not supported here. */
export function typeOf(schema) {
  if (schema.$ref) return schema.$ref.split('/').at(-1);
  if ('const' in schema) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.oneOf) return schema.oneOf.map(typeOf).join(' | ');
  if (Array.isArray(schema.type))
    return schema.type.map((type) => typeOf({ ...schema, type })).join(' | ');
  if (schema.type === 'object') return objectType(schema);
  if (schema.type === 'array') return arrayType(schema);
  if (schema.type in plainTypes) return plainTypes[schema.type];
  throw new Error(`docs/api: no type for ${JSON.stringify(schema)}`);
}

/** All messages of one side by name, without the fields that every message has. */
function messagesOf(side, { messages }) {
  const own = Object.entries(messages).filter(([key]) => key.startsWith(`${side}_`));
  const lines = own.map(([, { name, summary, payload }]) => {
    const type = objectType(payload, ['type', 'id']);
    return `${comment(summary, '  ')}  ${name}: ${type};\n`;
  });
  return `{\n${lines.join('')}}`;
}

/** What is read with GET, by path. */
function answersOf({ paths }) {
  const lines = Object.entries(paths).flatMap(([path, { get }]) => {
    const schema = get?.responses['200']?.content?.['application/json']?.schema;
    return schema ? [`  ${JSON.stringify(path)}: ${typeOf(schema)};\n`] : [];
  });
  return `{\n${lines.join('')}}`;
}

/** The text of a TypeScript module. */
export function messageTypes() {
  const socket = read('asyncapi.json');
  const http = read('openapi.json');
  const schemas = { ...http.components.schemas, ...socket.components.schemas };
  const types = Object.entries(schemas).map(
    ([name, schema]) => `${comment(schema.description)}export type ${name} = ${typeOf(schema)};\n`,
  );
  return [
    '// Made from docs/api by web/tools/message-types.mjs.\n',
    ...types,
    `export interface ClientMessages ${messagesOf('client', socket.components)}\n`,
    `export interface ServerMessages ${messagesOf('server', socket.components)}\n`,
    `export interface LetterRequests ${messagesOf('letters_request', socket.components)}\n`,
    `export interface LetterAnswers ${messagesOf('letters_answer', socket.components)}\n`,
    `export interface Answers ${answersOf(http)}\n`,
  ].join('\n');
}
