// The page compared with pictures of it that a person has approved, in Chromium: every scene in four
// sizes, light and dark. `npm run pictures` makes them anew; look at each before you keep it.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { now, standInForArena } from './arena-stand-in.mjs';
import { open, skip } from './browser.mjs';
import { scenes } from './scenes.mjs';

const approving = process.env.KIBITZ_APPROVE !== undefined;
const only = process.env.KIBITZ_SCENES?.split(',');
const folder = fileURLToPath(new URL('pictures/', import.meta.url));
const different = fileURLToPath(new URL('../../build/web-pictures/', import.meta.url));
const madeWith = `${folder}made-with.txt`;

/** The page is opened in the first size of each device, and then resized. */
const devices = [
  [
    [360, 740],
    [768, 1024],
  ],
  [
    [1366, 768],
    [1920, 1080],
  ],
];
const themes = ['light', 'dark'];

/** The text of the pictures is in this face, since the system's differs from machine to machine. */
const font = '/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf';
const noFont = existsSync(font) ? false : `no font ${font}; install the package fonts-dejavu-core`;

const quality = 0.3; // of WebP, from 0 to 1
/** A pixel is another one if a channel differs by more than this, of 255. */
const leastDifference = 40;
/** The share of other pixels with which a picture is still the same: less than a word of text. */
const tolerance = 0.0005;

const major = (version) => version.split('.')[0];

describe('the approved pictures', { skip: skip || noFont }, () => {
  let site, judge, otherVersion;
  before(async () => {
    site = await open();
    const version = major(site.browser.version());
    const approved = existsSync(madeWith) ? readFileSync(madeWith, 'utf8').trim() : '';
    if (!approving && approved !== version)
      otherVersion = `no browser of version ${approved}, with which the pictures were made, but ${version}`;
    if (approving) {
      mkdirSync(folder, { recursive: true });
      writeFileSync(madeWith, `${version}\n`);
    }
    judge = await site.browser.newPage(); // compares pictures
  });
  after(() => site.close());

  for (const [name, scene] of Object.entries(scenes)) {
    if (only && !only.includes(name)) continue;
    test(name, async (t) => {
      if (otherVersion) return t.skip(otherVersion);
      const wrong = [];
      for (const sizes of devices) {
        const page = await visitScene(site, scene, sizes[0]);
        for (const [width, height] of sizes) {
          await page.setViewportSize({ width, height });
          for (const colorScheme of themes) {
            await page.emulateMedia({ colorScheme });
            await settle(page);
            const shot = await page.screenshot({ animations: 'disabled', caret: 'hide' });
            const file = `${name}-${width}-${colorScheme}.webp`;
            const problem = await examine(judge, shot, file);
            if (problem) wrong.push(problem);
          }
        }
        assert.deepEqual(page.errors, []);
        await page.context().close();
      }
      assert.deepEqual(wrong, [], 'look at build/web-pictures; npm run pictures approves them');
    });
  }
});

/** A page on which nothing depends on the machine, the clock or chance. */
async function visitScene(site, { before: prepare, address = '', ready }, [width, height]) {
  const context = await site.browser.newContext({
    viewport: { width, height },
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    locale: 'en-GB',
    timezoneId: 'UTC',
  });
  await standInForArena(context);
  await prepare?.(context);
  await context.clock.setFixedTime(now);
  await context.addInitScript(() => {
    let drawn = 0;
    crypto.getRandomValues = (numbers) => numbers.fill(++drawn);
    Math.random = () => 0.5;
    // One thread searches the same tree every time.
    Object.defineProperty(navigator, 'hardwareConcurrency', { value: 2 });
    addEventListener('DOMContentLoaded', () => {
      const style = document.createElement('style');
      style.textContent = ':root:root { font-family: "DejaVu Sans" }';
      document.head.append(style);
    });
  });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  page.errors = [];
  page.on('pageerror', (error) => page.errors.push(error.message));
  await page.goto(`${site.address}${address}`);
  await page.waitForFunction(() => document.fonts.check('600 20px Fraunces'));
  await ready(page);
  await page.mouse.move(0, 0);
  return page;
}

/** Resolves when the layout follows the size and the theme. */
const settle = (page) =>
  page.evaluate(async () => {
    for (let i = 0; i < 3; ++i) await new Promise(requestAnimationFrame);
    await document.fonts.ready;
  });

/** Compares a screenshot with the approved picture, or approves it; returns what is wrong, or nothing. */
async function examine(judge, shot, file) {
  const approved = `${folder}${file}`;
  const known = !approving && existsSync(approved) ? readFileSync(approved) : null;
  const { packed, share } = await judge.evaluate(compare, {
    shot: shot.toString('base64'),
    known: known?.toString('base64') ?? null,
    quality,
    leastDifference,
  });
  const bytes = Buffer.from(packed, 'base64');
  if (approving) {
    writeFileSync(approved, bytes);
    return null;
  }
  if (known && share <= tolerance) return null;
  writeFileSync(`${different}${file}`, bytes);
  return known ? `${file}: ${(share * 100).toFixed(3)} % of the pixels differ` : `no ${file}`;
}

/** In the browser. Both pictures have gone through the same lossy compression. */
async function compare({ shot, known, quality, leastDifference }) {
  const blobOf = (base64) => new Blob([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))]);
  const drawn = async (blob) => {
    const image = await createImageBitmap(blob);
    const canvas = new OffscreenCanvas(image.width, image.height);
    canvas.getContext('2d').drawImage(image, 0, 0);
    return canvas;
  };
  const pixels = (canvas) =>
    canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
  const packed = await (await drawn(blobOf(shot))).convertToBlob({ type: 'image/webp', quality });
  const bytes = new Uint8Array(await packed.arrayBuffer());
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  const result = { packed: btoa(text), share: 1 };
  if (!known) return result;
  const [a, b] = [pixels(await drawn(packed)), pixels(await drawn(blobOf(known)))];
  if (a.length !== b.length) return result;
  let others = 0;
  for (let i = 0; i < a.length; i += 4)
    if ([0, 1, 2].some((channel) => Math.abs(a[i + channel] - b[i + channel]) > leastDifference))
      ++others;
  result.share = others / (a.length / 4);
  return result;
}
