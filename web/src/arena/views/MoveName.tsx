// Moving the user's name to another device: a link and its QR code here, a question there.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { showError } from '../../shell/notices';
import { type Identity, identity, me, nameOf, takeOver, tokenIn } from '../identity';
import { goTo, linkTo } from '../place';
import { words } from '../words';

/** The link that brings the name to the device that opens it. */
const linkFor = ({ token }: Identity): string =>
  new URL(linkTo('name', token), location.href.split('#')[0]).href;

/** On the user's own page. The link is shown only when it is asked for. */
export function GiveName() {
  const w = words.value;
  const link = useSignal('');
  const copied = useSignal(false);
  const mine = identity.value;
  if (!mine || mine.name !== me.value) return null;
  return (
    <section class="panel move-name" aria-labelledby="move-name">
      <h2 id="move-name">{w.moveName}</h2>
      <p class="about">{w.moveNameHelp}</p>
      {link.value === '' ? (
        <button type="button" onClick={() => (link.value = linkFor(mine))}>
          {w.showCode}
        </button>
      ) : (
        <>
          <QrCode text={link.value} label={w.qrCode} />
          <label>
            {w.orOpenLink}
            <input readOnly value={link.value} onFocus={(event) => event.currentTarget.select()} />
          </label>
          <div class="row">
            <button
              type="button"
              onClick={() =>
                navigator.clipboard
                  .writeText(link.value)
                  .then(() => (copied.value = true), showError)
              }
            >
              {copied.value ? w.copied : w.copy}
            </button>
            <button
              type="button"
              onClick={() => {
                link.value = '';
                copied.value = false;
              }}
            >
              {w.hideCode}
            </button>
          </div>
        </>
      )}
    </section>
  );
}

/** Dark modules on white, with the margin that cameras need, in every theme. */
function QrCode({ text, label }: { text: string; label: string }) {
  const picture = useSignal('');
  useEffect(() => {
    import('uqr').then(({ renderSVG }) => (picture.value = renderSVG(text)), showError);
  }, [text]);
  const source = `data:image/svg+xml,${encodeURIComponent(picture.value)}`;
  return picture.value && <img class="qr-code" src={source} alt={label} />;
}

/** What the link opens: whether the name is to be used in this browser. */
export function TakeName({ token }: { token: string }) {
  const w = words.value;
  const found = useSignal<string | null>(null);
  const wrong = useSignal('');
  useEffect(() => {
    nameOf(token).then(
      (name) => (found.value = name),
      (error: Error) => (wrong.value = error.message),
    );
  }, [token]);
  const name = found.value;
  const had = identity.value?.name;
  return (
    <section class="panel narrow">
      <h2>{w.moveName}</h2>
      {wrong.value !== '' && <p role="alert">{wrong.value}</p>}
      {wrong.value === '' && name === null && (
        <p class="about" role="status">
          {w.loading}
        </p>
      )}
      {name !== null && (
        <p role="status">{had && had !== name ? w.replaceName(had, name) : w.useName(name)}</p>
      )}
      <div class="row">
        {name !== null && (
          <button type="button" class="primary" onClick={() => takeOver({ name, token })}>
            {w.playAs(name)}
          </button>
        )}
        <button type="button" onClick={() => goTo('lobby')}>
          {w.toLobby}
        </button>
      </div>
    </section>
  );
}

/** For somebody who has a name on another device and cannot open its link here. */
export function HaveName() {
  const w = words.value;
  const text = useSignal('');
  return (
    <details class="have-name">
      <summary>{w.haveName}</summary>
      <form
        class="typed"
        onSubmit={(event) => {
          event.preventDefault();
          if (tokenIn(text.value)) goTo('name', tokenIn(text.value));
        }}
      >
        <label>
          {w.linkFromOther}
          <input
            value={text.value}
            onInput={(event) => (text.value = event.currentTarget.value)}
            autocomplete="off"
            spellcheck={false}
          />
        </label>
        <button type="submit">{w.goOn}</button>
      </form>
    </details>
  );
}
