// The page's engine begins with its small network and changes to the large one while the analysis goes on; it keeps the
// small one for a whole review, where the user saves data, and where the large one cannot be fetched. Costs four pages and
// ten seconds.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { leave, load, open, openPage, skip } from './browser.mjs';

// Kasparov and Topalov, Wijk aan Zee 1999: so long that the network comes before its review is over.
const longGame = `1. e4 d6 2. d4 Nf6 3. Nc3 g6 4. Be3 Bg7 5. Qd2 c6 6. f3 b5 7. Nge2 Nbd7 8. Bh6 Bxh6 9. Qxh6 Bb7 10. a3 e5
11. O-O-O Qe7 12. Kb1 a6 13. Nc1 O-O-O 14. Nb3 exd4 15. Rxd4 c5 16. Rd1 Nb6 17. g3 Kb8 18. Na5 Ba8 19. Bh3 d5 20. Qf4+ Ka7
21. Rhe1 d4 22. Nd5 Nbxd5 23. exd5 Qd6 24. Rxd4 cxd4 25. Re7+ Kb6 26. Qxd4+ Kxa5 27. b4+ Ka4 28. Qc3 Qxd5 29. Ra7 Bb7
30. Rxb7 Qc4 31. Qxf6 Kxa3 32. Qxa6+ Kxb4 33. c3+ Kxc3 34. Qa1+ Kd2 35. Qb2+ Kd1 36. Bf1 Rd2 37. Rd7 Rxd7 38. Bxc4 bxc4
39. Qxh8 Rd3 40. Qa8 c3 41. Qa4+ Ke1 42. f4 f5 43. Kc1 Rd2 44. Qa7 1-0`;
const millisecondsOfRest = 4000; // more than the page waits before it fetches the network

describe('the large network', { skip, concurrency: true }, () => {
  let site;
  before(async () => (site = await open()));
  after(() => site.close());

  /** The analysis, whose engine is at work. Keeps which networks were asked for, and the bytes of those that workers got. */
  async function visitEngine(options, route) {
    const page = await openPage(site.browser, options);
    page.fetched = [];
    page.on('request', (request) => {
      const [name] = /kibitz(-large)?(?=[^/]*\.nnue$)/.exec(request.url()) ?? [];
      if (name) page.fetched.push(name);
    });
    if (route) await page.route(/kibitz-large/, route);
    await page.addInitScript(() => {
      globalThis.given = [];
      const send = Worker.prototype.postMessage;
      Worker.prototype.postMessage = function (message, ...rest) {
        if (message.kind === 'begin') globalThis.given.push(message.network.byteLength);
        send.call(this, message, ...rest);
      };
    });
    await page.goto(`${site.address}#analyse`);
    await page.locator('.tree').waitFor();
    await page.getByLabel('Engine', { exact: true }).check();
    await lineFound(page);
    return page;
  }
  const lineFound = (page) => page.locator('.line').first().waitFor();
  const given = (page) => page.evaluate(() => globalThis.given);

  test('follows the small one, and the analysis goes on', async () => {
    const page = await visitEngine({ largeNetwork: true });
    await page.waitForFunction(() => globalThis.given.length === 2);
    const [small, large] = await given(page);
    assert.ok(small <= 1_000_000 && large > 4_000_000, `${small} and ${large} bytes`);
    assert.deepEqual(page.fetched, ['kibitz', 'kibitz-large']);
    await lineFound(page);
    await leave(page);
  });

  test('comes when a review that began before it is over', async () => {
    const page = await visitEngine({ largeNetwork: true });
    await load(page, longGame);
    await page.getByRole('button', { name: 'Review' }).first().click();
    await page.waitForFunction(() => globalThis.given.length === 2);
    assert.equal(await page.locator('.reviewing').count(), 0);
    await leave(page);
  });

  test('is not fetched for those who save data', async () => {
    const page = await visitEngine({});
    await page.waitForTimeout(millisecondsOfRest);
    assert.deepEqual(page.fetched, ['kibitz']);
    assert.equal((await given(page)).length, 1);
    await leave(page);
  });

  test('that cannot be fetched leaves the engine as it was', async () => {
    const page = await visitEngine({ largeNetwork: true }, (route) => route.abort());
    if (!page.fetched.includes('kibitz-large')) await page.waitForEvent('requestfailed');
    await page.getByLabel('Engine', { exact: true }).uncheck();
    await page.getByLabel('Engine', { exact: true }).check();
    await lineFound(page);
    assert.deepEqual(page.fetched, ['kibitz', 'kibitz-large']);
    assert.equal((await given(page)).length, 1);
    await page.context().close(); // the browser logs what was not fetched
  });
});
