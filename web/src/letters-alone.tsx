// letters.html: the letters alone, in one file for any host. It asks for the server.
import { effect, signal } from '@preact/signals';
import { render } from 'preact';
import './design/tokens.css';
import './design/components.css';
import { preferences } from './settings/preferences';
import { isText, load, save } from './settings/storage';
import { Letters } from './letters/views/Letters';
import { words } from './letters/words/key';

const server = signal(load('letters.server', isText) ?? '');

effect(() => {
  document.documentElement.lang = preferences.value.language;
  document.title = `${words.value.heading} – Kibitz`;
});

/** With the protocol that letters need, if none was given; nothing if it is no address. */
function fullAddress(text: string): string {
  const address = /^https?:\/\//.test(text) ? text : `https://${text}`;
  return URL.canParse(address) ? address : '';
}

function choose(address: string): void {
  save('letters.server', address);
  location.reload(); // what was connected to another server ends
}

function Alone() {
  const w = words.value;
  if (server.value)
    return (
      <>
        <h1 class="letters title">Kibitz</h1>
        <Letters server={server.value} />
        <p class="letters row">
          {w.server}: {server.value}
          <button type="button" class="small" onClick={() => choose('')}>
            {w.otherServer}
          </button>
        </p>
      </>
    );
  return (
    <form
      class="letters panel"
      onSubmit={(event) => {
        event.preventDefault();
        const given = new FormData(event.currentTarget).get('server') as string;
        const address = fullAddress(given.trim());
        if (address) choose(address);
      }}
    >
      <h1 class="title">{w.heading}</h1>
      <p>{w.about}</p>
      <label>
        {w.server}
        <input name="server" required autocomplete="url" spellcheck={false} />
      </label>
      <p class="about">{w.serverHelp}</p>
      <button type="submit" class="primary">
        {w.connect}
      </button>
    </form>
  );
}

render(<Alone />, document.getElementById('app')!);
