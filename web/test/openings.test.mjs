// The German and the Spanish names of openings, without a browser: some that every player knows, and
// all that the library knows.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { openModules } from './modules.mjs';

const languages = {
  German: {
    load: async (modules) => (await modules.load('words/openings-de')).openingInGerman,
    /** How a part ends that was not translated; German has the words Gambit and System, too. */
    englishEnd: /(Variation|Attack|Defense)s?$|(Gambit|System)s$|^Gambit$/,
    established: {
      'Sicilian Defense: Najdorf Variation': 'Sizilianische Verteidigung: Najdorf-Variante',
      'Sicilian Defense: Dragon Variation': 'Sizilianische Verteidigung: Drachenvariante',
      'Sicilian Defense: Closed': 'Sizilianische Verteidigung: Geschlossen',
      'French Defense: Winawer Variation, Poisoned Pawn Variation':
        'Französische Verteidigung: Winawer-Variante, Variante des vergifteten Bauern',
      'French Defense: Exchange Variation': 'Französische Verteidigung: Abtauschvariante',
      'Caro-Kann Defense: Advance Variation': 'Caro-Kann-Verteidigung: Vorstoßvariante',
      "Queen's Gambit Declined: Orthodox Defense":
        'Abgelehntes Damengambit: Orthodoxe Verteidigung',
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
    },
  },
  Spanish: {
    load: async (modules) => (await modules.load('words/openings-es')).openingInSpanish,
    englishEnd: /(Variation|Attack|Defense|Gambit|System|Countergambit|Opening|Game)s?$/,
    established: {
      'Sicilian Defense: Najdorf Variation': 'Defensa siciliana: variante Najdorf',
      'Sicilian Defense: Dragon Variation': 'Defensa siciliana: variante del dragón',
      'Sicilian Defense: Closed': 'Defensa siciliana: cerrada',
      'French Defense: Winawer Variation, Poisoned Pawn Variation':
        'Defensa francesa: variante Winawer, variante del peón envenenado',
      'French Defense: Exchange Variation': 'Defensa francesa: variante del cambio',
      'Caro-Kann Defense: Advance Variation': 'Defensa Caro-Kann: variante del avance',
      "Queen's Gambit Declined: Orthodox Defense": 'Gambito de dama rehusado: defensa ortodoxa',
      "King's Indian Defense: Four Pawns Attack":
        'Defensa india de rey: ataque de los cuatro peones',
      'Ruy Lopez: Closed, Breyer Defense': 'Apertura española: cerrada, defensa Breyer',
      'Italian Game: Two Knights Defense': 'Apertura italiana: defensa de los dos caballos',
      'Italian Game: Evans Gambit Accepted': 'Apertura italiana: gambito Evans aceptado',
      'Slav Defense: Modern System': 'Defensa eslava: sistema moderno',
      'Vienna Gambit': 'Gambito vienés',
      'Grob Opening': 'Apertura Grob',
    },
  },
};

/** The library's names in English. */
function* namesOfLibrary() {
  const table = readFileSync(
    new URL('../../src/core/chess/openings_data.cpp', import.meta.url),
    'utf8',
  );
  let family = '';
  for (const [, written] of table.matchAll(/ [A-E]\d\d (.+)/g)) {
    if (!written.startsWith(':')) family = written.split(': ')[0];
    yield written.startsWith(':') ? `${family}: ${written.slice(1)}` : written;
  }
}

for (const [language, { load, englishEnd, established }] of Object.entries(languages))
  describe(`openings in ${language}`, () => {
    let modules, translated;
    before(async () => {
      modules = await openModules();
      translated = await load(modules);
    });
    after(() => modules.close());

    for (const [english, name] of Object.entries(established))
      test(`${english} is ${name}`, () => assert.equal(translated(english), name));

    test('what has no name in this language stays as it is', () => {
      for (const name of ['', 'Bongcloud Attack of 2042', 'Sicilian Defense: Hyper Thing'])
        assert.equal(
          translated(name).split(': ')[1] ?? translated(name),
          name.split(': ')[1] ?? name,
        );
      assert.equal(translated('constructor: toString'), 'constructor: toString');
    });

    test('no name of the library is lost or half translated', () => {
      let count = 0;
      for (const name of namesOfLibrary()) {
        const english = name.split(/: |, /);
        const parts = translated(name).split(/: |, /);
        assert.equal(parts.length, english.length, name);
        parts.forEach((part, i) => {
          assert.ok(part.length > 0 && !part.includes('undefined'), name);
          if (part === english[i]) return;
          assert.ok(!englishEnd.test(part), part);
          count += 1;
        });
      }
      assert.ok(count > 2000, `${count} parts are translated`);
    });
  });
