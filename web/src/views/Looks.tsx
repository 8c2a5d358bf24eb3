// The choice of board and pieces, each with a preview.
import { useEffect } from 'preact/hooks';
import { fetchOtherSets, shapesOf } from '../board/sets';
import {
  boards,
  largestBoard,
  pieceSets,
  prefer,
  preferences,
  smallestBoard,
  type BoardStyle,
  type PieceSet,
} from '../settings/preferences';
import { words } from '../words';

interface SamplesProps<Value extends string> {
  label: string;
  name: string;
  all: readonly Value[];
  value: Value;
  nameOf: (value: Value) => string;
  onChange: (value: Value) => void;
  /** The board and the pieces of a sample. */
  look: (value: Value) => [BoardStyle, PieceSet];
}

function Samples<Value extends string>(props: SamplesProps<Value>) {
  const { label, name, all, value, nameOf, onChange, look } = props;
  return (
    <fieldset class="samples">
      <legend>
        {label}: <b>{nameOf(value)}</b>
      </legend>
      <div>
        {all.map((one) => (
          <label key={one} title={nameOf(one)}>
            <input
              type="radio"
              name={name}
              value={one}
              aria-label={nameOf(one)}
              checked={one === value}
              onChange={() => onChange(one)}
            />
            <Sample look={look(one)} />
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** Two squares, with a knight and a queen. */
function Sample({ look: [board, set] }: { look: [BoardStyle, PieceSet] }) {
  return (
    <span class="sample" data-board={board} aria-hidden="true">
      {(['white', 'black'] as const).map((color) => (
        <i class={color === 'white' ? 'dark' : 'light'} key={color}>
          <svg class={`piece ${color}`} viewBox="5 5 90 90" aria-hidden="true">
            <use href={`#${set}-${color === 'white' ? 'n' : 'q'}`} />
          </svg>
        </i>
      ))}
    </span>
  );
}

export function Looks() {
  const w = words.value;
  const { board, boardSize, pieces } = preferences.value;
  useEffect(() => void fetchOtherSets().catch(() => {}), []); // without a network, Staunton's are shown
  const shapes = pieceSets.map((set) =>
    shapesOf(set, w.letters).replaceAll('id="kibitz-', `id="${set}-`),
  );
  return (
    <>
      <svg
        class="shapes"
        aria-hidden="true"
        dangerouslySetInnerHTML={{ __html: `<defs>${shapes.join('')}</defs>` }}
      />
      <Samples
        label={w.board}
        name="board"
        all={boards}
        value={board}
        nameOf={(one) => w.boards[one]}
        onChange={(one) => prefer({ board: one })}
        look={(one) => [one, pieces]}
      />
      <Samples
        label={w.pieceSet}
        name="pieces"
        all={pieceSets}
        value={pieces}
        nameOf={(one) => w.pieceSets[one]}
        onChange={(one) => prefer({ pieces: one })}
        look={(one) => [board, one]}
      />
      <label class="board-size">
        {w.boardSize}
        <input
          type="range"
          min={smallestBoard}
          max={largestBoard}
          step="5"
          value={boardSize}
          onInput={(event) => prefer({ boardSize: event.currentTarget.valueAsNumber })}
        />
      </label>
    </>
  );
}
