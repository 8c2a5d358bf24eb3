// The board read aloud: what is answered to a question that is typed, in every language; without a browser.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Rules } from '../engine/dist/rules.js';
import { openModules } from './modules.mjs';

describe('the board read aloud', () => {
  let modules, preferences, words, answerTo, rules;
  before(async () => {
    modules = await openModules();
    ({ answerTo } = await modules.load('reading/reading'));
    ({ preferences } = await modules.load('settings/preferences'));
    ({ words } = await modules.load('words/index'));
    const core = await modules.load('game/core');
    core.rules.value = rules = await Rules.load();
  });
  after(() => modules.close());

  const speak = async (language) => {
    preferences.value = { ...preferences.value, language };
    words.value = (await modules.load(`words/${language}`))[language];
  };
  /** After 1. e4 e5 2. Nf3, with a minute and a half against one second. */
  const ask = (text, table = {}) =>
    answerTo(text, {
      position: rules.position('', ['e4', 'e5', 'Nf3']),
      clock: { white: 90_400, black: 1000 },
      ...table,
    });

  test('in English', async () => {
    await speak('en');
    assert.equal(
      await ask('position'),
      'White: king e1, queen d1, rooks a1 h1, bishops c1 f1, knights b1 f3, pawns a2 b2 c2 d2 f2 g2 h2 e4. ' +
        'Black: king e8, queen d8, rooks a8 h8, bishops c8 f8, knights b8 g8, pawns e5 a7 b7 c7 d7 f7 g7 h7. ' +
        'Black to move.',
    );
    assert.match(await ask('White'), /^White: king e1.*e4\.$/);
    assert.match(await ask(' BLACK '), /^Black: king e8/);
    assert.equal(await ask('last move'), 'White: knight to f3.');
    assert.equal(await ask('What attacks e5?'), 'White attacks e5 with knight f3.');
    assert.equal(await ask('attacks f3'), 'White attacks f3 with queen d1, pawn g2.');
    assert.equal(await ask('what attacks e6'), 'Black attacks e6 with pawns d7 f7.');
    assert.equal(await ask('what attacks a4'), 'Nothing attacks a4.');
    assert.equal(await ask('what is on f3'), 'On f3: white knight.');
    assert.equal(await ask('on e3'), 'e3 is empty.');
    assert.equal(await ask('clocks'), 'White has 1 minute 30 seconds, Black has 1 second.');
    assert.match(await ask('legal moves'), /^29 moves: .*Nc6.*\.$/);
    assert.equal(await ask('clocks', { clock: null }), 'This game has no clock.');
    assert.equal(await ask('last', { position: rules.position('') }), 'Starting position.');
    // What help names is understood.
    const named = (await ask('help')).split(': ')[1].replace('.', '').split(', ');
    assert.equal(named.length, 8);
    for (const one of named) assert.notEqual(await ask(one), '', one);
  });

  test('in German and Spanish, where English is understood, too', async () => {
    await speak('de');
    assert.equal(await ask('letzter Zug'), 'Weiß: Springer nach f3.');
    assert.equal(await ask('Was greift e5 an?'), 'Weiß greift e5 an: Springer f3.');
    assert.equal(await ask('was steht auf d8'), 'Auf d8: schwarze Dame.');
    assert.equal(await ask('Uhren'), 'Weiß hat 1 Minute 30 Sekunden, Schwarz hat 1 Sekunde.');
    assert.match(await ask('position'), /^Weiß: König e1, Dame d1, Türme a1 h1/);
    await speak('es');
    assert.equal(await ask('¿Qué ataca e5?'), 'Las blancas atacan e5: caballo f3.');
    assert.equal(await ask('que hay en d8'), 'En d8: dama negra.');
    assert.match(
      await ask('posición'),
      /^Blancas: rey e1, dama d1, torres a1 h1.*Juegan las negras\.$/,
    );
    for (const language of ['de', 'es']) {
      await speak(language);
      const named = (await ask('help')).split(': ')[1].replace('.', '').split(', ');
      assert.equal(named.length, 8);
      for (const one of named) assert.notEqual(await ask(one), '', one);
    }
  });

  test('a move, and what makes no sense, is no question', async () => {
    await speak('en');
    for (const text of ['', 'e4', 'Nf3', 'O-O', 'what attacks e9', 'positions', 'e7e8q'])
      assert.equal(await ask(text), '', text);
  });
});
