// What axe finds wrong with a page, in short, in every theme.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export async function complaints(page) {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source);
  return page.evaluate(async () => {
    const { dataset } = document.documentElement;
    const shown = dataset.theme;
    const found = [];
    for (const theme of ['light', 'dark', 'contrast']) {
      dataset.theme = theme;
      // Themes differ in colours alone: the rest is asked once.
      const options =
        theme === 'light' ? {} : { runOnly: ['color-contrast', 'link-in-text-block'] };
      const { violations } = await globalThis.axe.run(options);
      for (const { id, nodes } of violations) {
        // Addresses such as #arena/boards open another view: nothing on this page has that id.
        const real = nodes.filter(
          ({ html }) => id !== 'skip-link' || !/href="[^"]*#arena/.test(html),
        );
        if (real.length > 0)
          found.push(`${theme}: ${id}: ${real.map(({ target }) => target).join(' | ')}`);
      }
    }
    dataset.theme = shown;
    return found;
  });
}
