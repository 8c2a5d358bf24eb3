// Letters in browsers: two people write to each other on the page and in letters.html.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { after, before, describe, test } from 'node:test';
import { complaints } from './axe.mjs';
import { dist, leave, openBrowser, openPage, picture, skip, texts } from './browser.mjs';
import { openModules } from './modules.mjs';
import { startServer } from './program.mjs';

const secret = 'Shall we play at eight under the old oak?';
const vectors = JSON.parse(
  readFileSync(new URL('../../tests/data/letters/vectors.json', import.meta.url), 'utf8'),
);

describe('letters', { skip }, () => {
  let browser, server, modules;
  before(async () => {
    browser = await openBrowser();
    server = await startServer('--house-players', 'none', '--allow-origin', 'null');
    modules = await openModules();
  });
  after(async () => {
    await modules.close();
    await browser.close();
    assert.equal(await server.stop(), 0);
  });

  const lettersOf = (address = server.address) => `${address}#arena/letters`;

  /** A browser of its own, which draws its keys itself. */
  async function come(address = lettersOf(), options = {}) {
    const page = await openPage(browser, options);
    await page.goto(address);
    return page;
  }
  const button = (page, name) => page.getByRole('button', { name, exact: true });
  const part = (page, name) =>
    page
      .locator('.letters .segments label', { hasText: name })
      .locator('input')
      .check({ force: true });

  /** Makes a key as people do: with words that are shown, and three of them typed. */
  async function makeKey(page) {
    await button(page, 'Make a key').click();
    await page.locator('.key-words li').last().waitFor();
    const words = await page.locator('.key-words li').allInnerTexts();
    await button(page, 'I have written them down').click();
    for (const input of await page.locator('.letters form input').all()) {
      const at = Number((await input.getAttribute('name')).split('-')[1]);
      await input.fill(words[at]);
    }
    await button(page, 'Use this key').click();
    await page.locator('.segments').waitFor();
    return words;
  }
  async function addressOf(page) {
    await part(page, 'Your key');
    return page.locator('code').first().innerText();
  }
  async function write(page, to, text) {
    await part(page, 'Write');
    await page.getByLabel('Address, or your name for a person').fill(to);
    await page.getByLabel('Text', { exact: true }).fill(text);
    await button(page, 'Seal and send').click();
  }
  const sent = (page) => page.getByText('was sealed and sent').waitFor();
  async function look(page) {
    await part(page, 'Inbox');
    await button(page, 'Look again').click();
  }
  const line = (page) => page.locator('.letter-list .line');

  test('people say whose letters they take', async () => {
    const [ann, bob] = await Promise.all([come(), come()]);
    for (const page of [ann, bob]) await makeKey(page);
    const bobAddress = await addressOf(bob);
    /** Until the server says so to a page that asks it anew. */
    const takesFrom = async (whom) => {
      await part(bob, 'Inbox');
      await part(bob, 'Your key');
      await bob.waitForFunction((one) => {
        const { disabled, value } = document.querySelector('.letters select');
        return !disabled && value === one;
      }, whom);
    };
    const choose = async (whom) => {
      await bob.getByLabel('Letters from').selectOption(whom);
      await takesFrom(whom);
    };
    await takesFrom('known');
    await write(ann, bobAddress, 'x'.repeat(1000));
    await ann.getByText('at most 512 bytes').waitFor();
    await choose('nobody');
    await write(ann, bobAddress, secret);
    await ann.getByText('does not want any letters').waitFor();
    await choose('everybody');
    await write(ann, bobAddress, 'x'.repeat(1000));
    await sent(ann);
    for (const page of [ann, bob]) await leave(page);
  });

  test('two people exchange letters, know each other, and a block works at once', async () => {
    const [ann, bob] = await Promise.all([
      come(),
      come(lettersOf(), { viewport: { width: 360, height: 740 }, colorScheme: 'dark' }),
    ]);
    await button(ann, 'Make a key').waitFor();
    await picture(ann, 'letters-no-key');
    assert.deepEqual(await complaints(ann), []);
    const words = await makeKey(ann);
    assert.equal(new Set(words).size >= 20 && words.length, 24);
    await makeKey(bob);
    const [annAddress, bobAddress] = [await addressOf(ann), await addressOf(bob)];
    assert.match(annAddress, /^kz[a-z2-7]{52}$/);
    await picture(ann, 'letters-key');
    await picture(bob, 'letters-key-phone');
    for (const page of [ann, bob]) assert.deepEqual(await complaints(page), []);

    await write(ann, bobAddress, secret);
    await picture(ann, 'letters-write');
    assert.deepEqual(await complaints(ann), []);
    await sent(ann);
    // A stranger's second letter waits for an answer.
    await write(ann, bobAddress, 'And another thing.');
    await ann.getByText('a second one can follow').waitFor();

    await look(bob);
    await bob.locator('.unread').waitFor();
    await bob.getByText('Unread: 1', { exact: true }).waitFor();
    await bob.locator('.place', { hasText: 'Letters 1 unread' }).waitFor();
    await picture(bob, 'letters-inbox-phone');
    assert.deepEqual(await complaints(bob), []);
    await line(bob).click();
    await bob.getByText(secret).waitFor();
    assert.equal(await bob.evaluate(() => document.activeElement.tagName), 'H3');
    await picture(bob, 'letters-reading-phone');
    assert.deepEqual(await complaints(bob), []);
    await bob.locator('.place', { hasText: /^Letters$/ }).waitFor();

    // Bob saves it as it travelled; Ann has a copy that nobody else can open.
    const [file] = await Promise.all([
      bob.waitForEvent('download'),
      button(bob, 'Save sealed').click(),
    ]);
    const sealed = readFileSync(await file.path());
    assert.match(file.suggestedFilename(), /^b[a-z2-7]{58}\.letter$/);
    assert.ok(sealed.includes(`"to":"${bobAddress}"`) && !sealed.includes(secret));
    await part(ann, 'Sent');
    await ann.locator('details', { hasText: bobAddress }).locator('summary').click();
    await ann.getByText(secret).waitFor();
    await picture(ann, 'letters-sent');
    assert.deepEqual(await complaints(ann), []);

    // Bob compares the address: first with somebody else's, then with Ann's.
    await bob.getByLabel('Your name for this person').fill('Ann');
    await bob.getByLabel('The address that they gave you').fill(bobAddress);
    await button(bob, 'Save').click();
    await bob.getByText('This is another address').waitFor();
    await bob.getByLabel('The address that they gave you').fill(` ${annAddress.toUpperCase()}`);
    await button(bob, 'Save').click();
    await bob.locator('.verified').waitFor();
    await button(bob, 'Answer').click();
    await bob.getByLabel('Text', { exact: true }).fill('At eight.');
    await button(bob, 'Seal and send').click();
    await sent(bob);
    await look(ann);
    await line(ann).click();
    await ann.getByText('At eight.').waitFor();
    await picture(ann, 'letters-reading');
    await button(ann, 'Delete').click();
    await ann.getByText('The letter was deleted.').waitFor();
    assert.equal(await line(ann).count(), 0);

    await part(bob, 'Inbox');
    await button(bob, 'Block').click();
    await bob.getByText('No more letters from this person arrive.').waitFor();
    await write(ann, bobAddress, 'Are you there?');
    await ann.getByText('this person does not want letters from you').waitFor();
    await part(bob, 'Inbox');
    await button(bob, 'Unblock').click();
    await bob.getByText('can write to you again').waitFor();
    await button(ann, 'Seal and send').click();
    await sent(ann);

    // The key is kept, and its words bring it back in another browser.
    await ann.reload();
    await part(ann, 'Inbox');
    assert.equal(await addressOf(ann), annAddress);
    const again = await come();
    await button(again, 'I have 24 words').click();
    await again.getByLabel('Your 24 words, in order').fill(words.slice(1).join(' '));
    await button(again, 'Bring the key back').click();
    await again.getByText('There are not 24 words.').waitFor();
    await again.getByLabel('Your 24 words, in order').fill(words.join('\n'));
    await button(again, 'Bring the key back').click();
    await again.locator('.segments').waitFor();
    assert.equal(await addressOf(again), annAddress);
    await button(again, 'Remove the key from this browser').click();
    await button(again, 'I have the words: remove it').click();
    await button(again, 'Make a key').waitFor();
    await leave(ann, bob, again);
  });

  test('the sender is known by name, a letter is reported, and words bring the name back', async () => {
    const [ann, bob] = await Promise.all([come(`${server.address}#arena`), come()]);
    await ann.getByLabel('Name').fill('Ann Oakley');
    await button(ann, 'Enter').click();
    await ann.locator('.place', { hasText: 'Ann Oakley' }).waitFor();
    await ann.locator('.place', { hasText: /^Letters$/ }).click();
    const words = await makeKey(ann);
    await addressOf(ann);
    await button(ann, 'Show my key on my page').click();
    await ann.getByText('Your page has the key.').waitFor();
    await makeKey(bob);
    await write(ann, await addressOf(bob), secret);
    await sent(ann);

    await look(bob);
    await line(bob).getByText('Ann Oakley in the arena').waitFor();
    await line(bob).click();
    await bob.getByText('Report this letter').click();
    await bob.getByLabel('What the operator should know').fill('She insults oaks.');
    await picture(bob, 'letters-report');
    assert.deepEqual(await complaints(bob), []);
    assert.deepEqual(server.admin('letter', 'reports'), []);
    await button(bob, 'Show it to the operator').click();
    await bob.getByText('The operator can read this letter now.').waitFor();
    const [report] = server.admin('letter', 'reports');
    assert.equal(report.text, secret);
    assert.equal(report.note, 'She insults oaks.');
    assert.deepEqual(report.names, ['Ann Oakley']);
    await button(bob, 'Show it to the operator').click();
    await bob.getByText('you have reported this letter before').waitFor();

    // Another device has nothing of Ann but her words.
    const again = await come();
    await button(again, 'I have 24 words').click();
    await again.getByLabel('Your 24 words, in order').fill(words.join(' '));
    await button(again, 'Bring the key back').click();
    await again.locator('.segments').waitFor();
    await addressOf(again);
    await button(again, 'Play as Ann Oakley on this device').waitFor();
    await picture(again, 'letters-recover');
    assert.deepEqual(await complaints(again), []);
    await button(again, 'Play as Ann Oakley on this device').click();
    await again.getByText('Play as Ann Oakley in this browser').waitFor();
    await button(again, 'Play as Ann Oakley').click();
    await again.locator('.place', { hasText: 'Ann Oakley' }).waitFor();
    await leave(ann, bob, again);
  });

  /** A page whose server gives, for every letter, the one that `change` makes of its file. */
  async function cheated(change) {
    const page = await come('about:blank');
    await page.routeWebSocket(/\/letters$/, (socket) => {
      const real = socket.connectToServer();
      socket.onMessage((text) => {
        const message = JSON.parse(text);
        real.send(JSON.stringify(message.real ? { ...message, letter: message.real } : message));
      });
      const names = new Map();
      real.onMessage(async (text) => {
        const message = JSON.parse(text);
        if (message.file) {
          const file = change(Buffer.from(message.file, 'base64url'));
          socket.send(JSON.stringify({ ...message, file: file.toString('base64url'), names }));
        } else socket.send(text);
      });
    });
    await page.goto(lettersOf());
    return page;
  }

  test('a letter in which a byte was flipped is refused', async () => {
    const bob = await cheated((file) => {
      file[file.length - 20] ^= 1;
      return file;
    });
    await makeKey(bob);
    const ann = await come();
    await makeKey(ann);
    await write(ann, await addressOf(bob), secret);
    await sent(ann);
    await look(bob);
    await line(bob).click();
    await bob.getByText('This letter is refused.').waitFor();
    await bob.getByText('It was changed on its way').waitFor();
    await picture(bob, 'letters-refused');
    assert.deepEqual(await complaints(bob), []);
    assert.equal(await bob.getByText(secret).count(), 0);
    await leave(ann, bob);
  });

  test('a flipped byte is noticed also if the server gives the letter a name that fits', async () => {
    const { nameOf } = await modules.load('letters/letter');
    const ann = await come();
    await makeKey(ann);
    const bob = await come('about:blank');
    const real = new Map();
    await bob.routeWebSocket(/\/letters$/, (socket) => {
      const upstream = socket.connectToServer();
      const files = new Map();
      let lastId = 1_000_000;
      const ask = (letter) =>
        new Promise((resolve) => {
          files.set(++lastId, resolve);
          upstream.send(JSON.stringify({ type: 'get', letter, id: lastId }));
        });
      socket.onMessage((text) => {
        const message = JSON.parse(text);
        if (message.type === 'get') {
          const { answer, file } = real.get(message.letter);
          socket.send(JSON.stringify({ ...answer, id: message.id, letter: message.letter, file }));
        } else upstream.send(text);
      });
      upstream.onMessage(async (text) => {
        const message = JSON.parse(text);
        if (files.has(message.id)) return files.get(message.id)(message);
        if (message.type !== 'letters') return socket.send(text);
        for (const one of message.letters) {
          const answer = await ask(one.letter);
          const bytes = Buffer.from(answer.file, 'base64url');
          bytes[bytes.length - 20] ^= 1;
          one.letter = await nameOf(Uint8Array.from(bytes));
          real.set(one.letter, { answer, file: bytes.toString('base64url') });
        }
        socket.send(JSON.stringify(message));
      });
    });
    await bob.goto(lettersOf());
    await makeKey(bob);
    await write(ann, await addressOf(bob), secret);
    await sent(ann);
    await look(bob);
    await line(bob).click();
    await bob.getByText('It was changed on its way').waitFor();
    assert.equal(await bob.getByText(secret).count(), 0);
    await leave(ann, bob);
  });

  test('a server that gives somebody else’s key is noticed', async () => {
    const ann = await come('about:blank');
    const [anna, ben] = vectors.keys;
    await ann.routeWebSocket(/\/letters$/, (socket) => {
      const real = socket.connectToServer();
      socket.onMessage((text) => {
        const message = JSON.parse(text);
        if (message.type === 'find')
          socket.send(JSON.stringify({ type: 'found', id: message.id, key: anna.publicKey }));
        else real.send(text);
      });
    });
    await ann.goto(lettersOf());
    await makeKey(ann);
    await write(ann, ben.address, secret);
    await ann.getByText('a key that is not of this address').waitFor();
    await leave(ann);
  });

  test('over plain http from another computer, and in an old browser, the page says why not', async () => {
    const insecure = await come('about:blank');
    await insecure.addInitScript(() =>
      Object.defineProperty(crypto, 'subtle', { value: undefined }),
    );
    await insecure.goto(lettersOf());
    await insecure.getByText('Letters need a secure connection.').waitFor();
    await picture(insecure, 'letters-insecure');
    assert.deepEqual(await complaints(insecure), []);
    const old = await come('about:blank');
    await old.addInitScript(() => {
      crypto.subtle.generateKey = () => Promise.reject(new DOMException('', 'NotSupportedError'));
    });
    await old.goto(lettersOf());
    await old.getByText('lacks the cryptography').waitFor();
    await leave(insecure, old);
  });

  test('German and Spanish', async () => {
    for (const [locale, title] of [
      ['de-DE', 'Einen Schlüssel erzeugen'],
      ['es-ES', 'Crear una clave'],
    ]) {
      const page = await come(lettersOf(), { locale });
      await button(page, title).waitFor();
      assert.ok(!(await texts(page)).includes('Make a key'));
      await leave(page);
    }
  });

  test('letters.html is one file, from a disk, from another host and from the server itself', async () => {
    const file = join(dist, 'letters.html');
    const html = readFileSync(file, 'utf8');
    assert.ok(
      !/(src|href)="(?!#)/.test(html.replace(/<script.*<\/script>/s, '')),
      'it needs nothing',
    );
    const script = /<script type="module">(.*)<\/script>/s.exec(html)[1];
    assert.ok(html.includes(createHash('sha256').update(script).digest('base64')));
    const host = createServer((_, response) =>
      response.setHeader('Content-Type', 'text/html').end(html),
    );
    await new Promise((resolve) => host.listen(0, '127.0.0.1', resolve));
    const fromDisk = await come(pathToFileURL(file).href);
    await picture(fromDisk, 'letters-alone');
    assert.deepEqual(await complaints(fromDisk), []);
    const own = await come(`${server.address}letters.html`);
    for (const page of [fromDisk, own]) {
      await page.getByLabel('Server').fill(server.address);
      await button(page, 'Connect').click();
      await makeKey(page);
    }
    await write(fromDisk, await addressOf(own), secret);
    await sent(fromDisk);
    await look(own);
    await line(own).click();
    await own.getByText(secret).waitFor();
    await picture(own, 'letters-alone-reading');
    assert.deepEqual(await complaints(own), []);
    await leave(fromDisk, own);

    // A host that the operator has not allowed is refused, and the page says so.
    const foreign = await come(`http://127.0.0.1:${host.address().port}/`);
    await foreign.getByLabel('Server').fill(server.address);
    await button(foreign, 'Connect').click();
    await makeKey(foreign);
    await foreign.getByText('cannot be reached').waitFor();
    await foreign.context().close();
    host.closeAllConnections();
    host.close();
  });
});
