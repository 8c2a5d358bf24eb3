// letters.html: the letters alone, with scripts, styles and the list of words in one file, so that
// it works from any host, or from a disk.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import config from '../vite.config.mjs';

const web = dirname(dirname(fileURLToPath(import.meta.url)));

const hashOf = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Only what stands in the file may run. It connects to any server, which the user chooses. */
const policyFor = (script, style) =>
  [
    "default-src 'none'",
    `script-src ${hashOf(script)}`,
    `style-src ${hashOf(style)}`,
    'connect-src data: https: ws: wss:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');

/** The text of the file. */
export async function lettersPage() {
  const { output } = await build({
    ...config,
    configFile: false,
    root: web,
    logLevel: 'warn',
    publicDir: false,
    build: {
      ...config.build,
      write: false,
      assetsInlineLimit: () => true,
      rolldownOptions: {
        input: join(web, 'src/letters-alone.tsx'),
        output: { codeSplitting: false },
      },
    },
  });
  const text = (kind) => output.filter(({ fileName }) => fileName.endsWith(kind));
  const script = text('.js')
    .map(({ code }) => code)
    .join('\n')
    .replaceAll('</script', '<\\/script');
  const style = text('.css')
    .map(({ source }) => source)
    .join('\n');
  const policy = policyFor(script, style);
  return readFileSync(join(web, 'letters.html'), 'utf8')
    .replace('<meta charset="utf-8" />', (charset) =>
      [charset, `<meta http-equiv="Content-Security-Policy" content="${policy}" />`].join('\n    '),
    )
    .replace(
      /<script type="module" src="[^"]*"><\/script>/,
      () => `<style>${style}</style>\n    <script type="module">${script}</script>`,
    );
}
