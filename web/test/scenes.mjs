// Every view of the page in a state worth looking at, for the approved pictures. Each scene prepares
// what is stored, opens an address, and says when everything is there.
import { readFileSync } from 'node:fs';
import { openSetup } from './browser.mjs';

/** Stores values as the page keeps them, before it starts. */
const stored = (values) => (context) =>
  context.addInitScript((all) => {
    for (const [name, value] of Object.entries(all))
      localStorage[`kibitz.${name}`] ??= JSON.stringify(value);
  }, values);

const game = (moves, rest = {}) => ({
  start: '',
  moves: moves.split(' '),
  opponent: 'coach',
  color: 'white',
  seed: 1,
  clock: null,
  ending: null,
  ...rest,
});
const started = { started: true, sound: false };

const najdorf = 'e2e4 c7c5 g1f3 d7d6 d2d4 c5d4 f3d4 g8f6 b1c3 a7a6';
const mate = 'e2e4 e7e5 d1h5 b8c6 f1c4 g8f6 h5f7';

/** A game that was lost by a trap, and the engine's best lines before each of its moves and at its end. */
const trap = 'e2e4 e7e5 g1f3 b8c6 f1c4 c6d4 f3e5 d8g5 e5f7 g5g2 h1f1 g2e4 c4e2 d4f3'.split(' ');
const trapPgn =
  '[White "Ann"]\n[Black "Bruno"]\n[Event "Club evening"]\n[Result "0-1"]\n\n' +
  '1. e4 e5 2. Nf3 Nc6 3. Bc4 Nd4 4. Nxe5 Qg5 5. Nxf7 Qxg2 6. Rf1 Qxe4+ 7. Be2 Nf3# 0-1';
const bestInTrap = [
  [30, 'e2e4 e7e5'],
  [-30, 'e7e5 g1f3'],
  [35, 'g1f3 b8c6'],
  [-30, 'b8c6 f1b5'],
  [35, 'f1b5 a7a6'],
  [-20, 'g8f6 d2d3'],
  [110, 'f3d4 e5d4'],
  [-10, 'd8g5 c4f7'],
  [15, 'c4f7 e8e7'],
  [420, 'g5g2 h1f1'],
  [-420, 'h1f1 g2e4'],
  ['mate', 2, 'g2e4 c4e2 d4f3'],
  ['mate', -1, 'c4e2 d4f3'],
  ['mate', 1, 'd4f3'],
  ['mate', 0, ''],
].map((line) => {
  const pv = line.at(-1).split(' ').filter(Boolean);
  return line[0] === 'mate' ? { mate: line[1], pv } : { centipawns: line[0], pv };
});
/** A queen that may take a pawn and should not. */
const queenTakes = 'r1bqkbnr/pppp1ppp/2n5/4p2Q/4P3/8/PPPP1PPP/RNB1KBNR w KQkq - 2 3';
const usualStart = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

/** A few games for the library. */
const library = [
  ['Ann', 'Bruno', '1-0', '2026.05.16', '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6'],
  ['Chidi', 'Ann', '1/2-1/2', '2026.05.09', '1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. Bg5 Be7'],
  ['Ann', 'Magdalena', '0-1', '2026.04.25', '1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6'],
  ['Yuki', 'Ann', '0-1', '2026.04.18', '1. c4 e5 2. Nc3 Nf6 3. g3 d5 4. cxd5 Nxd5'],
]
  .map(
    ([white, black, result, date, moves]) =>
      `[Event "Club evening"]\n[Date "${date}"]\n[White "${white}"]\n[Black "${black}"]\n` +
      `[WhiteElo "1512"]\n[BlackElo "1498"]\n[Result "${result}"]\n\n${moves} ${result}\n`,
  )
  .join('\n');

const lessons = readFileSync(new URL('../data/lessons.txt', import.meta.url), 'utf8');
const firstLesson = /^lesson: (\S+)$/m.exec(lessons)[1];

/**
 * `before` prepares the browser's context, `address` is what follows the page's address, and `ready`
 * brings the page into the state of the picture.
 */
export const scenes = {
  'play-new': { ready: (page) => page.locator('.actions').waitFor() },
  'play-game': {
    before: stored({ preferences: started, game: game(najdorf) }),
    ready: (page) => page.locator('.moves .move').nth(9).waitFor(),
  },
  'play-over': {
    before: stored({ preferences: started, game: game(mate) }),
    ready: (page) => page.locator('.result').waitFor(),
  },
  'new-game': {
    ready: async (page) => {
      await openSetup(page);
      await page.locator('.opponents .card').nth(3).waitFor();
    },
  },
  settings: {
    ready: async (page) => {
      await page.locator('.settings > summary').click();
      await page.locator('#geometric-n').waitFor({ state: 'attached' });
    },
  },
  analyse: {
    address: '#analyse',
    before: stored({
      preferences: started,
      analysis: trapPgn,
      review: { start: usualStart, moves: trap, best: bestInTrap },
    }),
    ready: async (page) => {
      await page.locator('.accuracy').waitFor();
      await page.getByRole('button', { name: /^Nxf7:/ }).click();
      await page.locator('.verdict .reasons li').first().waitFor();
      await page.evaluate(() => scrollTo(0, 0)); // the press has scrolled a phone's page
    },
  },
  editor: { address: '#editor', ready: (page) => page.locator('aside input').first().waitFor() },
  watch: { address: '#watch', ready: (page) => page.locator('aside button').first().waitFor() },
  games: {
    address: '#games',
    before: stored({ 'games.names': 'Ann' }),
    ready: async (page) => {
      // On a phone, the import is a part of its own; which it is shows only once the view has come.
      await page.locator('.my-games .transfer').waitFor({ state: 'attached' });
      const part = (name) => page.locator(`input[name=my-games-part][value=${name}]`).first();
      if (await part('transfer').isVisible()) await part('transfer').check({ force: true });
      await page.locator('.transfer textarea').fill(library);
      await page.locator('.transfer form button[type=submit]').click();
      await page.getByText('4 games were added.').waitFor();
      if (await part('list').isVisible()) await part('list').check({ force: true });
      await page.locator('.found-games li').nth(3).waitFor();
    },
  },
  puzzles: {
    address: '#learn/puzzles',
    ready: (page) => page.locator('.task h2').waitFor(),
  },
  lessons: {
    address: '#learn/lessons',
    before: stored({ lessons: [`${firstLesson} 0`, `${firstLesson} 1`] }),
    ready: (page) => page.locator('.lessons li').nth(5).waitFor(),
  },
  endgames: {
    address: '#learn/endgames',
    before: stored({ endgames: { 'two-rooks': 0, queen: 2, rook: -1 } }),
    ready: (page) => page.locator('.lessons li').nth(14).waitFor(),
  },
  'own-mistake': {
    address: '#learn/mistakes',
    before: stored({
      mistakes: ['Ann – Bruno', 'Ann – Chidi', 'Yuki – Ann'].map((title, i) => ({
        fen: queenTakes,
        san: 'Qxe5+',
        best: { centipawns: -25, pv: ['h5d1', 'g8f6'] },
        game: title,
        box: i,
        due: 20_000 + 1000 * i, // days; the last one is not due yet
      })),
    }),
    ready: (page) => page.locator('.task h2', { hasText: 'Qxe5+' }).waitFor(),
  },
  lesson: {
    address: '#learn/lessons',
    ready: async (page) => {
      await page.locator('.lessons button').nth(4).click();
      await page.locator('.coach').waitFor();
    },
  },
  contest: {
    address: '#arena/contest/Club%20league',
    ready: (page) => page.locator('.crosstable').waitFor(),
  },
  player: {
    address: '#arena/player/Bruno',
    ready: (page) => page.locator('.games-table tbody tr').first().waitFor(),
  },
  ratings: {
    address: '#arena/ratings',
    ready: (page) => page.locator('table').nth(1).waitFor(),
  },
  embedded: {
    address: `embed.html?pgn=${encodeURIComponent(trapPgn)}`,
    ready: async (page) => {
      for (let i = 0; i < 8; ++i) await page.getByRole('button', { name: 'Forward' }).click();
      await page.locator('.message', { hasText: 'Qg5' }).waitFor();
    },
  },
  'embedded-game': {
    address: 'embed.html?level=3&player=white',
    ready: (page) => page.locator('.embed .message').waitFor(),
  },
  arena: {
    address: '#arena',
    ready: async (page) => {
      await page.locator('.place', { hasText: 'Ann' }).waitFor();
      await page.locator('.mini-board').nth(1).waitFor();
    },
  },
  'arena-game': {
    address: '#arena/game/g1',
    ready: (page) => page.locator('.chat li').nth(1).waitFor(),
  },
};
