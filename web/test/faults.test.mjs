// What is wrong with a FEN or a PGN, in the languages of the page: every code has a sentence, and the
// rules' own answers become one.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { Rules } from '../engine/dist/rules.js';
import { leave, open, openPage, skip } from './browser.mjs';
import { openModules } from './modules.mjs';

const page = readFileSync(new URL('../../docs/errors.md', import.meta.url), 'utf8');
/** Those of the kinds of text that the page reads; it has no EPD and no opening books. */
const codes = [...page.matchAll(/^\| `((?:setup|fen|move|pgn|start|text)\.\w+)` \|/gm)].map(
  ([, code]) => code,
);

describe('faults of a text', () => {
  let modules, rules, sentence;
  const languages = {};
  before(async () => {
    modules = await openModules();
    languages.en = (await modules.load('words/faults-en')).faultsInEnglish;
    languages.de = (await modules.load('words/faults-de')).faultsInGerman;
    languages.es = (await modules.load('words/faults-es')).faultsInSpanish;
    sentence = (await modules.load('words/faults')).faultSentence;
    rules = await Rules.load();
  });
  after(() => modules.close());

  const faultOf = (act) => {
    try {
      act();
    } catch (error) {
      return error.fault;
    }
    return assert.fail('it was read');
  };

  test('every documented code has a sentence, and no sentence lacks a code', () => {
    assert.ok(codes.length > 45, `${codes.length} codes`);
    for (const { reasons } of Object.values(languages))
      assert.deepEqual(Object.keys(reasons).sort(), [...codes].sort());
  });

  test('no language lacks a name, and no sentence is another language’s', () => {
    for (const { reasons, fields } of Object.values(languages)) {
      assert.equal(fields.length, 6);
      assert.equal(new Set(Object.values(reasons)).size, codes.length);
    }
    for (const code of codes)
      assert.equal(new Set(Object.values(languages).map(({ reasons }) => reasons[code])).size, 3);
  });

  test('a FEN', () => {
    const fault = faultOf(() => rules.position('8/8/8/8/8/8/8/K7 w - - 0 1'));
    assert.equal(
      sentence(languages.en, fault),
      'FEN, field 1 (pieces) “8/8/8/8/8/8/8/K7”: One side has no king.',
    );
    assert.equal(
      sentence(languages.de, fault),
      'FEN, Feld 1 (Figuren) „8/8/8/8/8/8/8/K7“: Eine Seite hat keinen König.',
    );
    const short = faultOf(() => rules.position('8/8/8'));
    assert.equal(
      sentence(languages.es, short),
      'FEN, campo 1 (piezas) «8/8/8», carácter 6: Hay menos de ocho filas.',
    );
  });

  test('a PGN, with the reason why a move is none', () => {
    const [game] = rules.readGames('1. e4 e5\n2. Ke3 *').games;
    assert.equal(
      sentence(languages.de, game.fault),
      'Partie 1, Zeile 2, Spalte 4: „Ke3“: Das ist kein möglicher Zug. (Hier ist er nicht möglich.)',
    );
    assert.equal(
      sentence(languages.en, game.fault),
      'Game 1, line 2, column 4: “Ke3”: This is not a possible move. (It is not possible here.)',
    );
  });

  test('a code that is not known yet leaves the sentence of the rules', () => {
    assert.equal(sentence(languages.de, { code: 'fen.invented' }), undefined);
  });
});

describe('faults of a text on the page', { skip }, () => {
  let site;
  before(async () => void (site = await open()));
  after(() => site.close());

  const visit = async (view, locale) => {
    const page = await openPage(site.browser, { locale });
    await page.goto(`${site.address}#${view}`);
    return page;
  };

  test('the editor says in English what is wrong with a FEN', async () => {
    const page = await visit('editor', 'en-GB');
    await page.getByLabel('FEN').fill('8/8/8/8/8/8/8/K7 w - - 0 1');
    await page.locator('#editor-says', { hasText: 'One side has no king.' }).waitFor();
    await leave(page);
  });

  test('the editor says in German what is wrong with a FEN', async () => {
    const page = await visit('editor', 'de-DE');
    await page.getByLabel('FEN').fill('8/8/8/8/8/8/8/K7 w - - 0 1');
    await page.locator('#editor-says', { hasText: 'Eine Seite hat keinen König.' }).waitFor();
    await leave(page);
  });

  test('a pasted game that cannot be read is refused in Spanish', async () => {
    const page = await visit('analyse', 'es-ES');
    await page.locator('.in-out textarea').fill('1. Ke3 *');
    await page.locator('.in-out .buttons button', { hasText: 'Abrir' }).first().click();
    await page.locator('.toast', { hasText: 'línea 1, columna 4: «Ke3»' }).waitFor();
    await leave(page);
  });
});
