// The texts of all languages, without a browser: what stayed English, and the letters of pieces.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { openModules } from './modules.mjs';

const parts = {
  'the page': ['words/en', 'words/'],
  'the arena': ['arena/words/arena-en', 'arena/words/arena-'],
  'the explorer': ['explorer/words/explorer-en', 'explorer/words/explorer-'],
  'My games': ['my-games/words/my-games-en', 'my-games/words/my-games-'],
  'databases of the server': ['databases/words/databases-en', 'databases/words/databases-'],
  letters: ['letters/words/letters-en', 'letters/words/letters-'],
  'the key of letters': ['letters/words/key-en', 'letters/words/key-'],
  'points and vouchers': ['points/words/points-en', 'points/words/points-'],
  experiments: ['experiments/words/experiments-en', 'experiments/words/experiments-'],
  'the laboratory': ['lab/words/lab-en', 'lab/words/lab-'],
  'puzzles and lessons': ['learn/words/en', 'learn/words/'],
  'the board read aloud': ['reading/words/en', 'reading/words/'],
  'what opponents say at the end': ['farewell/words/en', 'farewell/words/'],
};
// Names, signs, and words that are the same in both languages.
const mostAlike = 0.12;

/** Refusals by the codes of docs/api: English has the server's own words. Those that are left out come of
    programs alone, or of the operator's commands. */
const refusals = {
  ErrorCode: {
    parts: ['arena/words/arena-'],
    leftOut: `notJson nestedTooDeeply unknownMessageType unknownCommand notFound alreadyLoggedIn badVersion
      ownerTooLong unknownAction unknownGameKind badContestKind noPgn tooManyGamesForPgn pathNotAbsolute
      fileExists copyFailed`,
  },
  LetterErrorCode: {
    parts: ['letters/words/letters-', 'letters/words/key-'],
    leftOut: `badMessage notOpened wrongProof badCommitment badText noMetadata unknownVersion badMetadata
      badBodySize wrongSender badKey badSignature`,
  },
};

/** All texts with the path to each, those of functions left out. */
function texts(value, path = '') {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => texts(inner, `${path}.${name}`));
}

describe('languages', () => {
  let modules;
  before(async () => (modules = await openModules()));
  after(() => modules.close());

  for (const language of ['de', 'es'])
    for (const [part, [english, other]] of Object.entries(parts))
      test(`${part} in ${language}`, async () => {
        const original = new Map(texts((await modules.load(english)).en));
        const translated = texts((await modules.load(other + language))[language]);
        // Where English has what the library says, as of opponents, the others have texts.
        const paths = new Set(translated.map(([path]) => path));
        assert.deepEqual(
          [...original.keys()].filter((path) => !paths.has(path)),
          [],
        );
        const alike = translated.filter(
          ([path, text]) => text === original.get(path) && /\p{L}{3}/u.test(text),
        );
        assert.ok(
          alike.length <= Math.max(3, mostAlike * translated.length),
          alike.map(([path, text]) => `${path}: ${text}`).join('\n'),
        );
        for (const [path, text] of translated)
          assert.ok(text.trim() !== '' || original.get(path)?.trim() === '', path);
      });

  for (const language of ['de', 'es'])
    test(`what the server refuses is said in ${language}`, async () => {
      const { schemas } = JSON.parse(
        readFileSync(new URL('../../docs/api/asyncapi.json', import.meta.url)),
      ).components;
      for (const [list, { parts: files, leftOut }] of Object.entries(refusals)) {
        const said = new Set();
        for (const file of files) {
          const part = (await modules.load(file + language))[language];
          for (const [code, text] of Object.entries(part.refusals)) if (text) said.add(code);
        }
        const others = new Set(leftOut.split(/\s+/));
        const codes = schemas[list].enum;
        assert.deepEqual(
          codes.filter((code) => !said.has(code) && !others.has(code)),
          [],
        );
        assert.deepEqual(
          [...others].filter((code) => !codes.includes(code)),
          [],
        );
      }
    });

  for (const language of ['de', 'es'])
    test(`what is wrong with a field of a laboratory's test is said in ${language}`, async () => {
      const { fields } = (await modules.load('lab/words/lab-en')).en;
      const fieldOf = {
        player: 'program',
        known: 'build',
        file: 'build',
        engineOptions: 'options',
      };
      const ofPage = new Set(['signature', 'openings', 'command', 'bench']); // these it checks itself, or none
      const { wrongFields } = (await modules.load(`lab/words/lab-${language}`))[language];
      const names = Object.keys(fields)
        .filter((name) => !ofPage.has(name))
        .map((name) => fieldOf[name] ?? name);
      assert.deepEqual(
        names.filter((name) => !(name in wrongFields)),
        [],
      );
      for (const text of Object.values(wrongFields)) assert.match(text('so'), /\p{L}{3}.*[.:?]/u);
    });

  test('German and Spanish have the same texts', async () => {
    for (const [, other] of Object.values(parts)) {
      const [de, es] = await Promise.all(
        ['de', 'es'].map(async (language) =>
          texts((await modules.load(other + language))[language])
            .map(([path]) => path)
            .sort(),
        ),
      );
      assert.deepEqual(es, de);
    }
  });

  test('a typed letter means the piece of the page’s language', async () => {
    const { words } = await modules.load('words/index');
    const { rules } = await modules.load('game/core');
    const { readTyped } = await modules.load('game/typed');
    const read = (text) => readTyped('startpos', [], text);
    rules.value = { readMove: (_, __, text) => text };
    words.value = (await modules.load('words/es')).es;
    assert.deepEqual(['Rf1', 'Cf3', 'Txe8', 'e8=D', 'Kf1', 'Nf3', 'e4', 'O-O'].map(read), [
      'Kf1',
      'Nf3',
      'Rxe8',
      'e8=Q',
      'Kf1',
      'Nf3',
      'e4',
      'O-O',
    ]);
    words.value = (await modules.load('words/de')).de;
    assert.deepEqual(['Sf3', 'Bb5', 'Td1'].map(read), ['Nf3', 'Bb5', 'Rd1']);
    // The pawn's letter, where no bishop can move so.
    rules.value.readMove = (_, __, text) => {
      if (text.startsWith('B')) throw new Error('no bishop can move there');
      return text;
    };
    assert.equal(read('Bb5'), 'b5');
  });

  test('moves are shown with the letters of the page’s language', async () => {
    const { words } = await modules.load('words/index');
    const { inOwnLetters } = await modules.load('game/notation');
    words.value = (await modules.load('words/en')).en;
    const shown = [
      'Nf3',
      'Qxf7#',
      'R1e2',
      'Nbxd7+',
      'Kb1',
      'e8=Q+',
      'O-O-O',
      'e4',
      'Black wins: 1… Bxf2+ 2. Kh1 bxa1=N',
    ];
    assert.deepEqual(shown.map(inOwnLetters), shown);
    words.value = (await modules.load('words/de')).de;
    assert.deepEqual(shown.map(inOwnLetters), [
      'Sf3',
      'Dxf7#',
      'T1e2',
      'Sbxd7+',
      'Kb1',
      'e8=D+',
      'O-O-O',
      'e4',
      'Black wins: 1… Lxf2+ 2. Kh1 bxa1=S',
    ]);
    words.value = (await modules.load('words/es')).es;
    assert.deepEqual(['Kb1', 'Ra1', 'Qd1', 'Nf3', 'Bb5'].map(inOwnLetters), [
      'Rb1',
      'Ta1',
      'Dd1',
      'Cf3',
      'Ab5',
    ]);
  });
});
