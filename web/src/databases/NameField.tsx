// A field for the name of a player, which suggests those of the database that begin so.
import { useId } from 'preact/hooks';
import { names, suggest } from './state';

interface Props {
  label: string;
  database: string;
  value: string;
  onInput: (name: string) => void;
}

export function NameField({ label, database, value, onInput }: Props) {
  const list = useId();
  return (
    <label>
      {label}
      <input
        value={value}
        list={list}
        autocomplete="off"
        spellcheck={false}
        onInput={(event) => {
          suggest(database, event.currentTarget.value);
          onInput(event.currentTarget.value);
        }}
      />
      <datalist id={list}>
        {names.value.map(({ name }) => (
          <option value={name} key={name} />
        ))}
      </datalist>
    </label>
  );
}
