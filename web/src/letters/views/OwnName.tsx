// Saying in the arena by which key letters to this player are sealed, and taking that back.
import { useSignal } from '@preact/signals';
import { messageOf } from '../../shell/notices';
import type { OwnKey } from '../keys';
import { arenaName } from '../mark';
import { signName } from '../name';
import { words } from '../words/key';
import { RecoverName } from './RecoverName';

export function OwnName({ own }: { own: OwnKey }) {
  const w = words.value;
  const note = useSignal('');
  const arena = arenaName.value;
  if (!arena) return <RecoverName own={own} />;
  const { name, say } = arena;
  const announce = (work: Promise<unknown>, done: string) =>
    void work.then(
      () => (note.value = done),
      (error: unknown) => (note.value = messageOf(error)),
    );
  return (
    <>
      <p class="about">{w.nameHelp(name)}</p>
      <div class="buttons">
        <button
          type="button"
          onClick={() =>
            announce(
              signName(own, name).then((signature) => say(own.public, signature)),
              w.nameSaid,
            )
          }
        >
          {w.sayName}
        </button>
        <button type="button" onClick={() => announce(say('', ''), w.nameTakenBack)}>
          {w.takeNameBack}
        </button>
      </div>
      <p role="status">{note.value}</p>
    </>
  );
}
