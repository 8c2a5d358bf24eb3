// Experiments on the operator's page, in Chromium with a server.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { complaints } from './axe.mjs';
import { openBrowser, picture, skip, texts } from './browser.mjs';
import { startServer } from './program.mjs';

const plan = `
[experiment.quiet]
threshold = 0.5
goal = "signed-up"
[experiment.later]
threshold = 0.5
goal = "signed-up"
`;
const variants = ['blue', 'green', 'red'];
const day = 24 * 60 * 60;

/** Of an experiment that began ten days ago, in which green is better and red is worse. */
function journal() {
  const began = Math.floor(Date.now() / 1000) - 10 * day;
  const rates = [0.3, 0.3, 0.45, 0.15];
  const lines = [
    {
      fact: 'start',
      name: 'button',
      time: began,
      key: '6b'.repeat(32),
      draw: 'button',
      low: 0,
      high: 0.75,
      controlLow: 0.75,
      controlHigh: 1,
      goal: 'signed-up',
      guards: [],
      measure: 'rate',
      hours: 24,
      alpha: 0.05,
      method: 2,
      variants: variants.map((name, i) => ({ name, low: i / 4, high: (i + 1) / 4 })),
    },
  ];
  const visitors = 4000;
  let state = 1;
  const random = () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
  for (let i = 0; i < visitors; i++) {
    const arm = Math.floor(4 * random());
    const time = began + Math.floor((9.9 * day * i) / visitors);
    const fact = { name: 'button', time, unit: (i + 1).toString(16) };
    lines.push({ fact: 'seen', arm, ...fact });
    if (random() < rates[arm]) lines.push({ fact: 'goal', goal: 0, value: 1, ...fact });
  }
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

describe('experiments on the operator’s page', { skip }, () => {
  let browser, server, page;
  const folder = mkdtempSync(join(tmpdir(), 'kibitz-plan-'));
  before(async () => {
    browser = await openBrowser();
    const file = join(folder, 'experiments.toml');
    writeFileSync(file, plan);
    const options = ['--house-players', 'none', '--admin-port', '0', '--experiments', file];
    server = await startServer(...options);
    const again = await server.kill();
    writeFileSync(join(server.folder, 'experiments.jsonl'), journal());
    await again();
    page = await enter({ viewport: { width: 1366, height: 768 } });
  });
  after(async () => {
    assert.deepEqual(page.errors, []);
    await browser.close();
    assert.equal(await server.stop(), 0);
    rmSync(folder, { recursive: true });
  });

  async function enter(options, tab = 'Experiments') {
    const context = await browser.newContext(options);
    const entered = await context.newPage();
    entered.errors = [];
    entered.on('pageerror', (error) => entered.errors.push(error.message));
    entered.on('console', (message) => {
      if (message.type() === 'error') entered.errors.push(message.text());
    });
    await entered.goto(server.admin('page').address);
    await entered.locator('.admin-top .tab', { hasText: tab }).click();
    await entered.locator('.effect path.band').first().waitFor();
    return entered;
  }
  const card = (name) => page.locator('.experiment', { has: page.locator(`#experiment-${name}`) });
  const act = async (name, action) => {
    await card(name).getByRole('button', { name: action, exact: true }).click();
    await page.locator('dialog').getByRole('button', { name: action, exact: true }).click();
    await page.locator('dialog').waitFor({ state: 'detached' });
  };

  test('each variant has its effect, its interval and its figures', async () => {
    const button = card('button');
    const verdicts = await button.locator('.effect figcaption').allInnerTexts();
    assert.equal(verdicts.length, 3);
    assert.match(verdicts[0], /blue\s+No difference found so far/);
    assert.match(verdicts[1], /green\s+The change is better/);
    assert.match(verdicts[2], /red\s+The page as it was is better/);
    await button.getByText('Choose green').waitFor();
    // The same figures as on the command line.
    const { variants: known } = server.admin('experiment', 'report', 'button');
    for (const [i, section] of (await button.locator('.compared').all()).entries()) {
      const text = await section.innerText();
      const { variant, control, interval } = known[i].goal;
      const numbers = new Intl.NumberFormat('en');
      assert.ok(
        text.includes(
          `${numbers.format(variant.soFar.visitors)} / ${numbers.format(control.soFar.visitors)}`,
        ),
        text,
      );
      assert.ok(text.includes(`${variant.soFar.reached} / ${control.soFar.reached}`), text);
      assert.equal(/\(-.* … [\d.]+%\)/.test(text), interval[0] < 0 && interval[1] > 0, text);
    }
    assert.deepEqual(await complaints(page), []);
    await picture(page, 'admin-experiments');
  });

  test('one is started, stopped, and another given to everybody', async () => {
    await act('quiet', 'Start it');
    await card('quiet').getByText('running').waitFor();
    await card('quiet').getByText('There is a graph once').waitFor();
    await act('quiet', 'Stop it');
    await card('quiet').getByText('stopped').waitFor();
    await act('button', 'Give everybody button_green');
    await card('button').getByText('everybody gets button_green').waitFor();
    const shown = await (await fetch(server.address)).text();
    assert.match(shown, /<body[^>]* data-experiments="button_green"/);
    assert.deepEqual(await complaints(page), []);
    await act('button', 'Stop it');
    await card('button').getByText('everybody gets').waitFor({ state: 'detached' });
    assert.doesNotMatch(await (await fetch(server.address)).text(), /button_green/);
    await act('quiet', 'Keep only the totals');
    await card('quiet').getByText('over').waitFor();
    const kept = server.admin('experiment', 'list').find(({ name }) => name === 'quiet');
    assert.equal(kept.state, 'kept');
  });

  test('on a phone, in German and dark, everything fits, and no English is left', async () => {
    const options = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true };
    const german = { locale: 'de-DE', colorScheme: 'dark' };
    const phone = await enter({ ...options, ...german }, 'Versuche');
    await phone.waitForTimeout(300);
    const english = await texts(page);
    const same =
      /^(Kibitz|English|Deutsch|Server|button|quiet|later|blue|green|red|–|[-\d.,/ %…()]+)$/;
    const left = (await texts(phone)).filter((text) => english.includes(text) && !same.test(text));
    assert.deepEqual(left, []);
    assert.equal(await phone.evaluate(() => document.documentElement.scrollWidth), 360);
    await picture(phone, 'admin-phone-experiments');
    assert.deepEqual(phone.errors, []);
    await phone.context().close();
  });
});
