// The letters of the page against the vectors of docs/letters.md, in Node.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { openModules } from './modules.mjs';

const data = new URL('../../tests/data/letters/', import.meta.url);
const vectors = JSON.parse(readFileSync(new URL('vectors.json', data), 'utf8'));
const list = readFileSync(new URL('words.txt', data), 'utf8').trim().split('\n');

const bytes = (hex) => Uint8Array.from(Buffer.from(hex, 'hex'));
const file = (base64) => Uint8Array.from(Buffer.from(base64, 'base64'));

describe('letters', () => {
  let modules, seeds, letter;
  const owners = new Map();
  before(async () => {
    modules = await openModules();
    seeds = await modules.load('letters/seed');
    letter = await modules.load('letters/letter');
    for (const { name, seed } of vectors.keys) owners.set(name, await seeds.keyOf(bytes(seed)));
  });
  after(() => modules.close());

  const refusedWith = (code) => (error) => {
    assert.equal(error.code, code);
    return true;
  };

  test('a seed gives the keys, the address and the words', async () => {
    for (const { name, seed, words, publicKey, address } of vectors.keys) {
      assert.equal(owners.get(name).public, publicKey);
      assert.equal(owners.get(name).address, address);
      assert.equal((await seeds.wordsOfSeed(bytes(seed), list)).join(' '), words);
      assert.deepEqual(await seeds.seedOfWords(words, list), bytes(seed));
    }
  });

  test('words may be capital, apart and short', async () => {
    const [{ seed, words }] = vectors.keys;
    const written = words
      .split(' ')
      .map((word) => word.slice(0, Math.max(4, word.length - 2)).toUpperCase())
      .join(' \n\t');
    assert.deepEqual(await seeds.seedOfWords(written, list), bytes(seed));
  });

  test('words that are wrong are refused', async () => {
    for (const { name, words, code } of vectors.badWords)
      await assert.rejects(seeds.seedOfWords(words, list), refusedWith(code), name);
  });

  test('letters are opened', async () => {
    for (const one of vectors.letters) {
      const opened = await letter.open(file(one.file), owners.get(one.recipient));
      assert.equal(opened.text, one.text, one.name);
      assert.equal(await letter.nameOf(file(one.file)), one.id);
    }
  });

  test('an opened letter has the franking key that proves its text', async () => {
    for (const one of vectors.letters) {
      const { franking } = await letter.open(file(one.file), owners.get(one.recipient));
      assert.equal(Buffer.from(franking).toString('hex'), one.frankingKey, one.name);
    }
  });

  test('letters that must be refused are refused, each with its code', async () => {
    assert.ok(vectors.badLetters.length > 50);
    for (const one of vectors.badLetters)
      await assert.rejects(
        letter.open(file(one.file), owners.get(one.recipient)),
        refusedWith(one.code),
        one.name,
      );
  });

  test('a letter is written with the same bytes', async () => {
    let compared = 0;
    for (const one of vectors.letters) {
      const { metadata } = (await modules.load('letters/file')).readFile(file(one.file));
      if (!metadata) continue; // the page writes no anonymous letters
      const author = [...owners.values()].find(({ address }) => address === metadata.from);
      const recipient = owners.get(one.recipient);
      const pair = await seeds.importSecret(bytes(one.ephemeralSecret), 'X25519');
      const written = await letter.write(
        one.text,
        author,
        await letter.knownKey(recipient.public, recipient.address),
        { franking: bytes(one.frankingKey), once: pair, time: metadata.time },
      );
      assert.equal(Buffer.from(written).toString('base64'), one.file, one.name);
      ++compared;
    }
    assert.ok(compared > 5);
  });

  test('a bit that is changed anywhere in a letter is noticed', async () => {
    const [{ file: good, recipient }] = vectors.letters;
    const whole = file(good);
    for (let at = 0; at < whole.length; at += 7) {
      const changed = whole.slice();
      changed[at] ^= 1 << (at % 8);
      await assert.rejects(letter.open(changed, owners.get(recipient)), `at ${at}`);
    }
  });

  test('a key that is not genuine, or of somebody else, is not written to', async () => {
    const [anna, ben] = vectors.keys;
    await assert.rejects(letter.knownKey(anna.publicKey, ben.address), refusedWith('wrongAddress'));
    const forged = anna.publicKey.slice(0, 44) + ben.publicKey.slice(44);
    await assert.rejects(letter.knownKey(forged, anna.address), refusedWith('badKey'));
    await assert.rejects(letter.knownKey('kz', anna.address), refusedWith('badKey'));
  });

  test('a text that is too long is refused', async () => {
    const [{ address, publicKey }] = vectors.keys;
    const key = await letter.knownKey(publicKey, address);
    const own = owners.get('anna');
    await letter.write('ü'.repeat(3500), own, key);
    await assert.rejects(letter.write('ü'.repeat(3501), own, key), refusedWith('textTooLong'));
  });
});
