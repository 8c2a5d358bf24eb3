// The types that are made from docs/api.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { messageTypes, typeOf } from '../tools/message-types.mjs';

test('a schema becomes a type, and one that is not understood an error', () => {
  assert.equal(typeOf({ $ref: '#/components/schemas/Side' }), 'Side');
  assert.equal(typeOf({ enum: [0, 1, null] }), '0 | 1 | null');
  assert.equal(typeOf({ type: ['string', 'null'] }), 'string | null');
  const pair = { type: 'array', items: { type: 'integer' }, minItems: 2, maxItems: 2 };
  assert.equal(typeOf(pair), '[number, number]');
  assert.equal(
    typeOf({ type: 'array', items: { oneOf: [pair, { const: 'X' }] } }),
    '([number, number] | "X")[]',
  );
  const object = {
    type: 'object',
    properties: { a: { type: 'boolean' }, b: { type: 'null' } },
    required: ['a'],
  };
  assert.equal(typeOf(object).replaceAll(/\s+/g, ' '), '{ a: boolean; b?: null; }');
  assert.throws(() => typeOf({ type: 'set' }), /no type for/);
  assert.throws(() => typeOf({ anyOf: [] }), /no type for/);
});

test('every message and answer of docs/api is there', () => {
  const text = messageTypes();
  for (const name of ['hello', 'welcome', 'error', '"/arena/players/{name}"'])
    assert.match(text, new RegExp(`^  ${name}: \\{$`, 'm'));
});
