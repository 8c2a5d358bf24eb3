// The Spanish names of openings, without a browser: some that every player knows, and all that the
// library knows.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { openModules } from './modules.mjs';

describe('openings in Spanish', () => {
  let modules, spanish;
  before(async () => {
    modules = await openModules();
    spanish = (await modules.load('words/openings-es')).openingInSpanish;
  });
  after(() => modules.close());

  const established = {
    'Sicilian Defense: Najdorf Variation': 'Defensa siciliana: variante Najdorf',
    'Sicilian Defense: Dragon Variation': 'Defensa siciliana: variante del dragón',
    'Sicilian Defense: Closed': 'Defensa siciliana: cerrada',
    'French Defense: Winawer Variation, Poisoned Pawn Variation':
      'Defensa francesa: variante Winawer, variante del peón envenenado',
    'French Defense: Exchange Variation': 'Defensa francesa: variante del cambio',
    'Caro-Kann Defense: Advance Variation': 'Defensa Caro-Kann: variante del avance',
    "Queen's Gambit Declined: Orthodox Defense": 'Gambito de dama rehusado: defensa ortodoxa',
    "King's Indian Defense: Four Pawns Attack": 'Defensa india de rey: ataque de los cuatro peones',
    'Ruy Lopez: Closed, Breyer Defense': 'Apertura española: cerrada, defensa Breyer',
    'Italian Game: Two Knights Defense': 'Apertura italiana: defensa de los dos caballos',
    'Italian Game: Evans Gambit Accepted': 'Apertura italiana: gambito Evans aceptado',
    'Slav Defense: Modern System': 'Defensa eslava: sistema moderno',
    'Vienna Gambit': 'Gambito vienés',
    'Grob Opening': 'Apertura Grob',
  };
  for (const [english, name] of Object.entries(established))
    test(`${english} is ${name}`, () => assert.equal(spanish(english), name));

  test('what has no name in Spanish stays as it is', () => {
    for (const name of ['', 'Bongcloud Attack of 2042', 'Sicilian Defense: Hyper Thing'])
      assert.equal(spanish(name).split(': ')[1] ?? spanish(name), name.split(': ')[1] ?? name);
    assert.equal(spanish('constructor: toString'), 'constructor: toString');
  });

  test('no name of the library is lost or half translated', () => {
    const table = readFileSync(
      new URL('../../src/chess/openings_data.cpp', import.meta.url),
      'utf8',
    );
    const englishKind = /(Variation|Attack|Defense|Gambit|System|Countergambit|Opening|Game)s?$/;
    let family = '';
    let count = 0;
    for (const [, written] of table.matchAll(/ [A-E]\d\d (.+)/g)) {
      if (!written.startsWith(':')) family = written.split(': ')[0];
      const name = written.startsWith(':') ? `${family}: ${written.slice(1)}` : written;
      const english = name.split(/: |, /);
      const parts = spanish(name).split(/: |, /);
      assert.equal(parts.length, english.length, name);
      parts.forEach((part, i) => {
        assert.ok(part.length > 0 && !part.includes('undefined'), name);
        if (part === english[i]) return;
        assert.ok(!englishKind.test(part), part);
        count += 1;
      });
    }
    assert.ok(count > 2000, `${count} parts are in Spanish`);
  });
});
