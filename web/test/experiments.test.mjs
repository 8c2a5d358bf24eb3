// The page of experiments, against `kibitz serve`: a player sees which opponents are changed, leaves
// and comes back; and a visitor keeps their version of the page, also where there is no server.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { complaints } from './axe.mjs';
import { leave, openBrowser, openPage, picture, skip } from './browser.mjs';
import { startServer } from './program.mjs';

const plan = `
[experiment.deeper]
threshold = 1
opponent = "random"
file = "deeper.toml"
goal = "rematch"
[experiment.big-board]
threshold = 0.5
goal = "signed-up"
[experiment.for-all]
threshold = 1
goal = "signed-up"
`;

describe('experiments', { skip }, () => {
  let browser, server, folder;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'kibitz-experiments-'));
    writeFileSync(join(folder, 'plan.toml'), plan);
    writeFileSync(join(folder, 'deeper.toml'), 'name = "Deeper"\nkind = "engine"\n');
    browser = await openBrowser();
    server = await startServer(
      '--house-players',
      'random',
      '--experiments',
      join(folder, 'plan.toml'),
    );
  });
  after(async () => {
    await browser.close();
    rmSync(folder, { recursive: true });
    assert.equal(await server.stop(), 0);
  });

  test('a player sees what runs, and leaves it', async () => {
    for (const name of ['deeper', 'big-board']) server.admin('experiment', 'start', name);
    const page = await openPage(browser, {
      viewport: { width: 360, height: 740 },
      serviceWorkers: 'allow',
    });
    const button = (name) => page.getByRole('button', { name, exact: true });
    const row = (name) => page.locator('.rows li', { hasText: name });
    // Without a name in the arena nobody is told what they play against.
    await page.goto(`${server.address}#arena/experiments`);
    await page.evaluate(() => navigator.serviceWorker.ready); // which must not keep old answers
    await row('deeper').getByText('plays differently against 100% of players').waitFor();
    await row('big-board').getByText('for 50% of the visitors').waitFor();
    assert.equal(await row('deeper').locator('.tag').count(), 0);
    assert.equal(await row('big-board').locator('.tag').count(), 1);

    await page.goto(`${server.address}#arena`);
    await page.locator('.name-form input').fill('Ann');
    await page.locator('.name-form button[type=submit]').click();
    await page.locator('.place', { hasText: 'Experiments' }).click();
    await row('deeper').getByText('You play against the changed').waitFor();
    assert.deepEqual(await complaints(page), []);
    await picture(page, 'experiments-phone');

    await button('Take part in none').click();
    await page.getByText('you take part in no experiment').waitFor();
    await row('deeper').getByText('You play against the usual').waitFor();
    await row('big-board').getByText('You see it as it was').waitFor();
    await page.reload();
    await row('deeper').getByText('You play against the usual').waitFor();
    await button('Take part').click();
    await row('deeper').getByText('You play against the changed').waitFor();
    await leave(page);
  });

  test('the page stays in its version without the server', async () => {
    server.admin('experiment', 'start', 'for-all');
    const page = await openPage(browser, { serviceWorkers: 'allow' });
    const version = () => page.locator('body').getAttribute('data-experiments');
    await page.goto(server.address);
    await page.evaluate(() => navigator.serviceWorker.ready);
    const online = await version();
    assert.match(online, /\bfor-all\b/);
    await page.context().setOffline(true);
    await page.reload();
    await page.waitForSelector('[data-square=e2]');
    assert.equal(await version(), online);
    await page.context().close(); // it may complain of the missing network
  });
});
