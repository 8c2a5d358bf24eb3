// A page in a Chromium of its own, for the engines that bench/page-engines -b plays with.
import { createRequire } from 'node:module';
import { executablePath } from '../web/test/browser.mjs';
import { serve } from '../web/tools/serve.mjs';

const { chromium } = createRequire(new URL('../web/package.json', import.meta.url))('playwright-core');

/** A page from the same place as the files of a folder, and its address. The browser ends with the process. */
export async function openPageBeside(folder) {
  const { port } = await serve(folder);
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  return { page: await browser.newPage(), address: `http://127.0.0.1:${port}/` };
}
