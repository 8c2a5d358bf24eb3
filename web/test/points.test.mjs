// Points in browsers, against `kibitz serve`: an option's whole life, vouchers, the exchange, and a
// contest's prize fund, as three people have them.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { after, before, describe, test } from 'node:test';
import { complaints } from './axe.mjs';
import { leave, openBrowser, openPage, picture, skip, texts } from './browser.mjs';
import { program, startServer } from './program.mjs';

const phone = { width: 360, height: 740 };
const laptop = { width: 1366, height: 768 };

describe('points', { skip }, () => {
  let browser, server;
  before(async () => {
    browser = await openBrowser();
    server = await startServer('--house-players', 'none', '--points', '--predictions');
  });
  after(async () => {
    await browser.close();
    assert.equal(await server.stop(), 0);
  });

  /** Somebody in a browser of their own, with a name. */
  async function come(name, options = {}, at = server) {
    const page = await openPage(browser, { viewport: laptop, ...options });
    await page.goto(`${at.address}#arena`);
    await page.locator('.name-form input').fill(name);
    await page.locator('.name-form button[type=submit]').click();
    await page.locator('.place', { hasText: name }).waitFor();
    return page;
  }
  const button = (page, name) => page.getByRole('button', { name, exact: true });
  const part = async (page, name) => {
    if (!(await page.locator('.points .segments').count()))
      await page.locator('.place', { hasText: 'Points' }).click();
    await page
      .locator('.points .segments label', { hasText: name })
      .locator('input')
      .check({ force: true });
  };
  const says = (page, text) => page.locator('.points .note', { hasText: text }).waitFor();
  const has = (page, text) =>
    page.locator('[aria-labelledby=points-have] li', { hasText: text }).waitFor();
  /** By its label's own text: that of the label's element has the choices, too. */
  const field = (within, label) =>
    within.locator(
      `xpath=.//label[normalize-space(text())="${label}"]/*[self::input or self::select]`,
    );
  const chooseVoucher = (page) =>
    field(page.locator('.points'), 'Voucher').selectOption('hour@Club');
  /** Opens a form, fills it in, and sends it. */
  async function send(page, title, fields, command) {
    const form = page.locator('details', { has: page.locator('summary', { hasText: title }) });
    if (!(await form.evaluate((details) => details.open))) await form.locator('summary').click();
    for (const [label, value] of Object.entries(fields)) {
      const one = field(form, label);
      if (await one.evaluate(({ tagName }) => tagName === 'SELECT')) await one.selectOption(value);
      else await one.fill(value);
    }
    await form.getByRole('button', { name: command, exact: true }).click();
  }
  /** As the field for a date and a time takes it. */
  const inSeconds = (page, seconds) =>
    page.evaluate((ahead) => {
      const time = new Date(Date.now() + ahead * 1000);
      return new Date(time - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
    }, seconds);
  /** Nothing is wider than the page, and nothing is wrong for assistive technology. */
  async function check(page, name) {
    await picture(page, name);
    const overhang = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    assert.ok(overhang <= 0, `${name}: ${overhang} pixels too wide`);
    assert.deepEqual(await complaints(page), [], name);
  }

  test('an option’s whole life, from the vouchers that it is about to its end', async () => {
    const [ann, bob, eve] = await Promise.all([
      come('Ann'),
      come('Bob', { viewport: phone, colorScheme: 'dark' }),
      come('Eve'),
    ]);
    await part(ann, 'Purse');
    await ann.getByText('Nothing yet.').waitFor();
    await check(ann, 'points-empty');
    for (const [token, trustee] of [
      ['hour@Club', 'Bob'],
      ['book@Club', 'Eve'],
    ])
      server.admin('voucher', 'create', token, trustee, 'one');

    // Vouchers are made by two: who deposits, and the trustee.
    const issue = async (holder, trustee, token, count) => {
      await part(holder, 'Vouchers');
      const fields = { What: token, 'How many': String(count) };
      await send(holder, 'Get vouchers made', fields, 'Announce the deposit');
      await says(holder, 'The deposit is announced.');
      await part(trustee, 'Vouchers');
      await button(trustee, 'Confirm').click();
      await says(trustee, 'The vouchers are made.');
    };
    await issue(ann, bob, 'hour@Club', 4);
    await check(bob, 'points-vouchers-phone');
    await issue(bob, eve, 'book@Club', 9);
    await part(bob, 'Purse');
    await has(bob, '9 × book@Club');

    // Ann writes an option, Bob buys and exercises it.
    const write = async (expires) => {
      await part(ann, 'Options');
      const option = {
        Kind: 'call',
        Voucher: 'hour@Club',
        'Price, paid in': 'book@Club',
        Price: '3',
        'What it costs, paid in': 'book@Club',
        'What it costs (0 for nothing)': '1',
        Until: expires,
      };
      await send(ann, 'Write an option', option, 'Offer it');
      await says(ann, 'It is offered.');
    };
    await write(await inSeconds(ann, 3600));
    await ann.getByText('written by you').waitFor();
    await check(ann, 'points-options');
    await part(bob, 'Options');
    await bob.getByText('right to buy: 1 × hour@Club for 3 × book@Club').waitFor();
    await button(bob, 'Accept').click();
    await says(bob, 'It is yours.');
    await bob.getByText('you hold it').waitFor();
    await check(bob, 'points-option-held-phone');
    await button(bob, 'Exercise').click();
    await says(bob, 'both sides have what was agreed');
    // The button is gone; the focus is where it was, at the title of the list.
    await bob.waitForFunction(() => document.activeElement.id === 'points-options');
    await bob.getByText('There are none.').waitFor();
    await part(bob, 'Purse');
    await has(bob, '1 × hour@Club');
    await has(bob, '5 × book@Club');
    // Ann hears of what others have changed.
    await part(ann, 'Purse');
    await has(ann, '4 × book@Club');
    await has(ann, '3 × hour@Club');

    // The next one runs out, and somebody who has nothing to do with it closes it.
    const soon = 25;
    await write(await inSeconds(ann, soon));
    await part(bob, 'Options');
    await button(bob, 'Accept').click();
    await says(bob, 'It is yours.');
    await part(eve, 'Options');
    await eve.getByText('its time is over').waitFor();
    await button(eve, 'Close it').click();
    await says(eve, 'what lay in escrow has gone to whom it belongs');
    await part(bob, 'Purse');
    await has(bob, '4 × book@Club'); // the premium is gone, the price is back
    await part(ann, 'Purse');
    await has(ann, '5 × book@Club');

    // The exchange.
    await part(ann, 'Exchange');
    await chooseVoucher(ann);
    const order = { 'Buy or sell': 'sell', Count: '2', 'Price each': '2' };
    await send(ann, 'Place an order', order, 'Place the order');
    await says(ann, 'The order is placed.');
    await ann.locator('.book-sides td').first().waitFor();
    await check(ann, 'points-exchange');
    await part(bob, 'Exchange');
    await chooseVoucher(bob);
    await send(
      bob,
      'Place an order',
      { 'Buy or sell': 'buy', Count: '1', 'Price each': '2' },
      'Place the order',
    );
    await says(bob, 'The order is placed.');
    await button(ann, 'Withdraw').click();
    await says(ann, 'The order is withdrawn.');

    // Redeeming, with a dispute that the operator decides.
    await part(bob, 'Vouchers');
    await part(ann, 'Vouchers');
    await send(ann, 'Redeem vouchers', { What: 'hour@Club' }, 'Redeem');
    await says(ann, 'The redemption has begun.');
    await button(bob, 'I have handed over').click();
    await button(ann, 'I have not received it').click();
    await says(ann, 'The operator will decide.');
    await check(ann, 'points-dispute');
    const text = await ann.locator('[aria-labelledby=voucher-redemptions]').innerText();
    assert.match(text, /the operator decides/);
    const [{ redemption, holder }] = server.admin('points', 'show').disputes;
    assert.equal(holder, 'Ann');
    server.admin('voucher', 'decide', String(redemption), '--handed-over');
    await ann.locator('[aria-labelledby=voucher-redemptions]').waitFor({ state: 'detached' });

    // Gifts, what is refused, the history, and the books.
    await part(bob, 'Purse');
    await send(bob, 'Give something', { What: 'book@Club', 'How many': '99', To: 'Ann' }, 'Give');
    await bob.locator('.points .wrong', { hasText: 'not enough' }).waitFor();
    await send(bob, 'Give something', { What: 'book@Club', 'How many': '1', To: 'Ann' }, 'Give');
    await says(bob, 'Given.');
    const history = bob.locator('[aria-labelledby=points-history] tbody tr');
    await history.filter({ hasText: 'Gift' }).waitFor();
    for (const step of ['Exercised', 'Expired', 'Offer accepted', 'Deposit announced'])
      assert.ok((await history.filter({ hasText: step }).count()) > 0, step);
    await check(bob, 'points-purse-phone');
    const download = await Promise.all([
      bob.waitForEvent('download'),
      bob.getByText('Download the ledger').click(),
    ]).then(([one]) => one.path());
    const verified = spawnSync(program, ['ledger', 'verify', download], { encoding: 'utf8' });
    assert.equal(verified.status, 0, verified.stderr);
    await leave(ann, bob, eve);
  });

  test('what is read twice at once is shown once', async () => {
    const fay = await come('Fay');
    await part(fay, 'Purse');
    await fay.getByText('Nothing yet.').waitFor();
    const rows = fay.locator('[aria-labelledby=points-history] tbody tr');
    server.admin('points', 'grant', 'Fay', '6');
    await rows.filter({ hasText: '6 points' }).waitFor();
    let isOver = false;
    // Slower than the page looks, which is every four seconds, so that one reading begins in another.
    const seconds = 6;
    await fay.route(/\/ledger\/\d+$/, async (route) => {
      if (!isOver) await new Promise((resolve) => setTimeout(resolve, 1000 * seconds));
      await route.continue();
    });
    server.admin('points', 'grant', 'Fay', '7');
    await has(fay, '13 points');
    server.admin('points', 'grant', 'Fay', '8');
    await has(fay, '21 points');
    await rows.filter({ hasText: '8 points' }).first().waitFor();
    await fay.waitForTimeout(1000 * seconds); // until the other reading has ended, too
    assert.equal(await rows.count(), 3);
    isOver = true;
    await leave(fay);
  });

  test('a browser finds out when the ledger that it saw was rewritten', async () => {
    const gil = await come('Gil');
    await part(gil, 'Purse');
    server.admin('points', 'grant', 'Gil', '9');
    await has(gil, '9 points');
    const kept = () =>
      gil.evaluate(() => {
        const name = Object.keys(localStorage).find((key) => key.startsWith('kibitz.ledger.'));
        return name ? [name, JSON.parse(localStorage.getItem(name))] : null;
      });
    await gil.waitForFunction(() =>
      Object.keys(localStorage).some((key) => key.startsWith('kibitz.ledger.')),
    );
    const [name, seen] = await kept();
    assert.equal(await gil.getByRole('alert').getByText('has changed what was written').count(), 0);
    // The server's history is the same as before; what this browser saw is not.
    const other = { ...seen, head: 'a'.repeat(64) };
    await gil.evaluate(
      ([key, value]) => localStorage.setItem(key, JSON.stringify(value)),
      [name, other],
    );
    server.admin('points', 'grant', 'Gil', '1');
    await gil.getByRole('alert').getByText(`up to number ${seen.facts}.`).waitFor();
    assert.deepEqual((await kept())[1], other);
    await leave(gil);
  });

  test('a contest’s prize fund is filled, locked and paid out', async () => {
    const [cem, dan] = await Promise.all([come('Cem'), come('Dan')]);
    for (const name of ['Cem', 'Dan']) server.admin('points', 'grant', name, '100');
    await cem.locator('.place', { hasText: 'Contests' }).click();
    const form = cem.locator('form.setup');
    await form.getByLabel('Name', { exact: true }).fill('Cup');
    await form.getByText('With a prize in points').click();
    await form.getByLabel('From your purse').fill('30');
    await form.getByLabel('Entry fee').fill('5');
    await form.getByLabel('Shares of the places in percent').fill('70, 20');
    await button(cem, 'Create').click();
    await cem.getByText('The shares have to make 100 together.').waitFor();
    await form.getByLabel('Shares of the places in percent').fill('70, 30');
    await button(cem, 'Create').click();
    await cem.getByText('Prize: 30 points').waitFor();
    await button(cem, 'Join').click();
    await cem.getByText('in escrow now: 35 points').waitFor();
    await dan.goto(`${server.address}#arena/contest/Cup`);
    await button(dan, 'Join').click();
    await dan.getByText('in escrow now: 40 points').waitFor();
    await check(dan, 'points-contest-open');
    await part(dan, 'Purse');
    await has(dan, '95 points');
    await dan.getByText('40 points in escrow').waitFor();
    await check(dan, 'points-purse');
    await button(cem, 'Start').click();

    // Somebody who only watches finds the contest among those that can be predicted.
    const zoe = await come('Zoe');
    server.admin('points', 'grant', 'Zoe', '10');
    await part(zoe, 'Options');
    const prediction = {
      Winner: 'Dan',
      'You stake that somebody else wins': '4',
      'The other stakes on the winner': '2',
    };
    await send(zoe, 'Predict a winner', prediction, 'Offer it');
    await zoe.getByText('Dan wins contest:Cup').waitFor();
    await check(zoe, 'points-prediction');

    // Dan gives his game up, as a client of his does.
    await dan.goto(`${server.address}#arena`);
    await dan.getByText('Continue').first().waitFor();
    await dan.evaluate(
      () =>
        new Promise((resolve) => {
          const { token } = JSON.parse(localStorage['kibitz.arena']);
          const socket = new WebSocket(`ws://${location.host}/arena`);
          socket.onopen = () => socket.send(JSON.stringify({ type: 'hello', token, id: 1 }));
          socket.onmessage = ({ data }) => {
            const { id, games } = JSON.parse(data);
            if (id === 1) socket.send(JSON.stringify({ type: 'resign', game: games[0], id: 2 }));
            if (id === 2) resolve();
          };
        }),
    );
    await cem.goto(`${server.address}#arena/contest/Cup`);
    await cem.getByText('Paid out:').waitFor();
    const paid = await cem.locator('.prize-paid').innerText();
    assert.match(paid, /Cem\s+28 points/);
    assert.match(paid, /Dan\s+12 points/);
    await check(cem, 'points-contest-paid');
    await part(cem, 'Purse');
    await has(cem, `${100 - 30 - 5 + 28} points`);
    await leave(cem, dan, zoe);
  });

  test('somebody signs what they do, here and nowhere else', async () => {
    // A server of its own: one gives only so many names to an address in an hour.
    const own = await startServer('--house-players', 'none', '--points');
    const fay = await come('Fay', {}, own);
    const gil = await come('Gil', { viewport: phone }, own);
    own.admin('points', 'grant', 'Fay', '30');
    await part(fay, 'Purse');
    await fay.getByText('You have no key in this browser yet.').waitFor();
    await fay.goto(`${own.address}#arena/letters`);
    await button(fay, 'Make a key').click();
    await fay.locator('.key-words li').last().waitFor();
    const keyWords = await fay.locator('.key-words li').allInnerTexts();
    await button(fay, 'I have written them down').click();
    for (const input of await fay.locator('.letters form input').all())
      await input.fill(keyWords[Number((await input.getAttribute('name')).split('-')[1])]);
    await button(fay, 'Use this key').click();
    await fay.locator('.segments').waitFor();

    await fay.goto(`${own.address}#arena/points`);
    await button(fay, 'Sign from now on').click();
    await says(fay, 'From now on you sign');
    await fay.getByText('is signed with the key of your letters').waitFor();
    await send(fay, 'Give something', { What: 'points', 'How many': '7', To: 'Gil' }, 'Give');
    await says(fay, 'Given.');
    await fay
      .locator('#points-history ~ * tr', { hasText: 'Gift' })
      .getByText('(signed)')
      .waitFor();
    await check(fay, 'points-signed');
    const ledger = await (await fetch(`${own.address}arena/ledger.jsonl`)).text();
    const verified = spawnSync(program, ['ledger', 'verify', '-'], { input: ledger });
    assert.equal(verified.status, 0, String(verified.stderr));
    assert.match(String(verified.stdout), /\n2 are signed by the player who acted/);

    // The same player in a browser without the key can look, but do nothing.
    const identity = await fay.evaluate(() => localStorage.getItem('kibitz.arena'));
    await gil.evaluate((one) => localStorage.setItem('kibitz.arena', one), identity);
    await gil.goto(`${own.address}#arena/points`);
    await gil.reload();
    await gil.getByText('this browser does not have your key').waitFor();
    await send(gil, 'Give something', { What: 'points', 'How many': '1', To: 'Gil' }, 'Give');
    await gil.getByText('has to be signed with it').waitFor();
    await check(gil, 'points-key-elsewhere-phone');
    await leave(fay, gil);
    assert.equal(await own.stop(), 0);
  });

  test('German and Spanish, and a server without points', async () => {
    for (const [locale, place, title] of [
      ['de-DE', 'Punkte', 'Verlauf'],
      ['es-ES', 'Puntos', 'Historial'],
    ]) {
      const page = await come(`P${locale.slice(0, 2)}`, { locale, viewport: phone });
      await page.locator('.place', { hasText: place }).click();
      await page.getByText(title, { exact: true }).waitFor();
      const all = await texts(page);
      assert.ok(!all.includes('What you have') && !all.includes('History'));
      await check(page, `points-${locale}`);
      await leave(page);
    }
    const other = await startServer('--house-players', 'none');
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(`${other.address}#arena/points`);
    await page.getByText('has not switched points on').waitFor();
    await context.close();
    assert.equal(await other.stop(), 0);
  });
});
