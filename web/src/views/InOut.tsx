// Opening and sharing games and positions: text, files, links and pictures.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Action } from '../design/Action';
import { show } from '../shell/navigation';
import * as analysis from '../game/analysis';
import { rules, rulesLoaded } from '../game/core';
import { showError } from '../shell/notices';
import { download } from '../game/download';
import { edited } from '../game/editor';
import { openFile } from '../game/files';
import { gameLink } from '../game/link';
import { proposedStart } from '../game/play';
import { preferences } from '../settings/preferences';
import { words } from '../words';

const { current, here, tree } = analysis;

/** A text to take away. */
interface Given {
  label: string;
  text: string;
  /** Whether it says something of the move shown, and not only of the game. */
  isOfMove: boolean;
}

export function InOut() {
  const w = words.value;
  const text = useSignal('');
  const message = useSignal('');
  const given = useSignal<Given | null>(null);
  const fen = here.value?.fen ?? '';
  const isEmpty = (tree.value?.nodes.length ?? 1) < 2;
  // What was taken away is not true any more of a game that was changed or replaced.
  useEffect(() => {
    given.value = null;
    message.value = '';
  }, [tree.value]);
  useEffect(() => {
    if (!given.value?.isOfMove) return;
    given.value = null;
    message.value = '';
  }, [current.value]);

  /** Shows a text to take away, and copies it where the browser allows it. */
  async function give(label: string, what: string, isOfMove = false) {
    const mine: Given = { label, text: what, isOfMove };
    given.value = mine;
    const copied = navigator.clipboard?.writeText(what) ?? Promise.reject();
    const said = await copied.then(
      () => w.copied,
      () => '',
    );
    if (given.peek() === mine) message.value = said;
  }
  async function share() {
    const shared = tree.peek();
    const link = await gameLink(analysis.pgn());
    if (tree.peek() !== shared) return; // the game has changed meanwhile
    if (link) return give(w.given.link, link);
    given.value = null;
    message.value = w.linkTooLong;
    downloadPgn();
  }
  function downloadPgn() {
    download('game.pgn', new Blob([analysis.pgn()], { type: 'application/x-chess-pgn' }));
  }
  async function open(value: string) {
    if (!rules.value) message.value = w.rulesLoading;
    await rulesLoaded();
    message.value = '';
    analysis.openLast(); // so that it can be restored
    if (analysis.openText(value)) text.value = '';
  }
  async function picture(kind: 'svg' | 'png' | 'gif') {
    const pictures = await import('../game/pictures');
    const look = preferences.value.flipped ? 'black' : '';
    message.value = w.drawing;
    try {
      if (kind === 'svg') download('position.svg', pictures.positionSvg(fen, look));
      else if (kind === 'png') download('position.png', await pictures.positionPng(fen, look));
      else download('game.gif', await pictures.gameGif(analysis.mainLine(), look));
    } finally {
      message.value = '';
    }
  }
  const draw = (kind: 'svg' | 'png' | 'gif') => void picture(kind).catch(showError);

  return (
    <section
      class={`in-out ${isEmpty ? 'first' : ''}`} // without a game, one is wanted
      aria-label={w.gamesAndPositions}
    >
      <label>
        {w.paste}
        <textarea
          rows={2}
          value={text.value}
          onInput={(event) => (text.value = event.currentTarget.value)}
          spellcheck={false}
        />
      </label>
      <p role="status" class="about">
        {message.value}
      </p>
      <div class="buttons">
        <button type="button" onClick={() => void open(text.value)}>
          {w.open}
        </button>
        <label class="file">
          <input
            type="file"
            accept=".pgn,.fen,.txt"
            onChange={(event) => {
              void openFile(event.currentTarget.files?.[0]);
              event.currentTarget.value = ''; // so that the same file can be opened again
            }}
          />
          <span>{w.openFile}</span>
        </label>
      </div>
      <div class="actions several" role="group" aria-label={w.share}>
        <Action icon="share" text={w.shareLink} onClick={() => void share().catch(showError)} />
        <Action icon="copy" text="PGN" onClick={() => void give(w.given.pgn, analysis.pgn())} />
        <Action
          icon="copy"
          text={w.variation}
          onClick={() => void give(w.given.variation, analysis.variationPgn(), true)}
          off={current.value === 0}
        />
        <Action icon="copy" text="FEN" onClick={() => void give(w.given.fen, fen, true)} />
        <Action icon="download" text={w.downloadPgn} onClick={downloadPgn} />
        <Action icon="print" text={w.print} onClick={() => globalThis.print()} />
        <Action
          icon="play"
          text={w.playFromHere}
          onClick={() => {
            proposedStart.value = fen;
            show('play');
          }}
        />
        <Action
          icon="editor"
          text={w.editPosition}
          onClick={() => {
            edited.value = fen;
            show('editor');
          }}
        />
        <Action icon="close" text={w.clear} onClick={analysis.clear} />
      </div>
      {given.value && (
        <label>
          {given.value.label}
          <textarea
            class="given"
            rows={2}
            readOnly
            value={given.value.text}
            onFocus={(event) => event.currentTarget.select()}
          />
        </label>
      )}
      <details>
        <summary>{w.pictures}</summary>
        <div class="buttons">
          <button type="button" onClick={() => draw('svg')} disabled={!rules.value}>
            {w.positionSvg}
          </button>
          <button type="button" onClick={() => draw('png')} disabled={!rules.value}>
            {w.positionPng}
          </button>
          <button type="button" onClick={() => draw('gif')} disabled={!rules.value}>
            {w.gameGif}
          </button>
        </div>
      </details>
    </section>
  );
}
