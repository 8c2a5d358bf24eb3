// Lessons and puzzles without a browser: the data against the rules, the rating, the choice.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { brotliCompressSync } from 'node:zlib';
import { Rules } from '../engine/dist/rules.js';
import { isForEverybody, piecesOf } from '../tools/puzzle-pieces.mjs';
import { openModules } from './modules.mjs';

const data = (name) => readFileSync(new URL(`../data/${name}`, import.meta.url), 'utf8');

describe('learning', () => {
  let modules, rules;
  before(async () => {
    modules = await openModules();
    rules = await Rules.load();
  });
  after(() => modules.close());

  test('every task of the lessons can be solved as its line says, and is told in every language', async () => {
    const { readLessons } = await modules.load('learn/lessons');
    const lessons = readLessons(data('lessons.txt'));
    let count = 0;
    for (const { id, titles, tasks } of lessons) {
      const languages = Object.keys(titles).sort();
      assert.ok(languages.includes('en'), id);
      tasks.forEach(({ start, moves, texts }, number) => {
        const where = `lesson ${id}, task ${number + 1}`;
        count += 1;
        assert.deepEqual(Object.keys(texts).sort(), languages, where);
        assert.equal(moves.length % 2, 1, `${where}: the last move is the user's`);
        const played = [];
        for (const all of moves) {
          const { legal, outcome } = rules.position(start, played);
          assert.equal(outcome, null, `${where}: the game is over before ${all[0]}`);
          for (const move of all)
            assert.ok(
              legal.some(({ uci }) => uci === move),
              `${where}: ${move} cannot be played`,
            );
          played.push(all[0]);
        }
        const { outcome } = rules.position(start, played);
        if (id.startsWith('mate')) assert.equal(outcome?.reason, 'checkmate', where);
        assert.notEqual(outcome?.reason, 'stalemate', where);
      });
    }
    assert.ok(count >= 55, `${count} tasks`);
  });

  test('an error in a lesson names its line', async () => {
    const { readLessons } = await modules.load('learn/lessons');
    const refused = (text, what) => assert.throws(() => readLessons(text), { message: what });
    refused('position: 8', 'line 1: a file begins with "lesson: NAME"');
    refused('lesson: a\nmoves: e2e4', 'line 2: "moves" follows a position');
    refused('lesson: a\n\nlesson: a', 'line 3: there are two lessons "a"');
    refused('lesson: a\nhello', 'line 2: a line is "name: text"');
    refused('lesson: a\nmove: e2', 'line 2: there is no "move"; a language has two letters');
  });

  test('every puzzle can be played, and lines that are none are left out', async () => {
    const { readPuzzles } = await modules.load('learn/puzzles');
    const puzzles = readPuzzles(data('puzzles.txt'));
    assert.ok(puzzles.length > 0);
    for (const { start, moves, themes } of puzzles) {
      const { outcome } = rules.position(start, moves);
      assert.equal(moves.length % 2, 1, start);
      if (themes.some((theme) => theme.startsWith('mate')))
        assert.equal(outcome?.reason, 'checkmate', start);
    }
    assert.deepEqual(readPuzzles('# remark\n\nno puzzle\na;b;c;x\n'), []);
  });

  test('the puzzles come in small pieces, all of them once, with what is in each', async () => {
    const { piecesFor, readPuzzles, themesIn } = await modules.load('learn/puzzles');
    const all = readPuzzles(data('puzzles.txt'));
    const pieces = piecesOf(data('puzzles.txt'));
    const starts = pieces.flatMap(({ text }) => readPuzzles(text).map(({ start }) => start));
    assert.deepEqual(starts.toSorted(), all.map(({ start }) => start).toSorted());
    for (const { text, count, lowest, highest } of pieces) {
      assert.equal(count, readPuzzles(text).length);
      // At 1.6 Mb/s, less than a tenth of a second.
      assert.ok(brotliCompressSync(text).length <= 10_000, String(lowest));
      for (const { rating } of readPuzzles(text)) assert.ok(rating >= lowest && rating <= highest);
    }
    const forks = all.filter(({ themes }) => themes.includes('fork')).length;
    assert.equal(new Map(themesIn(pieces)).get('fork'), forks);
    const [nearest] = piecesFor(pieces, '', 1200);
    assert.ok(nearest.lowest <= 1200 && nearest.highest >= 1200);
    assert.ok(piecesFor(pieces, 'skewer', 1200).every(({ themes }) => themes.skewer > 0));
    assert.deepEqual(
      piecesOf('# nothing\n').map(({ themes }) => themes),
      [{}],
    );
  });

  test('a server that counts changes the ratings, and another is not asked', async (t) => {
    const { rateBySolvers } = await modules.load('learn/solvers');
    const [usual, online] = [
      globalThis.fetch,
      Object.getOwnPropertyDescriptor(globalThis, 'navigator'),
    ];
    t.after(() => {
      globalThis.fetch = usual;
      if (online) Object.defineProperty(globalThis, 'navigator', online);
    });
    Object.defineProperty(globalThis, 'navigator', { value: { onLine: true }, configurable: true });
    const asked = [];
    const rated = async (mark, answer) => {
      globalThis.fetch = async (address) => {
        asked.push(address);
        return answer();
      };
      const puzzles = [{ rating: 800 }, { rating: 900 }, { rating: 1000 }];
      const headers = new Headers(mark ? { 'Kibitz-Puzzles': 'counted' } : {});
      await rateBySolvers('puzzles-1.txt', puzzles, new Response('', { headers }));
      return puzzles.map(({ rating }) => rating);
    };
    const answers = (body) => () => new Response(JSON.stringify(body));
    assert.deepEqual(await rated(false, answers({ ratings: [1, 2, 3] })), [800, 900, 1000]);
    assert.deepEqual(asked, []);
    assert.deepEqual(await rated(true, answers({ ratings: [850, null, 1100] })), [850, 900, 1100]);
    assert.deepEqual(asked, ['api/puzzles/puzzles-1.txt']);
    for (const odd of [{}, [], null, { ratings: 7 }, { ratings: ['x', {}, null, 5] }])
      assert.deepEqual(await rated(true, answers(odd)), [800, 900, 1000]);
    assert.deepEqual(await rated(true, () => Promise.reject(new Error())), [800, 900, 1000]);
    assert.deepEqual(await rated(true, () => new Response('', { status: 500 })), [800, 900, 1000]);
  });

  test('every theme is in a group and has a name in each language', async () => {
    const { themeGroups, topicsIn } = await modules.load('learn/puzzles');
    const themes = Object.values(themeGroups).flat();
    for (const { themes: found } of piecesOf(data('puzzles.txt')))
      for (const theme of Object.keys(found)) assert.ok(themes.includes(theme), theme);
    for (const language of ['en', 'de', 'es']) {
      const words = Object.values(await modules.load(`learn/words/${language}`))[0];
      assert.deepEqual(Object.keys(words.themes).sort(), themes.toSorted(), language);
      assert.deepEqual(Object.keys(words.themeGroups), Object.keys(themeGroups), language);
    }
    // What has too few puzzles is no topic.
    const topics = new Map(topicsIn([{ themes: { fork: 20, pin: 19 } }]));
    assert.deepEqual(topics.get('motifs'), [['fork', 20]]);
  });

  test('every browser keeps a thousand puzzles of all ratings', () => {
    for (const count of [1, 4, 10, 80, 120]) {
      const kept = Array.from({ length: count }, (_, i) => i).filter((i) =>
        isForEverybody(i, count),
      );
      // Of pieces of 250, four; a little more or less where they do not divide evenly, and one at least.
      assert.ok(kept.length >= Math.min(count, 3) && kept.length <= 5, `${kept} of ${count}`);
      assert.ok(kept[0] <= count / 4 && kept.at(-1) >= (count * 2) / 3 - 1, `${kept} of ${count}`);
    }
  });

  test('one’s openings are what one plays in several games, from the usual start', async () => {
    const { ownPosition } = await modules.load('my-games/repertoire');
    const { OwnGames } = await import('../engine/dist/database.js');
    const own = await OwnGames.load();
    const game = (side, text, fen = '') =>
      `[${side === 'white' ? 'White' : 'Black'} "Me"]\n${fen && `[FEN "${fen}"]\n`}\n${text} *\n\n`;
    const found = (...games) => {
      own.clear();
      for (const pgn of games) own.keep(pgn, 'by_names');
      return own
        .openings(['Me'])
        .map(ownPosition)
        .map(({ path, move, others, games: all, times }) =>
          [path.join(' '), move, others.join(' '), times, all].join('|'),
        );
    };
    const spanish = game('white', 'e4 e5 Nf3 Nc6 Bb5');
    assert.deepEqual(found(spanish), []); // once is no habit
    assert.deepEqual(found(spanish, game('black', 'e4 e5 Nf3 Nc6 Bb5')), []); // the other side
    assert.deepEqual(found(spanish, spanish, game('white', 'e4 e5 Nf3 Nc6 Bc4')), [
      'e2e4 e7e5|g1f3||3|3',
      'e2e4 e7e5 g1f3 b8c6|f1b5||2|3',
    ]);
    // By another order of moves, too; and what is played in two games beside it is right as well.
    const other = game('white', 'Nf3 Nc6 e4 e5 Bb5');
    const italian = game('white', 'e4 e5 Nf3 Nc6 Bc4');
    assert.ok(
      found(spanish, other, italian, italian).includes('e2e4 e7e5 g1f3 b8c6|f1b5|f1c4|2|4'),
    );
    // Without a usual move, nothing is asked; nor in games from other positions.
    const two = (move) => game('white', `d4 d5 ${move}`);
    const mixed = ['c4', 'c4', 'Nf3', 'Nf3', 'Bf4'].map(two);
    assert.deepEqual(found(...mixed), []);
    const set = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w Qkq - 0 1';
    const odd = game('white', 'e4 e5 Nc3', set);
    assert.deepEqual(found(odd, odd), []);
    // A game with a repetition counts once.
    const shuffle = game('white', 'e4 e5 Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 Nf3');
    assert.deepEqual(found(shuffle), []);
  });

  test('the next puzzle is of the theme, near the rating and not seen before', async () => {
    const { choosePuzzle } = await modules.load('learn/puzzles');
    const puzzles = Array.from({ length: 100 }, (_, i) => ({
      start: `position ${i}`,
      moves: [],
      themes: [i % 2 ? 'fork' : 'pin'],
      rating: 20 * i,
    }));
    for (const random of [0, 0.5, 0.999]) {
      const chosen = choosePuzzle(
        puzzles,
        { theme: 'fork', rating: 1000, seen: new Set(['position 51']) },
        random,
      );
      assert.deepEqual(chosen.themes, ['fork']);
      assert.ok(Math.abs(chosen.rating - 1000) < 300);
      assert.notEqual(chosen.start, 'position 51');
    }
    const seen = new Set(puzzles.map(({ start }) => start));
    assert.ok(choosePuzzle(puzzles, { theme: 'pin', rating: 0, seen }, 0));
    assert.equal(choosePuzzle([], { theme: '', rating: 0, seen }, 0), null);
  });

  test('the rating follows Glicko with smaller first steps, and comes to rest', async () => {
    const { afterPuzzle, expected, newcomer } = await modules.load('learn/rating');
    assert.ok(Math.abs(expected({ rating: 1500, deviation: 50 }, 1500) - 0.5) < 1e-9);
    const won = afterPuzzle(newcomer, 1200, true);
    // A first puzzle is no more than a hint: it does not cost 173 points.
    assert.ok(won.rating > 1230 && won.rating < 1270, String(won.rating));
    const old = { rating: 1200, deviation: 350 }; // as older versions began
    assert.ok(afterPuzzle(old, 1200, false).rating > 1130);
    assert.ok(won.deviation < newcomer.deviation);
    // Somebody who solves every other puzzle of 1600 is rated 1600.
    let now = newcomer;
    for (let i = 0; i < 200; ++i) now = afterPuzzle(now, 1600, i % 2 === 0);
    assert.ok(Math.abs(now.rating - 1600) < 40, String(now.rating));
    assert.equal(now.deviation, 60);
  });
});
