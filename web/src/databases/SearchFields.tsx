// Fields of a search for games, in a database of the server's or among the user's own.
import { useSignal } from '@preact/signals';
import { focusNext } from '../design/focus';
import { here, openLast } from '../game/analysis';
import { rules } from '../game/core';
import { checked } from '../game/editor';
import { words } from './words';

/** A window in which the games are seen below all fields. */
export const isRoomy = () => matchMedia('(min-width: 900px) and (min-height: 900px)').matches;

interface TextFieldProps {
  label: string;
  value: string;
  onInput: (text: string) => void;
  isNumber?: boolean;
}

export function TextField({ label, value, onInput, isNumber }: TextFieldProps) {
  return (
    <label>
      {label}
      <input
        value={value}
        inputMode={isNumber ? 'decimal' : 'text'}
        autocomplete="off"
        spellcheck={false}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
    </label>
  );
}

interface ChoiceProps<Value extends string> {
  label: string;
  value: Value;
  all: readonly Value[];
  names: Record<Value, string>;
  onChange: (value: Value) => void;
}

export function Choice<Value extends string>({
  label,
  value,
  all,
  names,
  onChange,
}: ChoiceProps<Value>) {
  return (
    <label>
      {label}
      <select value={value} onChange={(event) => onChange(event.currentTarget.value as Value)}>
        {all.map((one) => (
          <option value={one} key={one}>
            {names[one]}
          </option>
        ))}
      </select>
    </label>
  );
}

interface PositionProps {
  /** The position that is looked for; empty for any. */
  fen: string;
  /** Looks for a position; returns whether the FEN is one. */
  want: (fen: string) => boolean;
  wantNone: () => void;
}

/** A position from a FEN, the analysis or the editor. */
export function PositionField({ fen, want, wantNone }: PositionProps) {
  const w = words.value;
  const text = useSignal('');
  const wrong = useSignal('');
  const find = (wanted: string) => {
    const isGood = want(wanted);
    wrong.value = isGood ? '' : w.noPosition;
    if (isGood) void focusNext('.wanted-position button');
  };
  if (fen)
    return (
      <div class="wanted-position">
        <p>
          {w.withPosition} <code>{fen}</code>
        </p>
        <button
          type="button"
          onClick={() => {
            wantNone();
            void focusNext('.position-search input');
          }}
        >
          {w.anyPosition}
        </button>
      </div>
    );
  const edited = checked.value;
  return (
    <div class="position-search">
      <label>
        {w.position}
        <input
          value={text.value}
          spellcheck={false}
          onInput={(event) => (text.value = event.currentTarget.value)}
        />
      </label>
      <button type="button" disabled={!text.value.trim()} onClick={() => find(text.value.trim())}>
        {w.findPosition}
      </button>
      <button
        type="button"
        disabled={!rules.value}
        onClick={() => {
          openLast(); // the analysis may not have been shown yet
          find(here.value?.fen ?? '');
        }}
      >
        {w.fromAnalysis}
      </button>
      <button
        type="button"
        disabled={!edited || 'wrong' in edited}
        onClick={() => edited && 'fen' in edited && find(edited.fen)}
      >
        {w.fromEditor}
      </button>
      <p class="wrong" role="alert">
        {wrong.value}
      </p>
    </div>
  );
}
