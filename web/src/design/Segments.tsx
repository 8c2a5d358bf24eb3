// A segmented control: one of a few values, all of which are seen.
import type { Signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';

interface Props<Value extends string> {
  legend: string;
  /** Whether only screen readers get the legend. */
  isQuiet?: boolean;
  name: string;
  value: Value;
  all: readonly Value[];
  text: (value: Value) => ComponentChildren;
  onChange: (value: Value) => void;
}

export function Segments<Value extends string>(props: Props<Value>) {
  const { legend, isQuiet = false, name, value, all, text, onChange } = props;
  return (
    <fieldset class="segments">
      <legend class={isQuiet ? 'hidden' : ''}>{legend}</legend>
      <div>
        {all.map((one) => (
          <label key={one}>
            <input
              type="radio"
              name={name}
              value={one}
              checked={value === one}
              onChange={() => onChange(one)}
            />
            <span>{text(one)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

interface SignalProps<Value extends string> {
  legend: string;
  name: string;
  value: Signal<Value>;
  all: readonly Value[];
  names: Record<Value, string>;
}

/** The same for a signal, such as the part of a page that is shown, with a quiet legend. */
export function SignalSegments<Value extends string>(props: SignalProps<Value>) {
  const { value, names, ...rest } = props;
  return (
    <Segments
      {...rest}
      isQuiet
      value={value.value}
      text={(one) => names[one]}
      onChange={(one) => (value.value = one)}
    />
  );
}
