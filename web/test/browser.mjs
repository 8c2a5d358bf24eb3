// A browser with a server, for the tests of the page; Debian's Chromium.
import assert from 'node:assert/strict';
import { appendFileSync, existsSync, mkdirSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { serve } from '../tools/serve.mjs';

// The shell shows the same pages, without windows and extensions, for half the work.
const browsers = process.env.CHROMIUM
  ? [process.env.CHROMIUM]
  : ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];
export const executablePath = browsers.find((path) => existsSync(path));
export const skip = executablePath
  ? false
  : `no browser: ${browsers.join(' or ')} is not there; install the package chromium-headless-shell`;

/** The file to which ./test, which has no time for everything, wants what is left out written. Without it nothing is. */
const leftOut = process.env.KIBITZ_LEFT_OUT;

/** Whether to do without what takes long for what few changes break; ./test says that .ci/run does it. */
export function leaveOut(name) {
  if (leftOut) appendFileSync(leftOut, `${name}\n`);
  return leftOut !== undefined;
}

/** A test that ./test leaves to .ci/run. */
export const rarely = (name, run) => test(name, { skip: leaveOut(name) && 'left to .ci/run' }, run);

export const dist = fileURLToPath(new URL('../dist', import.meta.url));
/** Where pictures of the page are left to look at. */
const pictures = fileURLToPath(new URL('../../build/web-pictures', import.meta.url));

export function openBrowser() {
  mkdirSync(pictures, { recursive: true });
  return chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
  });
}

export async function open() {
  const { server, port } = await serve(dist);
  const browser = await openBrowser();
  return {
    browser,
    address: `http://127.0.0.1:${port}/`,
    stopServer: () => new Promise((done) => (server.closeAllConnections(), server.close(done))),
    async close() {
      await browser.close();
      server.closeAllConnections();
      server.close();
    },
  };
}

/** What pages threw; no test has to look for it. What they log is looked at by the tests that keep the network. */
const thrown = [];
process.on('exit', () => {
  if (thrown.length === 0) return;
  console.error(`A page threw an error:\n${thrown.join('\n')}`);
  process.exitCode = 1;
});

/**
 * An empty page in a browser of its own, which keeps the errors that it throws or logs. A thrown one fails the file.
 * It has no service worker unless one is asked for: that fetches the whole site once more for each page.
 */
export async function openPage(browser, { largeNetwork = false, ...options } = {}) {
  const context = await browser.newContext({
    viewport: { width: 1180, height: 820 },
    serviceWorkers: 'block',
    ...options,
  });
  // The engine keeps the network that it begins with, so that it finds the same whenever the large one has come.
  if (!largeNetwork)
    await context.addInitScript(() =>
      Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
    );
  // Two cores, whatever the machine has: one thread searches by default, and two can be chosen.
  await context.addInitScript(() =>
    Object.defineProperty(navigator, 'hardwareConcurrency', { value: 2 }),
  );
  const page = await context.newPage();
  page.setDefaultTimeout(60_000); // a first page on a machine that builds meanwhile
  page.errors = [];
  page.on('pageerror', (error) => {
    page.errors.push(error.message);
    thrown.push(`${page.url()}: ${error.stack}`);
  });
  page.on('console', (message) => message.type() === 'error' && page.errors.push(message.text()));
  return page;
}

/** 1.6 Mb/s with 150 ms delay. */
export const slowNetwork = {
  offline: false,
  latency: 150,
  downloadThroughput: 1.6e6 / 8,
  uploadThroughput: 0.75e6 / 8,
};

/** An empty page of a phone with that network and a processor four times slower. */
export async function openSlowPhone(browser, options) {
  const page = await openPage(browser, options);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', slowNetwork);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  return { page, devtools };
}

/** Closes pages; fails the test where one has thrown or logged an error. */
export async function leave(...pages) {
  for (const page of pages) {
    assert.deepEqual(page.errors, []);
    await page.context().close();
  }
}

/** A page of the site, ready to play. */
export async function visit(browser, address, options = {}) {
  const page = await openPage(browser, options);
  // The same games every time: opponents play by what the page draws.
  await page.addInitScript(() => {
    let drawn = 0;
    crypto.getRandomValues = (numbers) => numbers.fill(++drawn);
  });
  await page.goto(address);
  await page.waitForSelector('[data-square=e2]');
  return page;
}

export const square = (page, name) => page.locator(`.board [data-square=${name}]`).first();
/** Ends what still slides or fades in, as a picture does. */
export const settle = (page) =>
  page.evaluate(async () => {
    await document.fonts.ready;
    for (const animation of document.getAnimations())
      if (animation.effect.getComputedTiming().endTime !== Infinity) animation.finish();
  });
/** With what slides already there. */
export const picture = (page, name) =>
  leaveOut('pictures to look at')
    ? settle(page)
    : page.screenshot({ path: `${pictures}/${name}.png`, animations: 'disabled' });
export const storedGame = (page) => page.evaluate(() => JSON.parse(localStorage['kibitz.game']));

/** The analysis of a site, open. */
export async function visitAnalysis({ browser, address }, options) {
  const page = await visit(browser, `${address}#analyse`, options);
  await page.waitForSelector('.tree');
  return page;
}

/** Opens a PGN or FEN in it. */
export async function load(page, text) {
  await page.getByLabel('Paste a PGN or FEN').fill(text);
  await page.getByRole('button', { name: 'Open', exact: true }).click();
}

/** Opens the sheet of a new game, unless it is open. */
export async function openSetup(page) {
  if (await page.locator('.setup').count()) return;
  const card = page.locator('.facing .card');
  const another = page.getByRole('button', { name: /New game|Neue Partie/ }).last();
  await page.locator('.actions').waitFor();
  if (await card.count()) await card.click();
  else {
    if (await page.locator('.actions .menu').count())
      await page.locator('.actions summary').click();
    await another.click();
  }
  await page.locator('.setup').waitFor();
}

/** Chooses a value of the sheet, in any language. */
const pick = (page, name, value) =>
  page.locator(`.setup input[name="${name}"][value="${value}"]`).evaluate((radio) => radio.click()); // wherever the sheet has scrolled to

export async function chooseOpponent(page, opponent) {
  await pick(page, 'opponent-kind', 'all');
  await pick(page, 'opponent', opponent);
}

/** Begins a game with a choice of the new game's sheet. */
export async function begin(
  page,
  { opponent = 'level-01', color = 'white', clock, start, fen } = {},
) {
  await openSetup(page);
  await chooseOpponent(page, opponent);
  await pick(page, 'color', color);
  await page.locator('.setup .icon-toggle input').uncheck();
  if (clock) await pick(page, 'clock', clock);
  if (start || fen) await pick(page, 'start', start ?? 'position');
  if (fen) await page.locator('.setup input:not([type])').fill(fen);
  await page.locator('.setup button[type=submit]').click();
  await page.waitForSelector('.typed');
}

/** Presses a command in the menu of a game. */
export async function command(page, name) {
  await page.locator('.actions summary').click();
  await page.locator('.actions .menu button', { hasText: name }).click();
}

/** Waits until so many moves were made, or the game is over. */
export async function moved(page, count) {
  await page.waitForFunction((wanted) => {
    const game = JSON.parse(localStorage['kibitz.game'] ?? '{}');
    return game.moves?.length >= wanted || document.querySelector('.over') !== null;
  }, count);
  return (await storedGame(page)).moves;
}

/** All that is written on the page or said of it. */
export const texts = (page) =>
  page.evaluate(() => {
    const all = new Set();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode())
      if (!walker.currentNode.parentElement.closest('script, style, noscript, textarea'))
        all.add(walker.currentNode.textContent.trim());
    for (const element of document.querySelectorAll('[aria-label], [title], [placeholder]'))
      for (const name of ['aria-label', 'title', 'placeholder'])
        all.add(element.getAttribute(name) ?? '');
    return [...all].filter(Boolean);
  });
