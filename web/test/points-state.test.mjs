// What the page makes of the ledger, in Node: which steps there are, history, and shares.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { openModules } from './modules.mjs';

describe('points', () => {
  let modules, ledger, shares;
  before(async () => {
    modules = await openModules();
    ledger = await modules.load('points/ledger');
    shares = await modules.load('arena/shares');
  });
  after(() => modules.close());

  const now = 1_000_000;
  const claim = (change) => ({
    id: 7,
    kind: 'call',
    writer: 'Ann',
    held: false,
    accepted: true,
    expires: now + 1,
    ...change,
  });

  test('an option is accepted, exercised in time by its holder, and closed by anybody after', () => {
    const steps = (change, me) => ledger.claimSteps(claim(change), me, now);
    assert.deepEqual(steps({ accepted: false }, 'Ann'), ['withdrawClaim']);
    assert.deepEqual(steps({ accepted: false }, 'Bob'), ['acceptClaim']);
    assert.deepEqual(steps({ accepted: false, expires: now }, 'Bob'), []);
    assert.deepEqual(steps({ accepted: false, expires: now }, 'Ann'), ['withdrawClaim']);
    assert.deepEqual(steps({ held: true }, 'Bob'), ['exercise']);
    assert.deepEqual(steps({ held: true, kind: 'put' }, 'Bob'), ['exercise']);
    assert.deepEqual(steps({}, 'Ann'), []);
    for (const me of ['Ann', 'Bob', 'Eve'])
      assert.deepEqual(steps({ held: me === 'Bob', expires: now }, me), ['expire']);
    // A purchase at a fixed time happens then, whoever asks for it, and not before.
    assert.deepEqual(steps({ kind: 'must', held: true }, 'Bob'), []);
    assert.deepEqual(steps({ kind: 'must', expires: now }, 'Eve'), ['expire']);
    const prediction = { kind: 'result', expires: undefined };
    assert.deepEqual(steps({ ...prediction, held: true, known: false }, 'Bob'), []);
    assert.deepEqual(steps({ ...prediction, known: true }, 'Eve'), ['expire']);
  });

  test('a ledger goes on from where it was seen to be, or it was rewritten', () => {
    const seen = { facts: 3, head: 'aa' };
    const next = (previous) => ({ number: 4, previous });
    assert.ok(ledger.goesOn(seen, seen, undefined));
    assert.ok(ledger.goesOn(seen, { facts: 5, head: 'cc' }, next('aa')));
    assert.ok(ledger.goesOn({ facts: 0, head: '00' }, { facts: 1, head: 'aa' }, next('00')));
    assert.ok(!ledger.goesOn(seen, { facts: 5, head: 'cc' }, next('bb')));
    assert.ok(!ledger.goesOn(seen, { facts: 5, head: 'cc' }, undefined));
    assert.ok(!ledger.goesOn(seen, { facts: 3, head: 'bb' }, undefined));
    assert.ok(!ledger.goesOn(seen, { facts: 2, head: 'aa' }, undefined));
  });

  test('a text is signed only if it says what was asked for', () => {
    const asked = {
      action: 'play/transfer',
      details: { to: 'Bob', what: { token: 'points', amount: 5 } },
      reference: 'abc',
    };
    const players = { 1: 'Ann', 2: 'Bob' };
    const details = { by: 1, to: 2, what: { amount: 5, token: 'points' } };
    const text = (change) =>
      `kibitz ledger action 1\n${JSON.stringify({
        action: 'play/transfer',
        details,
        follows: 'aa',
        reference: '1:abc',
        ...change,
      })}`;
    const says = (one) => ledger.saysWhatWasAsked(one, asked, players);
    assert.ok(says(text({})));
    // Somebody who is new here has a number, but no name yet.
    assert.ok(says(text({ details: { ...details, to: 3 } })));
    assert.ok(!says(text({ details: { ...details, to: 1 } })));
    assert.ok(!says(text({ details: { ...details, what: { amount: 50, token: 'points' } } })));
    assert.ok(!says(text({ details: { ...details, premium: { amount: 1, token: 'points' } } })));
    assert.ok(!says(text({ details: { by: 1, to: 2 } })));
    assert.ok(!says(text({ action: 'backed/transfer' })));
    assert.ok(!says(text({ reference: '1:abd' })));
    assert.ok(!says(text({}).replace('ledger action', 'letter key')));
    for (const odd of [
      '',
      'kibitz ledger action 1\n',
      'kibitz ledger action 1\nnull',
      text({ details: 7 }),
    ])
      assert.ok(!says(odd));
    // What is not given is null in the ledger.
    assert.ok(says(text({ details: { ...details, premium: null } })));
  });

  test('a redemption goes from hand to hand', () => {
    const steps = (stage, me, due = now + 1) =>
      ledger.redemptionSteps({ holder: 'Ann', trustee: 'Bob', stage, due }, me, now);
    assert.deepEqual(steps('asked', 'Bob'), ['handOver', 'giveBack']);
    assert.deepEqual(steps('asked', 'Ann'), ['receive']);
    assert.deepEqual(steps('handedOver', 'Ann'), ['receive', 'dispute']);
    assert.deepEqual(steps('handedOver', 'Bob'), ['giveBack']);
    assert.deepEqual(steps('disputed', 'Ann', now), []);
    assert.deepEqual(steps('disputed', 'Bob', now), ['giveBack']);
    for (const me of ['Ann', 'Bob', 'Eve'])
      assert.deepEqual(steps('asked', me, now), ['settleRedemption']);
  });

  test('deposits and swaps', () => {
    const deposit = { from: 'Ann', trustee: 'Bob', due: now + 1 };
    assert.deepEqual(ledger.depositSteps(deposit, 'Bob', now), ['confirmDeposit', 'voidDeposit']);
    assert.deepEqual(ledger.depositSteps(deposit, 'Ann', now), ['voidDeposit']);
    assert.deepEqual(ledger.depositSteps({ ...deposit, due: now }, 'Bob', now), ['voidDeposit']);
    const swap = { from: 'Ann', to: 'Bob', due: now + 1 };
    assert.deepEqual(ledger.swapSteps(swap, 'Bob', now), ['acceptSwap', 'cancelSwap']);
    assert.deepEqual(ledger.swapSteps(swap, 'Ann', now), ['cancelSwap']);
    assert.deepEqual(ledger.swapSteps({ ...swap, due: now }, 'Bob', now), ['cancelSwap']);
  });

  test('what is given belongs to a world', () => {
    const claims = [claim({ id: 7 }), claim({ id: 8, kind: 'result' })];
    const world = (token) => ledger.worldOf(token, claims);
    assert.equal(world('points'), 'play');
    assert.equal(world('book@Club'), 'backed');
    assert.equal(world('claim:7'), 'backed');
    assert.equal(world('claim:8'), 'play');
    assert.deepEqual(ledger.itemOf('claim:8', 1), { claim: 8 });
    assert.deepEqual(ledger.itemOf('book@Club', 3), { token: 'book@Club', amount: 3 });
  });

  test('the history has what concerns the player, the newest first', () => {
    const stake = (amount, token = 'points') => ({ amount, token });
    const facts = [
      ['grant', { amount: 100, to: 1 }],
      ['grant', { amount: 50, to: 2 }],
      ['play/transfer', { by: 2, to: 3, what: stake(5) }],
      ['play/openFund', { amount: 60, contest: 'Cup', entry: 5, organiser: 2, split: [100] }],
      ['enterFund', { by: 1, fund: 4 }],
      ['redeem', { by: 3, what: stake(2, 'book@Club') }],
      ['handOver', { about: 6, by: 2 }],
      ['redeem', { by: 1, what: stake(1, 'book@Club') }],
      ['handOver', { about: 8, by: 2 }],
      ['payFund', { fund: 4, standings: [{ player: 1, rank: 1 }] }],
      ['backed/offerClaim', { asset: stake(1, 'book@Club'), by: 2, kind: 'call' }],
      ['acceptClaim', { about: 11, by: 1 }],
      ['expire', { about: 11, by: 3 }],
    ];
    const text = facts
      .map(([action, details], i) =>
        JSON.stringify({ action, details, number: i + 1, previous: '', reference: '', time: i }),
      )
      .concat(['{"check":"","facts":13,"head":""}', ''])
      .join('\n');
    const lines = ledger.linesOf(text);
    assert.equal(lines.length, facts.length);
    const mine = ledger.historyOf(lines, 1);
    assert.deepEqual(
      mine.map(({ number, action }) => [number, action]),
      [
        [13, 'expire'], // closed by somebody else
        [12, 'acceptClaim'],
        [10, 'payFund'],
        [9, 'handOver'],
        [8, 'redeem'],
        [5, 'enterFund'],
        [1, 'grant'],
      ],
    );
    assert.deepEqual(mine[0].what, stake(1, 'book@Club')); // of what it is about
    assert.equal(mine[2].contest, 'Cup');
    assert.deepEqual(mine[5].what, stake(5)); // the fee, not the prize
    assert.deepEqual(mine[6], {
      number: 1,
      time: 0,
      action: 'grant',
      by: null,
      to: 1,
      what: stake(100),
      contest: '',
      isSigned: false,
    });
    assert.deepEqual(
      ledger.historyOf(lines, 3).map(({ number }) => number),
      [13, 7, 6, 3],
    );
    assert.deepEqual(ledger.historyOf(lines, NaN), []);
  });

  test('lines that are read twice are there once, in order', () => {
    const line = (number) => ({ action: 'grant', details: {}, number, time: number });
    const joined = ledger.joinLines([line(5), line(6)], [line(3), line(4), line(5)]);
    assert.deepEqual(
      joined.map(({ number }) => number),
      [3, 4, 5, 6],
    );
    assert.deepEqual(ledger.joinLines([], []), []);
  });

  test('shares make 100', () => {
    assert.deepEqual(shares.sharesOf('60, 30 10'), [60, 30, 10]);
    assert.deepEqual(shares.sharesOf('100'), [100]);
    for (const wrong of ['', '60 30', '0 100', '101', '50 50 0'])
      assert.equal(shares.sharesOf(wrong), undefined, wrong);
    assert.equal(shares.sharesOf(Array(25).fill(4).join(' ')), undefined);
  });

  test('every action of the ledger has a text', async () => {
    const { readFileSync } = await import('node:fs');
    const doc = readFileSync(new URL('../../docs/ledger.md', import.meta.url), 'utf8');
    const table = doc.slice(doc.indexOf('### The actions'), doc.indexOf('**Paying a fund.**'));
    const named = [...table.matchAll(/^\| (`[^|]+) \|/gm)].flatMap(([, cell]) =>
      [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name),
    );
    assert.ok(named.length > 30);
    const { en } = await modules.load('points/words/points-en');
    // What no player's history can have: it is about contests only.
    const unseen = ['lockFund', 'openSubject', 'result'];
    assert.deepEqual(
      named.filter((name) => !(name in en.actions) && !unseen.includes(name)),
      [],
    );
  });
});
