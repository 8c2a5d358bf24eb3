// The names in the arena that this key stands for, for a device that has the key but not the name.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { OwnKey } from '../keys';
import { namesOf } from '../owners';
import { refusalOf } from '../refusal';
import { arenaPage, ask } from '../state';
import { words } from '../words/key';
import { refusalText } from './Refused';

export function RecoverName({ own }: { own: OwnKey }) {
  const w = words.value;
  const names = useSignal<string[]>([]);
  const wrong = useSignal('');
  useEffect(() => {
    namesOf(ask, own.address).then(
      (found) => (names.value = found),
      () => {}, // the mailbox says what is wrong with the server
    );
  }, [own.address]);
  if (!names.value.length) return null;

  const recover = (name: string) =>
    void ask('recoverName', { name }).then(
      ({ token }) => location.assign(`${arenaPage()}#arena/name/${token}`),
      (error: unknown) => {
        const why = refusalOf(error);
        wrong.value = w.refusals[why.code] ?? refusalText(why);
      },
    );
  return (
    <>
      <p class="about">{w.recoverHelp}</p>
      <div class="buttons">
        {names.value.map((name) => (
          <button type="button" key={name} onClick={() => recover(name)}>
            {w.recover(name)}
          </button>
        ))}
      </div>
      <p class="wrong" role="alert">
        {wrong.value}
      </p>
    </>
  );
}
