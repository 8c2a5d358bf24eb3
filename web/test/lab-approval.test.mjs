// Tests that begin and are approved on the laboratory's page, in Chromium, with a real laboratory.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { complaints } from './axe.mjs';
import { openBrowser, picture, rarely, skip } from './browser.mjs';
import { Laboratory, overhang, sizes } from './laboratory.mjs';

describe('tests begun and approved on the page', { skip }, () => {
  const laboratory = new Laboratory();
  let browser;
  before(async () => {
    await laboratory.up();
    await laboratory.run(
      ['work', '--join', laboratory.lab('key', 'add', 'attic', '--own').trim(), '--cores', '1'],
      /joined/,
    );
    browser = await openBrowser();
  });
  after(async () => {
    await browser?.close();
    laboratory.stop();
  });

  const key = (name, role) => laboratory.lab('key', 'add', name, '--role', role).trim();

  async function signedIn(token, place = '', options = {}) {
    const page = await laboratory.visit(browser, place, options);
    await page.getByRole('button', { name: 'Sign in' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Your token').fill(token);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
    return page;
  }

  /** Fills in a small test between two settings of the workers' own Kibitz. */
  async function fillIn(page, { rounds, nodes = '300' }) {
    await page.getByLabel('Preset').selectOption('');
    for (const [number, engine] of (await page.locator('.engines > section').all()).entries()) {
      await engine.getByLabel('Program', { exact: true }).fill('kibitz');
      await engine.getByLabel('UCI options').fill(`Hash=${number + 1}`);
    }
    await page.getByLabel('Limit', { exact: true }).selectOption('nodes');
    await page.getByLabel('Value').fill(nodes);
    await page.getByLabel('Rounds at most').fill(rounds);
    await page.getByLabel('What the test is to show').fill('That a larger table is no worse.');
  }

  const states = async () =>
    (await (await fetch(`${laboratory.address}lab/tests`)).json()).tests.map(({ state }) => state);

  test('the whole way on a phone: begun, waiting, approved, played, decided', async () => {
    const phone = { viewport: sizes.phone };
    const author = await signedIn(key('ann', 'author'), '', phone);
    await author.getByRole('link', { name: 'Begin a test' }).click();
    await author.getByText('waits until an approver').waitFor();
    await fillIn(author, { rounds: '3', nodes: '100' });
    assert.deepEqual(await complaints(author), []);
    await author.getByRole('button', { name: 'Propose the test' }).click();
    await author.getByText('Your test waits for somebody else’s approval.').waitFor();
    assert.match(author.url(), /#test=1$/);
    assert.equal(await author.getByRole('button', { name: 'Approve' }).count(), 0);
    assert.deepEqual(await states(), ['proposed']);

    const approver = await signedIn(key('cal', 'approver'), '', phone);
    await approver.getByRole('heading', { name: 'Waiting for approval' }).waitFor();
    await approver.locator('.test', { hasText: 'new against old' }).click();
    // What exactly would run, and why.
    for (const shown of [
      'option.Hash=2',
      '-each nodes=100',
      '-rounds 3',
      'a larger table',
      'by ann',
    ])
      await approver.getByText(shown).first().waitFor();
    assert.deepEqual(await complaints(approver), []);
    await picture(approver, 'lab-approve-phone');
    await approver.getByRole('button', { name: 'Approve' }).click();
    await approver.getByText('approved by cal').waitFor();
    await approver.getByText('Complete', { exact: true }).waitFor({ timeout: 120_000 });
    await author.getByText('Complete', { exact: true }).waitFor();
    await author.getByText('6', { exact: true }).first().waitFor();
    await author.getByRole('link', { name: 'Record' }).click();
    for (const deed of ['ann proposed test 1', 'cal approved test 1'])
      await author.locator('.record li', { hasText: deed }).waitFor();
    for (const page of [author, approver]) {
      assert.deepEqual(page.errors, []);
      await page.context().close();
    }
  });

  test('a sequential test from an uploaded source, refused with a reason that its author reads', async () => {
    const author = await signedIn(key('bea', 'author'), '#begin');
    await fillIn(author, { rounds: '400' });
    await author.getByLabel('Elo of H0').fill('0');
    await author.getByLabel('Elo of H1').fill('5');
    const engine = author.locator('.engines > section').first();
    await engine.getByLabel('Where it comes from').selectOption('upload');
    await engine.getByLabel('File').setInputFiles({
      name: 'tiny-1f3c9a0.tar.gz',
      mimeType: 'application/gzip',
      buffer: Buffer.alloc(1_300_000, 'source '),
    });
    // What is missing is said where it is missing, before anything is sent.
    await author.getByRole('button', { name: 'Propose the test' }).click();
    await engine.locator('.at-fault', { hasText: 'Program that results' }).waitFor();
    await picture(author, 'lab-begin-fault');
    await engine.getByLabel('Program that results').fill('src/tiny');
    await engine.getByLabel('Signature of its benchmark').fill('123456');
    await author.getByRole('button', { name: 'Propose the test' }).click();
    await author.getByText('Your test waits for somebody else’s approval.').waitFor();
    for (const shown of ['make -j $JOBS', 'src/tiny', '123456', 'SHA-256'])
      await author.getByText(shown).first().waitFor();
    const number = new URL(author.url()).hash.replace('#test=', '');

    const approver = await signedIn(key('dot', 'approver'), `#test=${number}`);
    const wanted = approver.waitForEvent('download');
    await approver.getByRole('button', { name: 'Download what was sent' }).click();
    assert.match((await wanted).suggestedFilename(), /\.tar\.gz$/);
    await approver.getByRole('button', { name: 'Refuse' }).click();
    await approver.getByLabel('Reason').fill('The archive is no archive.');
    await approver.getByRole('button', { name: 'Refuse' }).click();
    await author.getByText('Reason: The archive is no archive.').waitFor();
    await author.getByText('stopped by dot').waitFor();
    await approver.context().close();

    // Its engine is there for the next test.
    await author.goto(`${laboratory.address}#begin`);
    await engine.getByLabel('Where it comes from').selectOption('known');
    await engine
      .getByLabel('Engine', { exact: true })
      .locator('option')
      .nth(1)
      .waitFor({ state: 'attached' });
    await author.context().close();
  });

  test('says what is wrong at its field, and loses nothing that was typed', async () => {
    const author = await signedIn(key('eve', 'author'), '#begin');
    await fillIn(author, { rounds: '6' });
    const propose = author.getByRole('button', { name: 'Propose the test' });
    for (const [label, wrong, right, said] of [
      ['Value', 'soon', '300', /nodes/],
      ['Rounds at most', '-1', '6', /rounds/],
      ['Elo of H0', '1', '', /two bounds/],
    ]) {
      const input = author.getByLabel(label);
      await input.fill(wrong);
      await propose.click();
      const fault = author.locator('.at-fault');
      await fault.getByText(said).waitFor();
      await author.locator('[aria-invalid="true"]:focus').waitFor();
      await input.fill(right);
    }
    await author.getByText('Machines, priority, more options').click();
    await author.getByLabel('Priority').fill('5');
    await propose.click();
    await author
      .locator('.at-fault')
      .getByText(/an author's test is at most 0/)
      .waitFor();
    await author.getByLabel('Priority').and(author.locator('[aria-invalid="true"]')).waitFor();
    // Another view, and back.
    await author.getByRole('link', { name: 'Workers' }).click();
    await author.goBack();
    assert.equal(await author.getByLabel('Rounds at most').inputValue(), '6');
    assert.deepEqual(author.errors, []);
    await author.context().close();
  });

  test('an author pauses, continues and stops their own test, and no other', async () => {
    laboratory.begin(
      ...['-engine', 'name=a', 'cmd=absent', '-engine', 'name=b', 'cmd=absent'],
      ...['-each', 'nodes=1', '-rounds', '4'],
    );
    const token = key('fay', 'author');
    const author = await signedIn(token, '#begin');
    await fillIn(author, { rounds: '100000', nodes: '2000' });
    await author.getByRole('button', { name: 'Propose the test' }).click();
    await author.getByText('Your test waits for somebody else’s approval.').waitFor();
    const { hash } = new URL(author.url());
    laboratory.lab('approve', hash.replace('#test=', ''));
    await author.getByRole('button', { name: 'Pause' }).click();
    await author.getByText('Paused', { exact: true }).waitFor();
    await author.getByRole('button', { name: 'Continue' }).click();
    await author.getByText('Running', { exact: true }).waitFor();
    await author.getByLabel('Priority').fill('-4');
    await author.getByRole('button', { name: 'Set' }).click();
    await author.getByRole('button', { name: 'Stop the test' }).click();
    await author.getByLabel('Reason').fill('It was only a try.');
    await author.getByRole('button', { name: 'Stop the test' }).click();
    await author.getByText('Reason: It was only a try.').waitFor();
    await author.goto(`${laboratory.address}#tests`);
    await author.getByText('a against b').click();
    await author.getByRole('heading', { name: 'a against b' }).waitFor();
    assert.equal(await author.getByRole('button', { name: 'Stop the test' }).count(), 0);
    // Neither is the key in the address nor a cookie.
    assert.ok(!author.url().includes(token.split(':').at(-1)));
    assert.deepEqual(await author.context().cookies(), []);
    await author.context().close();
  });

  test('an operator gives keys with roles on the page, and withdraws them', async () => {
    const operator = await signedIn(laboratory.operatorToken, '#keys');
    await operator.getByLabel('Whose it is').fill('gil');
    await operator.getByLabel('Role').selectOption('approver');
    await operator.getByLabel('Tags').fill('club');
    await operator.getByRole('button', { name: 'Make the key' }).click();
    const token = await operator.getByRole('status').locator('code').innerText();
    assert.match(token, /^ws:\/\/127\.0\.0\.1:\d+#gil:[0-9a-f]{32}$/);
    const card = operator.locator('.worker', { hasText: 'gil' });
    await card.getByText('approver · club').waitFor();
    assert.deepEqual(await complaints(operator), []);

    const gil = await signedIn(token);
    assert.equal(await gil.getByRole('link', { name: 'Keys' }).count(), 0);
    await card.getByRole('button', { name: 'Revoke key' }).click();
    await card.getByRole('button', { name: 'Revoke key' }).click();
    await card.getByText('key revoked').waitFor();
    await gil.reload();
    await gil.getByRole('button', { name: 'Sign in' }).waitFor();
    for (const page of [operator, gil]) await page.context().close();
  });

  rarely(
    'fits into phones, laptops and desktops, light and dark, in German and Spanish too',
    async () => {
      const token = key('hal', 'approver');
      for (const [size, viewport] of Object.entries(sizes))
        for (const [colorScheme, locale] of [
          ['light', 'en-GB'],
          ['dark', 'de-DE'],
          ['light', 'es-ES'],
        ]) {
          const page = await laboratory.visit(browser, '', { viewport, colorScheme, locale });
          const [name, secret] = token.split('#')[1].split(':');
          await page.evaluate(
            (stored) => sessionStorage.setItem('kibitz.lab.operator', stored),
            JSON.stringify({ name, secret }),
          );
          await page.reload();
          await page.locator('a.begin').waitFor();
          for (const [view, wanted] of [
            ['tests', '.test'],
            ['begin', '.begin-test'],
            ['test=2', '.what-it-runs'],
          ]) {
            await page.goto(`${laboratory.address}#${view}`);
            await page.locator(wanted).first().waitFor({ state: 'attached' });
            const wider = await overhang(page);
            assert.ok(wider <= 0, `${view} on a ${size}: ${wider} pixels too wide`);
            await picture(page, `lab-people-${view.replace('=', '-')}-${size}-${locale}`);
          }
          assert.deepEqual(page.errors, []);
          await page.context().close();
        }
    },
  );
});
