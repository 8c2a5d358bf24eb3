// The sheet in which the game goes on against somebody else.
import { useSignal } from '@preact/signals';
import { Sheet } from '../design/Sheet';
import { findOpponent, nameOf } from '../game/opponents';
import * as play from '../game/play';
import { prefer } from '../settings/preferences';
import { words } from '../words';
import { Opponents } from './Opponents';

export function ChangeOpponent({ onClose }: { onClose: () => void }) {
  const w = words.value;
  const chosen = useSignal(play.game.value.opponent);
  return (
    <Sheet
      title={w.changeOpponent}
      action={w.playAgainst(nameOf(findOpponent(chosen.value)))}
      onAction={() => {
        play.changeOpponent(chosen.value);
        prefer({ opponent: chosen.value });
        onClose();
      }}
      onClose={onClose}
    >
      <Opponents
        legend={w.opponent}
        name="other-opponent"
        value={chosen.value}
        onChange={(id) => (chosen.value = id)}
        withPerson
      />
    </Sheet>
  );
}
