// One of several values, in a list that opens.
interface Props<Value extends string | number> {
  label: string;
  value: Value;
  all: readonly Value[];
  name: (value: Value) => string;
  onChange: (value: Value) => void;
}

export function Choice<Value extends string | number>(props: Props<Value>) {
  const { label, value, all, name, onChange } = props;
  return (
    <label>
      {label}
      <select value={value} onChange={(event) => onChange(all[event.currentTarget.selectedIndex]!)}>
        {all.map((one) => (
          <option value={one} key={one}>
            {name(one)}
          </option>
        ))}
      </select>
    </label>
  );
}
