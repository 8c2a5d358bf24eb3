// The position editor.
import { useSignal } from '@preact/signals';
import { show } from '../shell/navigation';
import { Board } from '../board/Board';
import { PieceImage } from '../board/pieces';
import { Segments } from '../design/Segments';
import { openText } from '../game/analysis';
import * as editor from '../game/editor';
import { proposedStart } from '../game/play';
import { prefer, preferences } from '../settings/preferences';
import { words } from '../words';
import { Panel } from './Panel';

const { edited, fields, checked } = editor;
const eraser = '.';

export function Editor() {
  const w = words.value;
  const hand = useSignal<string | null>(null); // a piece to place, the eraser, or null to move pieces
  const { flipped } = preferences.value;
  const result = checked.value;
  const fen = result && 'fen' in result ? result.fen : null;
  const colors = flipped ? (['white', 'black'] as const) : (['black', 'white'] as const);
  return (
    <div class="layout editor">
      <section class="table" aria-label={w.position}>
        <Tray color={colors[0]} hand={hand.value} onTake={(piece) => (hand.value = piece)} />
        <Board
          board={fields.value.board}
          flipped={flipped}
          legal={[]}
          onMove={() => {}}
          free={{
            holds: hand.value !== null,
            put: (square) => editor.put(square, hand.value ?? eraser),
            move: editor.movePiece,
          }}
        />
        <Tray color={colors[1]} hand={hand.value} onTake={(piece) => (hand.value = piece)} />
      </section>
      <Panel label={w.positionEditor}>
        <h2>{w.positionEditor}</h2>
        <p class="about">{w.editorHelp}</p>
        <div class="tools">
          <div class="buttons">
            <button
              type="button"
              aria-pressed={hand.value === null}
              onClick={() => (hand.value = null)}
            >
              {w.move}
            </button>
            <button
              type="button"
              aria-pressed={hand.value === eraser}
              onClick={() => (hand.value = eraser)}
            >
              {w.erase}
            </button>
          </div>
          <div class="buttons">
            <button type="button" onClick={() => (edited.value = editor.usualFen)}>
              {w.usualStart}
            </button>
            <button type="button" onClick={editor.emptyTheBoard}>
              {w.emptyBoard}
            </button>
            <button type="button" onClick={() => prefer({ flipped: !flipped })}>
              {w.flip}
            </button>
          </div>
        </div>
        <Segments
          legend={w.toMove}
          name="turn"
          value={fields.value.turn}
          all={['white', 'black']}
          text={(color) => w[color]}
          onChange={editor.setTurn}
        />
        <fieldset class="rights">
          <legend>{w.castling}</legend>
          {['K', 'Q', 'k', 'q'].map((right) => (
            <label class="icon-toggle" key={right}>
              <input
                type="checkbox"
                checked={editor.letterOf(right) !== undefined}
                onChange={(event) => editor.setCastling(right, event.currentTarget.checked)}
              />
              <span>{w.castlingNames[right]}</span>
            </label>
          ))}
        </fieldset>
        <label>
          FEN
          <input
            value={edited.value}
            onInput={(event) => (edited.value = event.currentTarget.value)}
            autocomplete="off"
            spellcheck={false}
            aria-invalid={result !== null && fen === null}
            aria-describedby="editor-says"
          />
        </label>
        <p id="editor-says" class={fen || !result ? 'about' : 'wrong'} role="status">
          {!result ? w.rulesLoading : 'wrong' in result ? result.wrong : w.positionIsGood}
        </p>
        <div class="buttons">
          <button
            type="button"
            disabled={!fen}
            onClick={() => {
              if (fen && openText(fen)) show('analyse');
            }}
          >
            {w.analyse}
          </button>
          <button
            type="button"
            class="primary"
            disabled={!fen}
            onClick={() => {
              proposedStart.value = fen ?? '';
              show('play');
            }}
          >
            {w.playFromHere}
          </button>
        </div>
      </Panel>
    </div>
  );
}

function Tray({
  color,
  hand,
  onTake,
}: {
  color: 'white' | 'black';
  hand: string | null;
  onTake: (piece: string) => void;
}) {
  const w = words.value;
  const pieces = [...(color === 'white' ? 'KQRBNP' : 'kqrbnp')];
  return (
    <div class="tray" role="group" aria-label={`${w.pieces}: ${w[color]}`}>
      {pieces.map((piece) => (
        <button
          type="button"
          key={piece}
          class="tray-piece"
          aria-label={w.piece(piece)}
          aria-pressed={hand === piece}
          onClick={() => onTake(piece)}
        >
          <PieceImage piece={piece} />
        </button>
      ))}
    </div>
  );
}
