// Firefox, driven over WebDriver BiDi, which is built into it: as much of a driver as the tests need.
// (Playwright's own Firefox is a patched one, and its BiDi needs commands that Firefox ESR lacks.)
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const executable = [process.env.FIREFOX, '/usr/bin/firefox-esr', '/usr/bin/firefox'].find(
  (path) => path && existsSync(path),
);
export const skipFirefox = executable
  ? false
  : 'no Firefox: /usr/bin/firefox-esr is not there; install the package firefox-esr';

const millisecondsToStart = 60_000;
const millisecondsToWait = 60_000;
const millisecondsBetweenLooks = 50;

/** What would fetch something from the network, or ask something, at the first start. */
const settings = {
  'app.update.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.homepage_override.mstone': 'ignore',
  'datareporting.policy.dataSubmissionEnabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'data:,',
};

export async function openFirefox() {
  const profile = mkdtempSync(join(tmpdir(), 'kibitz-firefox-'));
  writeFileSync(
    join(profile, 'user.js'),
    Object.entries(settings)
      .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`)
      .join(''),
  );
  const child = spawn(
    executable,
    ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'],
    { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, HOME: profile } },
  );
  const ended = new Promise((resolve) => child.on('exit', resolve));
  try {
    const session = await connect(`${await addressOf(child)}/session`);
    await session.send('session.new', { capabilities: {} });
    await session.send('session.subscribe', { events: ['log.entryAdded'] });
    return {
      visit: (address, size) => visit(session, address, size),
      async close() {
        await session.send('browser.close', {}).catch(() => {});
        session.close();
        await ended;
        rmSync(profile, { recursive: true, force: true });
      },
    };
  } catch (error) {
    child.kill('SIGKILL');
    await ended;
    rmSync(profile, { recursive: true, force: true });
    throw error;
  }
}

/** Firefox prints where it listens. */
function addressOf(child) {
  return new Promise((resolve, reject) => {
    let printed = '';
    const patience = setTimeout(
      () => reject(new Error(`Firefox does not answer: ${printed}`)),
      millisecondsToStart,
    );
    const settle = (how, what) => {
      clearTimeout(patience);
      how(what);
    };
    child.stderr.on('data', (text) => {
      printed += text;
      const found = /WebDriver BiDi listening on (ws:\S+)/.exec(printed);
      if (found) settle(resolve, found[1]);
    });
    child.on('exit', (code) => settle(reject, new Error(`Firefox ended with ${code}: ${printed}`)));
  });
}

async function connect(address) {
  const socket = new WebSocket(address);
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = () => reject(new Error(`no connection to ${address}`));
  });
  let lastId = 0;
  const waiting = new Map();
  const entries = [];
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(data);
    if (message.method === 'log.entryAdded') entries.push(message.params);
    const asked = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.type === 'error') asked?.reject(new Error(`${message.error}: ${message.message}`));
    else asked?.resolve(message.result);
  };
  return {
    entries,
    send(method, params) {
      const id = ++lastId;
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        socket.send(JSON.stringify({ id, method, params }));
      });
    },
    close: () => socket.close(),
  };
}

/** A page in a tab of its own, without the storage of the others. */
async function visit(session, address, { width = 1280, height = 860 } = {}) {
  const { userContext } = await session.send('browser.createUserContext', {});
  const { context } = await session.send('browsingContext.create', { type: 'tab', userContext });
  await session.send('browsingContext.setViewport', { context, viewport: { width, height } });
  await session.send('browsingContext.navigate', { context, url: address, wait: 'complete' });
  return new Page(session, context, userContext);
}

const keys = { Enter: '\uE007', ArrowLeft: '\uE012', ArrowRight: '\uE014' };

class Page {
  constructor(session, context, userContext) {
    Object.assign(this, { session, context, userContext });
  }

  /** What the page has logged as an error or thrown. */
  get errors() {
    return this.session.entries
      .filter(({ level, source }) => level === 'error' && source.context === this.context)
      .map(({ text }) => text);
  }

  /** Calls a function in the page. Arguments and result are what JSON can hold. */
  async evaluate(call, ...given) {
    const values = JSON.stringify(given);
    const { type, result, exceptionDetails } = await this.session.send('script.evaluate', {
      expression: `(async () => JSON.stringify(await (${call})(...${values})))()`,
      target: { context: this.context },
      awaitPromise: true,
    });
    if (type === 'exception') throw new Error(exceptionDetails.text);
    return result.value === undefined ? undefined : JSON.parse(result.value);
  }

  /** Waits until a function in the page returns something true, and returns it. */
  async waitFor(call, ...given) {
    const end = Date.now() + millisecondsToWait;
    while (Date.now() < end) {
      const value = await this.evaluate(call, ...given);
      if (value) return value;
      await new Promise((resolve) => setTimeout(resolve, millisecondsBetweenLooks));
    }
    throw new Error(`waited in vain for ${call} ${JSON.stringify(given)}`);
  }

  /**
   * Presses the middle of the first visible element of a selector that has the text, once it stands
   * still.
   */
  async press(selector, text = '') {
    const at = await this.waitFor(
      async (wanted, part) => {
        const found = [...document.querySelectorAll(wanted)].find(
          (one) => one.textContent.includes(part) && !one.disabled && one.getClientRects().length,
        );
        if (!found) return null;
        found.scrollIntoView({ block: 'nearest' });
        const middle = () => {
          const { left, top, width, height } = found.getBoundingClientRect();
          return { x: Math.round(left + width / 2), y: Math.round(top + height / 2) };
        };
        const before = middle();
        await new Promise((resolve) => setTimeout(resolve, 150));
        const after = middle();
        return after.x === before.x && after.y === before.y ? after : null;
      },
      selector,
      text,
    );
    await this.session.send('input.performActions', {
      context: this.context,
      actions: [
        {
          type: 'pointer',
          id: 'mouse',
          actions: [
            { type: 'pointerMove', ...at },
            { type: 'pointerDown', button: 0 },
            { type: 'pointerUp', button: 0 },
          ],
        },
      ],
    });
  }

  /** Types into what has the focus; the name of a key is that key. */
  async type(text) {
    const letters = keys[text] ? [keys[text]] : [...text];
    await this.session.send('input.performActions', {
      context: this.context,
      actions: [
        {
          type: 'key',
          id: 'keyboard',
          actions: letters.flatMap((value) => [
            { type: 'keyDown', value },
            { type: 'keyUp', value },
          ]),
        },
      ],
    });
  }

  reload = () =>
    this.session.send('browsingContext.reload', { context: this.context, wait: 'complete' });
  close = () => this.session.send('browser.removeUserContext', { userContext: this.userContext });
}
