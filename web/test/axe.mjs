// What axe finds wrong with a page, in short, in every theme.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { leaveOut, settle } from './browser.mjs';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export const everyTheme = ['light', 'dark', 'contrast'];

/** Three themes take three times as long as one, and the colours of all views come from the same few tokens. */
const usualThemes = () =>
  leaveOut('colours of the dark and the contrast theme outside web.access')
    ? ['light']
    : everyTheme;

export async function complaints(page, themes = usualThemes()) {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source);
  const shown = await page.evaluate(() => document.documentElement.dataset.theme);
  const show = (theme) =>
    page.evaluate((wanted) => {
      document.documentElement.dataset.theme = wanted;
    }, theme);
  const found = [];
  for (const theme of themes) {
    await show(theme);
    await settle(page); // what still fades in has no contrast yet
    found.push(...(await complaintsIn(page, theme)));
  }
  await show(shown);
  return found;
}

const complaintsIn = (page, theme) =>
  page.evaluate(async (name) => {
    // Themes differ in colours alone: the rest is asked once.
    const options = name === 'light' ? {} : { runOnly: ['color-contrast', 'link-in-text-block'] };
    const { violations } = await globalThis.axe.run(options);
    const found = [];
    for (const { id, nodes } of violations) {
      // Addresses such as #arena/boards open another view: nothing on this page has that id.
      const real = nodes.filter(
        ({ html }) => id !== 'skip-link' || !/href="[^"]*#arena/.test(html),
      );
      if (real.length > 0)
        found.push(`${name}: ${id}: ${real.map(({ target }) => target).join(' | ')}`);
    }
    return found;
  }, theme);
