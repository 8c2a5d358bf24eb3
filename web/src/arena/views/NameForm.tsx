// The form in which a new user chooses a name.
import { useSignal } from '@preact/signals';
import { lost } from '../../settings/storage';
import { words as pageWords } from '../../words';
import { Refusal } from '../connection';
import { identity, refused, register, unknownToken } from '../identity';
import { place } from '../place';
import { words } from '../words';
import { HaveName } from './MoveName';

export function NameForm() {
  const w = words.value;
  const name = useSignal(identity.value?.name ?? '');
  const invitation = useSignal(place.value.kind === 'invitation' ? place.value.name : '');
  const isAsked = useSignal(invitation.value !== '');
  const wrong = useSignal('');
  const why = refused.value;

  async function enter(event: Event) {
    event.preventDefault();
    try {
      await register(name.value.trim(), invitation.value.trim());
    } catch (error) {
      if (error instanceof Refusal && error.code === 'invitationNeeded') isAsked.value = true;
      wrong.value = (error as Error).message;
    }
  }

  return (
    <section class="panel naming">
      <form class="name-form" onSubmit={(event) => void enter(event)}>
        <h2>{w.chooseName}</h2>
        <p class="about">
          {why && identity.value
            ? why.code === unknownToken
              ? w.refusedName(identity.value.name)
              : why.message
            : lost.value === 'forbidden'
              ? pageWords.value.notKept.forbidden
              : w.nameHelp}
        </p>
        <div class="typed">
          <label>
            <span class="hidden">{w.name}</span>
            <input
              value={name.value}
              onInput={(event) => (name.value = event.currentTarget.value)}
              placeholder={w.name}
              autocomplete="nickname"
              spellcheck={false}
              maxLength={32}
              required
              aria-invalid={wrong.value !== ''}
              aria-describedby="name-wrong"
            />
          </label>
          {isAsked.value && (
            <label>
              <span class="hidden">{w.invitationCode}</span>
              <input
                value={invitation.value}
                onInput={(event) => (invitation.value = event.currentTarget.value)}
                placeholder={w.invitationCode}
                autocomplete="off"
                spellcheck={false}
              />
            </label>
          )}
          <button type="submit" class="primary">
            {w.enterArena}
          </button>
        </div>
        <p id="name-wrong" class="wrong" role="alert">
          {wrong.value}
        </p>
      </form>
      <HaveName />
    </section>
  );
}
