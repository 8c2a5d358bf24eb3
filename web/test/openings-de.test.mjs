// The German names of openings, without a browser: some that every player knows, and all that the
// library knows.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { openModules } from './modules.mjs';

describe('openings in German', () => {
  let modules, german;
  before(async () => {
    modules = await openModules();
    german = (await modules.load('words/openings-de')).openingInGerman;
  });
  after(() => modules.close());

  const established = {
    'Sicilian Defense: Najdorf Variation': 'Sizilianische Verteidigung: Najdorf-Variante',
    'Sicilian Defense: Dragon Variation': 'Sizilianische Verteidigung: Drachenvariante',
    'Sicilian Defense: Closed': 'Sizilianische Verteidigung: Geschlossen',
    'French Defense: Winawer Variation, Poisoned Pawn Variation':
      'Französische Verteidigung: Winawer-Variante, Variante des vergifteten Bauern',
    'French Defense: Exchange Variation': 'Französische Verteidigung: Abtauschvariante',
    'Caro-Kann Defense: Advance Variation': 'Caro-Kann-Verteidigung: Vorstoßvariante',
    "Queen's Gambit Declined: Orthodox Defense": 'Abgelehntes Damengambit: Orthodoxe Verteidigung',
    "King's Indian Defense: Four Pawns Attack": 'Königsindische Verteidigung: Vierbauernangriff',
    'Ruy Lopez: Berlin Defense': 'Spanische Partie: Berliner Verteidigung',
    'Ruy Lopez: Closed, Breyer Defense': 'Spanische Partie: Geschlossen, Breyer-Verteidigung',
    'Italian Game: Two Knights Defense': 'Italienische Partie: Zweispringerverteidigung',
    'Italian Game: Evans Gambit Accepted': 'Italienische Partie: Angenommenes Evans-Gambit',
    'Sicilian Defense: Richter-Rauzer Variation':
      'Sizilianische Verteidigung: Richter-Rauser-Variante',
    'Slav Defense: Modern System': 'Slawische Verteidigung: Modernes System',
    "Petrov's Defense: Classical Attack": 'Russische Verteidigung: Klassischer Angriff',
    'Vienna Gambit': 'Wiener Gambit',
  };
  for (const [english, name] of Object.entries(established))
    test(`${english} is ${name}`, () => assert.equal(german(english), name));

  test('what has no name in German stays as it is', () => {
    for (const name of ['', 'Bongcloud Attack of 2042', 'Sicilian Defense: Hyper Thing'])
      assert.equal(german(name).split(': ')[1] ?? german(name), name.split(': ')[1] ?? name);
    assert.equal(german('constructor: toString'), 'constructor: toString');
  });

  test('no name of the library is lost or half translated', () => {
    const table = readFileSync(
      new URL('../../src/chess/openings_data.cpp', import.meta.url),
      'utf8',
    );
    const englishKind = /(Variation|Attack|Defense|Gambit|System|Countergambit)s?$/;
    let family = '';
    let count = 0;
    for (const [, written] of table.matchAll(/ [A-E]\d\d (.+)/g)) {
      if (!written.startsWith(':')) family = written.split(': ')[0];
      const name = written.startsWith(':') ? `${family}: ${written.slice(1)}` : written;
      const english = name.split(/: |, /);
      const parts = german(name).split(/: |, /);
      assert.equal(parts.length, english.length, name);
      parts.forEach((part, i) => {
        assert.ok(part.length > 0 && !part.includes('undefined'), name);
        if (part === english[i]) return;
        assert.ok(!englishKind.test(part) || /-Gambit$| Gambit$|gambit$|System$/.test(part), part);
        count += 1;
      });
    }
    assert.ok(count > 2000, `${count} parts are in German`);
  });
});
