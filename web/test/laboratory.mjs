// A laboratory with its processes, for tests of its page.
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const program =
  process.env.KIBITZ ?? fileURLToPath(new URL('../../build/release/kibitz', import.meta.url));
export const sizes = {
  phone: { width: 360, height: 740 },
  laptop: { width: 1366, height: 768 },
  desktop: { width: 1920, height: 1080 },
};

export class Laboratory {
  folder = mkdtempSync(join(tmpdir(), 'kibitz-lab-'));
  data = join(this.folder, 'lab');
  children = [];

  lab(...words) {
    return execFileSync(program, ['lab', ...words, '--data', this.data], { encoding: 'utf8' });
  }

  async run(words, pattern) {
    const child = spawn(program, ['lab', ...words], { stdio: ['ignore', 'pipe', 'inherit'] });
    this.children.push(child);
    return new Promise((resolve, reject) => {
      let printed = '';
      child.stdout.on('data', (text) => {
        printed += text;
        const found = pattern.exec(printed);
        if (found) resolve(found[0]);
      });
      child.on('exit', (code) => reject(new Error(`kibitz lab ended with ${code}: ${printed}`)));
    });
  }

  begin(...options) {
    return execFileSync(
      program,
      ['lab', 'test', '--data', this.data, '-games', '2', '-srand', '5', ...options],
      { encoding: 'utf8' },
    );
  }

  /** Its gate. */
  async up() {
    this.address = await this.run(['up', '--port', '0', '--data', this.data], /http:\S+/);
    this.operatorToken = readFileSync(join(this.data, 'operator-token'), 'utf8').trim();
  }

  /** A page of it in a context of its own, which keeps the errors that it has logged. */
  async visit(browser, place = '', options = {}) {
    const context = await browser.newContext({ viewport: sizes.laptop, ...options });
    const page = await context.newPage();
    page.errors = [];
    page.on('pageerror', (error) => page.errors.push(error.message));
    page.on('console', (message) => message.type() === 'error' && page.errors.push(message.text()));
    await page.goto(this.address + place);
    return page;
  }

  stop() {
    for (const child of this.children) child.kill('SIGKILL');
    rmSync(this.folder, { recursive: true });
  }
}

/** How much wider than its window a page is. */
export const overhang = (page) =>
  page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
