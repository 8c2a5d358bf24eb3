// Today: what a day asks, the streak, the motifs, what opponents remember and proof links in Node, with days
// handed in; a whole day, and a link on another device, in Chromium.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { complaints } from './axe.mjs';
import { leave, open, openPage, picture, skip, square, visit } from './browser.mjs';
import { openModules } from './modules.mjs';

/** 3. Qxe5 loses the queen to the knight. */
const queen = 'r1bqkbnr/pppp1ppp/2n5/4p2Q/4P3/8/PPPP1PPP/RNB1KBNR w KQkq - 2 3';
const mistake = (fen, san, rest = {}) => ({
  fen,
  san,
  best: { centipawns: -25, pv: ['h5d1', 'g8f6'] },
  game: 'Ann – Owl',
  box: 0,
  due: 100,
  ...rest,
});
const puzzleFile = [
  '# puzzles',
  '6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1;a1a8;back-rank endgame mate-in-1;1000',
  '4k3/8/8/1n6/8/8/6PP/Q3K3 b - - 0 1;b5c3 e1d1 c3a2;fork;2900',
  '',
].join('\n');

describe('a day', () => {
  let modules, day, outcomes, proof, memory, Rules, rules;
  before(async () => {
    modules = await openModules();
    day = await modules.load('learn/day');
    outcomes = await modules.load('learn/outcomes');
    proof = await modules.load('game/proof');
    memory = await modules.load('game/memory');
    ({ Rules } = await import('../engine/dist/rules.js'));
    rules = await Rules.load();
  });
  after(() => modules.close());

  const kinds = ({ tasks }) => tasks.map(({ kind }) => kind).join(' ');

  test('asks three mistakes that are due and a puzzle; puzzles stand in for missing ones', () => {
    const due = (count) => Array.from({ length: count }, (_, i) => mistake(`fen ${i}`, 'Qxe5+'));
    assert.equal(kinds(day.dayOf(100, due(5))), 'mistake mistake mistake puzzle');
    assert.deepEqual(
      day.dayOf(100, due(5)).tasks.map(({ fen }) => fen),
      ['fen 0', 'fen 1', 'fen 2', undefined],
    );
    assert.equal(kinds(day.dayOf(100, due(3))), 'mistake mistake mistake puzzle');
    assert.equal(kinds(day.dayOf(100, due(1))), 'mistake puzzle puzzle puzzle');
    assert.equal(kinds(day.dayOf(100, [])), 'puzzle puzzle puzzle puzzle');
    assert.equal(
      kinds(day.withPuzzleAt(day.dayOf(100, due(3)), 1)),
      'mistake puzzle mistake puzzle',
    );
  });

  test('has a position of one’s openings at the end, once, and none when it is done', () => {
    const now = day.withOpening(day.dayOf(100, []), 12_345);
    assert.equal(kinds(now), 'puzzle puzzle puzzle puzzle opening');
    assert.equal(now.tasks[4].position, 12_345);
    assert.ok(day.isDay(JSON.parse(JSON.stringify(now))));
    assert.equal(day.withOpening(now, 1), now);
    let done = day.dayOf(100, []);
    for (let i = 0; i < 4; ++i) done = day.withResult(done, true);
    assert.equal(day.withOpening(done, 1), done);
    assert.ok(!day.isDay({ ...now, tasks: [{ kind: 'opening', position: 'e4' }] }));
  });

  test('is done after its last task, and takes no further results', () => {
    let now = day.dayOf(100, []);
    for (const isGood of [true, false, true]) now = day.withResult(now, isGood);
    assert.equal(day.isDone(now), false);
    now = day.withResult(now, false);
    assert.equal(day.isDone(now), true);
    assert.deepEqual(day.withResult(now, true).results, [true, false, true, false]);
  });

  test('gives its puzzle the motif of a mistake that was made again, or else of the first', () => {
    const of = (results) => ({
      ...day.dayOf(100, [mistake('a', 'Ra1'), mistake('b', 'Rb1'), mistake('c', 'Rc1')]),
      results,
    });
    const motifs = { a: undefined, b: 'back rank', c: 'fork' };
    const theme = (results) => day.themeOfDay(of(results), ({ fen }) => motifs[fen]);
    assert.equal(theme([true, true, true]), 'back-rank');
    assert.equal(theme([false, true, false]), 'fork');
    assert.equal(theme([]), 'back-rank');
    assert.equal(
      day.themeOfDay(of([false, false, false]), () => null),
      '',
    );
  });

  test('the streak counts days in a row and forgives one that was missed, not two', () => {
    const after = (...days) => days.reduce(day.afterDay, day.noStreak);
    assert.deepEqual(after(100), { count: 1, best: 1, last: 100 });
    assert.equal(after(100, 101, 102).count, 3);
    assert.equal(after(100, 102).count, 2, 'one missed');
    assert.equal(after(100, 102, 104).count, 3, 'one missed, again');
    assert.deepEqual(after(100, 101, 104), { count: 1, best: 2, last: 104 }, 'two missed');
    assert.deepEqual(after(100, 101, 101), { count: 2, best: 2, last: 101 }, 'the same day again');
    const two = after(100, 101);
    assert.deepEqual(
      [101, 102, 103, 104].map((on) => day.streakOn(two, on)),
      [2, 2, 2, 0],
    );
    assert.deepEqual(
      [101, 102, 103, 104].map((on) => day.isForgiven(two, on)),
      [false, false, true, false],
    );
    assert.equal(day.isForgiven(day.noStreak, 2), false, 'nothing to forgive');
  });

  test('neither a journey to the west nor a clock that was wrong stops the streak', () => {
    const two = { count: 2, best: 5, last: 101 };
    assert.deepEqual(day.afterDay(two, 100), two);
    const wrong = { count: 2, best: 5, last: 9000 };
    const right = day.afterDay(wrong, 101);
    assert.deepEqual(right, { count: 2, best: 5, last: 101 });
    assert.equal(day.afterDay(right, 102).count, 3);
  });

  test('what is stored is checked', () => {
    const good = day.withResult(day.dayOf(100, [mistake('a', 'Ra1')]), true);
    assert.ok(day.isDay(JSON.parse(JSON.stringify(good))));
    for (const wrong of [
      null,
      [],
      'today',
      { ...good, number: -1 },
      { ...good, number: '100' },
      { ...good, tasks: [] },
      { ...good, tasks: [{ kind: 'mistake', fen: 1, san: 'Ra1' }] },
      { ...good, tasks: [{ kind: 'dance' }] },
      { ...good, results: [1] },
      { ...good, results: [true, true, true, true, true] },
    ])
      assert.equal(day.isDay(wrong), false, JSON.stringify(wrong));
    assert.ok(day.isStreak({ count: 1, best: 2, last: 3 }));
    for (const wrong of [null, {}, { count: 1, best: 2 }, { count: 1.5, best: 2, last: 3 }])
      assert.equal(day.isStreak(wrong), false);
  });

  test('results are kept by motif, the latest twenty, without stages of the game', () => {
    let all = {};
    for (let i = 0; i < 25; ++i) all = outcomes.withOutcome(all, ['fork', 'endgame'], i >= 10);
    all = outcomes.withOutcome(all, ['pin'], false);
    all = outcomes.withOutcome(all, ['skewer', 'middlegame'], true);
    assert.deepEqual(Object.keys(all), ['fork', 'pin', 'skewer']);
    assert.equal(all.fork, '0'.repeat(5) + '1'.repeat(15));
    assert.deepEqual(
      outcomes.rowsOf(all, 8).map(({ theme, good, results }) => [theme, good, results.length]),
      [
        ['fork', 15, 20],
        ['pin', 0, 1],
        ['skewer', 1, 1],
      ],
    );
    assert.equal(outcomes.rowsOf(all, 2).length, 2);
    // The themes of longest ago go first.
    let many = {};
    for (let i = 0; i < 80; ++i) many = outcomes.withOutcome(many, [`t${i}`], true);
    assert.equal(Object.keys(many).length, 60);
    assert.equal(Object.keys(many)[0], 't20');
  });

  test('an opponent remembers what was lost, and claims no more than the line shows', () => {
    const say = (fen, ...line) => memory.recollect(rules, { fen, line });
    assert.deepEqual(say(queen, 'h5e5', 'c6e5', 'd2d4'), {
      kind: 'lost',
      piece: 'q',
      answer: 'Nxe5',
    });
    // For a pawn, a queen is lost all the same; for a rook she is given.
    assert.equal(say('4k3/8/8/4p3/8/3n4/8/R3Q1K1 w - - 0 1', 'e1e5', 'd3e5').kind, 'lost');
    assert.equal(
      say('3rk3/8/8/8/8/8/8/3QK1N1 w - - 0 1', 'd1d8', 'e8d8').kind,
      'strong',
      'a queen for a rook',
    );
    // The last capture can be answered, so the line does not show whether anything is lost.
    assert.deepEqual(say('4k3/8/8/3p4/8/4P3/3N4/4K3 w - - 0 1', 'd2e4', 'd5e4'), {
      kind: 'lost',
      piece: 'n',
      answer: 'dxe4',
    });
    assert.deepEqual(say('4k3/8/8/3p4/8/3P4/3N4/4K3 w - - 0 1', 'd2e4', 'd5e4'), {
      kind: 'strong',
      played: 'Ne4',
      answer: 'dxe4',
    });
    assert.equal(
      say('4k3/8/2p5/3n4/8/2N5/8/4K3 w - - 0 1', 'c3d5', 'c6d5').kind,
      'strong',
      'a knight for a knight',
    );
    const fool = 'rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2';
    assert.deepEqual(say(fool, 'g2g4', 'd8h4'), { kind: 'mate', answer: 'Qh4#' });
    // One's own mate at the end of the line is not the opponent's.
    const own = '6k1/5ppp/8/8/8/7p/8/R3K3 w - - 0 1';
    assert.equal(say(own, 'e1f2', 'h3h2', 'a1a8').kind, 'strong');
    for (const [fen, ...line] of [
      ['nonsense', 'h5e5', 'c6e5'],
      [queen, 'h5h1', 'c6e5'],
      [queen, 'h5e5', 'a1a2'],
    ])
      assert.equal(say(fen, ...line), null, line.join(' '));
  });

  const page = 'https://example.org/kibitz/embed.html';
  const given = {
    fen: queen,
    line: ['h5e5', 'c6e5'],
    better: 'h5d1',
    why: 'It loses the queen: Nxe5 takes her.',
  };
  const read = (link) => proof.proofIn(new URL(link).hash, rules);

  test('a proof link says what was put in, in at most 2000 letters', () => {
    assert.deepEqual(read(proof.proofLink(page, given)), given);
    const spanish = { ...given, why: `¡Pierde la dama! ♞ ${'ñandú '.repeat(40).trim()}` };
    assert.deepEqual(read(proof.proofLink(page, spanish)), spanish);
    const endless = { ...given, why: '👑'.repeat(5000) };
    const link = proof.proofLink(page, endless);
    assert.ok(link.length <= 2000, String(link.length));
    const { why } = read(link);
    assert.match(why, /^(?:👑)+…$/u, 'no letter is cut in two');
    // A page with an address that is itself too long gives a link without reasons.
    assert.equal(read(proof.proofLink(`https://example.org/${'a'.repeat(1950)}`, given)).why, '');
    // The solver has the last move, and a line is no longer than six moves.
    const long = {
      ...given,
      line: ['h5e5', 'c6e5', 'd2d4', 'e5c6', 'd4d5', 'c6e5', 'f2f4', 'e5g6'],
    };
    assert.equal(read(proof.proofLink(page, long)).line.length, 6);
    assert.deepEqual(read(proof.proofLink(page, { ...long, line: long.line.slice(0, 3) })).line, [
      'h5e5',
      'c6e5',
    ]);
  });

  test('a damaged proof link is refused', () => {
    const whole = new URL(proof.proofLink(page, given)).hash;
    assert.ok(proof.isProofLink(whole));
    assert.equal(proof.isProofLink('#pgn=1.e4'), false);
    const made = (...parts) =>
      `#proof=${Buffer.from(parts.join('\n'), 'utf8').toString('base64url')}`;
    assert.deepEqual(proof.proofIn(made(queen, 'h5e5 c6e5', 'h5d1', given.why), rules), given);
    for (const [why, hash] of [
      ['cut', whole.slice(0, 60)],
      ['empty', '#proof='],
      ['not base64', '#proof=%%%'],
      ['not UTF-8', `#proof=${Buffer.from([0xff, 0xfe]).toString('base64url')}`],
      ['no position', made('x', 'h5e5 c6e5', '', '')],
      ['no moves', made(queen, '', '', '')],
      ['an odd number', made(queen, 'h5e5 c6e5 d2d4', '', '')],
      ['too many', made(queen, 'h5e5 c6e5 d2d4 e5c6 d4d5 c6e5 f2f4 e5g6', '', '')],
      ['an impossible mistake', made(queen, 'h5h1 c6e5', '', '')],
      ['an impossible answer', made(queen, 'h5e5 c6e6', '', '')],
      ['another notation', made(queen, 'Qxe5 Nxe5', '', '')],
      ['an impossible better move', made(queen, 'h5e5 c6e5', 'a1a8', '')],
      ['a part too many', made(queen, 'h5e5 c6e5', 'h5d1', '', 'more')],
    ])
      assert.equal(proof.proofIn(hash, rules), null, why);
    const shown = proof.proofIn(made(queen, 'h5e5 c6e5', '', 'x'.repeat(5000)), rules);
    assert.equal([...shown.why].length, 400);
  });
});

describe('the tasks of today', () => {
  let modules, core, exercise, mistakes, own, today, training, outcomes, realFetch;
  const kept = new Map();
  before(async () => {
    globalThis.localStorage = {
      getItem: (name) => kept.get(name) ?? null,
      setItem: (name, value) => void kept.set(name, value),
      removeItem: (name) => kept.delete(name),
      get length() {
        return kept.size;
      },
    };
    realFetch = globalThis.fetch;
    modules = await openModules();
    core = await modules.load('game/core');
    exercise = await modules.load('game/exercise');
    mistakes = await modules.load('game/mistakes');
    own = await modules.load('learn/own-mistakes');
    training = await modules.load('learn/training');
    today = await modules.load('learn/today');
    outcomes = await modules.load('learn/outcomes');
    const { Rules } = await import('../engine/dist/rules.js');
    core.rules.value = await Rules.load();
    globalThis.fetch = async () => new Response(puzzleFile);
  });
  after(async () => {
    globalThis.fetch = realFetch;
    delete globalThis.localStorage;
    await modules.close();
  });
  const stored = (name) => JSON.parse(kept.get(`kibitz.${name}`) ?? 'null');
  const deck = (...all) => (mistakes.mistakes.value = all);
  function play(uci) {
    exercise.settle();
    exercise.attempt(exercise.position.value.legal.find((move) => move.uci === uci));
  }
  const number = 20_000; // a day

  test('are mistakes and then a puzzle of the same motif; a reload goes on where one was', async () => {
    deck(mistake(queen, 'Qxe5+', { due: number, motif: 'back rank' }));
    await today.openToday(number);
    assert.equal(own.asked.value.san, 'Qxe5+');
    assert.equal(training.puzzle.value, null);
    play('h5d1');
    assert.deepEqual(stored('today').results, [true]);
    await today.openToday(number); // a reload
    assert.equal(today.place.value, 1);
    assert.equal(own.asked.value, null);
    assert.equal(today.theme.value, 'back-rank');
    assert.deepEqual(training.puzzle.value.moves, ['a1a8']);
    play('a1a7'); // wrong: that decides
    assert.deepEqual(stored('today').results, [true, false]);
    assert.deepEqual(stored('motifs'), {
      'back-rank': '10',
      'mate-in-1': '0',
    });
    assert.equal(stored('streak'), null);
  });

  test('a day that is done makes the streak longer, once', async () => {
    while (today.place.value < 4) {
      await today.nextTask();
      if (today.task.value) exercise.showSolution();
    }
    assert.deepEqual(stored('today').results, [true, false, false, false]);
    assert.deepEqual(stored('streak'), { count: 1, best: 1, last: number });
    await today.openToday(number);
    assert.equal(today.task.value, null);
    assert.equal(exercise.exercise.value, null);
    await today.openToday(number + 1);
    assert.equal(today.place.value, 0);
    assert.deepEqual(stored('today').results, []);
  });

  test('an exercise does not begin with the result of the one before it', async () => {
    // A wrong move, then the right one; the next mistake is open.
    const other = 'r1bqkbnr/pppp1ppp/2n5/4p2Q/4P3/8/PPPP1PPP/RNB1KBNR w KQkq - 4 7';
    deck(
      mistake(queen, 'Qxe5+', { due: number }),
      mistake(other, 'Qxe5+', { due: number, box: 2 }),
    );
    await today.openToday(number + 2);
    exercise.showSolution();
    assert.equal(exercise.status.value.kind, 'shown');
    const before = training.training.value.tried;
    await today.nextTask();
    assert.equal(own.asked.value.fen, other);
    assert.deepEqual(stored('today').results, [false]);
    assert.equal(mistakes.mistakes.value.find(({ fen }) => fen === other).box, 2);
    play('h5d1');
    assert.deepEqual(stored('today').results, [false, true]);
    await today.nextTask();
    assert.deepEqual(stored('today').results, [false, true], 'the puzzle is open');
    assert.equal(training.training.value.tried, before);
  });

  test('a puzzle that is left open is not solved by a mistake', async () => {
    await training.nextPuzzle();
    const { tried } = training.training.value;
    own.askMistake(mistake(queen, 'Qxe5+'));
    play('h5d1');
    assert.equal(training.training.value.tried, tried);
  });

  test('a mistake that is gone or damaged makes room for a puzzle', async () => {
    deck(mistake('nonsense', 'Qxe5+', { due: number }), mistake(queen, 'Qxe5+', { due: number }));
    await today.openToday(number + 3);
    assert.equal(today.task.value.kind, 'puzzle');
    assert.notEqual(training.puzzle.value, null);
    assert.equal(mistakes.mistakes.value.length, 1, 'the damaged one is forgotten');
    deck();
    exercise.showSolution();
    await today.nextTask();
    assert.equal(today.task.value.kind, 'puzzle');
  });

  test('what is solved elsewhere does not count here', async () => {
    await today.openToday(number + 4);
    today.leaveToday();
    exercise.showSolution();
    assert.deepEqual(stored('today').results, []);
    assert.ok(outcomes.outcomes.value.fork);
  });

  test('an opponent remembers the worst mistake of the latest reviewed game, or nothing', async () => {
    const { memories, remember } = await modules.load('game/memory');
    const review = await modules.load('game/review');
    const judged = (ply, uci, verdict, lost, fen, answer) => ({
      ply,
      uci,
      verdict,
      had: 50,
      left: 50 - lost,
      better: { fen, uci: [], san: [] },
      answer: { fen, uci: answer, san: [] },
    });
    const moves = ['e2e4', 'e7e5', 'd1h5', 'b8c6', 'h5e5', 'c6e5'];
    review.review.value = {
      moves: [
        judged(0, 'e2e4', null, 0, 'a', []),
        judged(1, 'e7e5', 'blunder', 45, 'b', ['a1a2']),
        judged(2, 'd1h5', 'mistake', 12, 'c', ['b8c6']),
        judged(3, 'b8c6', null, 0, 'd', []),
        judged(4, 'h5e5', 'blunder', 40, queen, ['c6e5']),
        judged(5, 'c6e5', null, 0, 'e', []),
      ],
    };
    review.reviewedSide.value = 'white';
    remember('owl', moves.slice(0, 5));
    assert.deepEqual(memories.value, {}, 'another game is open');
    remember('owl', moves);
    assert.deepEqual(stored('memories'), { owl: { fen: queen, line: ['h5e5', 'c6e5'] } });
    remember('fox', moves);
    assert.deepEqual(Object.keys(memories.value), ['owl', 'fox'], 'the latest is last');
    remember('owl', moves);
    assert.deepEqual(Object.keys(memories.value), ['fox', 'owl']);
    // A game without grave mistakes leaves nothing to remember.
    review.review.value = { moves: [judged(0, 'e2e4', 'inaccuracy', 6, 'a', ['e7e5'])] };
    remember('owl', ['e2e4']);
    assert.deepEqual(Object.keys(memories.value), ['fox']);
    review.review.value = null;
    remember('fox', ['e2e4']);
    assert.deepEqual(Object.keys(memories.value), ['fox'], 'the review was stopped');
  });
});

describe('today on the page', { skip }, () => {
  let site;
  before(async () => (site = await open()));
  after(() => site.close());

  const firstDay = Math.floor(Date.UTC(2026, 2, 1) / 86_400_000);
  const sizes = [
    [390, 844],
    [1366, 768],
    [1920, 1080],
  ];
  /** Pictures to look at; nothing is cut off or wrong for assistive technology. */
  async function look(page, name) {
    assert.deepEqual(await complaints(page), [], name);
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height });
      await picture(page, `${name}-${width}`);
      const across = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(across <= width, `${name}: ${across} pixels wide`);
    }
  }
  async function solve(page) {
    await page.getByRole('button', { name: 'Solution' }).click();
    await page.getByText('That was the solution.').waitFor();
    await page.getByRole('button', { name: 'Next' }).click();
  }

  test('a day from the first mistake to the opponent who remembers, and the day after the next', async () => {
    const page = await visit(site.browser, `${site.address}embed.html`);
    await page.route(/puzzles.*\.txt$/, (route) => route.fulfill({ body: puzzleFile }));
    await page.clock.setFixedTime('2026-03-01T12:00:00');
    await page.evaluate(
      ([mistakes, memories, motifs]) => {
        localStorage['kibitz.mistakes'] = JSON.stringify(mistakes);
        localStorage['kibitz.memories'] = JSON.stringify(memories);
        localStorage['kibitz.motifs'] = JSON.stringify(motifs);
      },
      [
        [mistake(queen, 'Qxe5+', { due: firstDay })],
        { coach: { fen: queen, line: ['h5e5', 'c6e5'] } },
        { fork: '0010110111', pin: '001', hanging: '01111' },
      ],
    );
    await page.goto(`${site.address}#learn`);
    await page.getByRole('heading', { name: 'You played Qxe5+' }).waitFor();
    await page.getByText('Task 1 of 4', { exact: true }).waitFor();
    await look(page, 'today');
    await page.getByLabel('Type a move').fill('Qd1');
    await page.keyboard.press('Enter');
    // Why it was a mistake, and that as a link.
    await page.locator('.reasons li').first().waitFor();
    await page.getByRole('button', { name: 'Send it as a link' }).click();
    const link = await page.getByLabel('as a link').inputValue();
    assert.ok(link.startsWith(`${site.address}embed.html#proof=`), link);
    assert.ok(link.length <= 2000, String(link.length));
    await look(page, 'today-solved');
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByText('Task 2 of 4', { exact: true }).waitFor();
    for (let i = 0; i < 3; ++i) await solve(page);
    await page.getByRole('heading', { name: 'Done for today!' }).waitFor();
    await page.getByText('1 of 4 found at once.', { exact: true }).waitFor();
    await page.getByText('One day in a row').waitFor();
    await page.getByText('I remember: you lost the queen to Nxe5.').waitFor();
    await look(page, 'today-done');
    await page.getByRole('button', { name: /^Play / }).click();
    await page.locator('.answer', { hasText: 'you lost the queen to Nxe5' }).waitFor();
    assert.equal(
      await page.evaluate(() => JSON.parse(localStorage['kibitz.game']).opponent),
      'coach',
    );

    await page.clock.setFixedTime('2026-03-03T12:00:00');
    await page.goto(`${site.address}#learn/today`);
    await page.reload();
    await page.getByText('You missed a day. That is forgiven if you finish today.').waitFor();
    await page.getByText('One day in a row').waitFor();
    await page.clock.setFixedTime('2026-03-04T12:00:00');
    await page.reload();
    await page.getByText('Finish today').waitFor();
    await leave(page);

    await played(link);
  });

  /** On a phone that has never seen the page. */
  async function played(link) {
    const page = await openPage(site.browser, {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    });
    const requests = [];
    page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    await page.goto(link);
    await page.getByText('White played Qxe5+. What punishes it?').waitFor();
    await look(page, 'proof');
    await page.setViewportSize({ width: 390, height: 844 });
    for (const name of ['g8', 'e7']) await square(page, name).tap();
    await page.getByText('There is something better than Nge7.').waitFor();
    await square(page, 'g8').locator('.piece').waitFor(); // it has been taken back
    for (const name of ['c6', 'e5']) await square(page, name).tap();
    await page.getByText('Nxe5 punishes it.').waitFor();
    await page.getByText(/queen on e5.* was better\./).waitFor(); // the reasons of the sender's page
    await look(page, 'proof-over');
    await page.getByRole('button', { name: 'Again' }).click();
    await page.getByText('What punishes it?').waitFor();
    for (const name of ['c6', 'e5']) await square(page, name).click();
    await page.getByText('Yes, Nxe5!').waitFor();
    // Neither the engine with its network nor the rest of the page has been fetched.
    const others = /kibitz-engine|\.nnue|\.moves|index\.html|\/assets\/page|puzzles|people/;
    assert.deepEqual(
      requests.filter((path) => others.test(path)),
      [],
    );
    await leave(page);
  }

  test('a damaged link says so', async () => {
    const page = await openPage(site.browser);
    await page.goto(`${site.address}embed.html#proof=bm9uc2Vuc2U`);
    await page.getByText('This link is damaged.').waitFor();
    await leave(page);
  });
});
