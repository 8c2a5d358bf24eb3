// The button for the threat, and the line that the other side would play.
import { rules } from '../game/core';
import { scoreText } from '../game/score';
import { canPass, threat, toggleThreat } from '../game/threat';
import { words } from '../words';
import { inOwnLetters } from '../game/notation';

const movesShown = 6;

export function ThreatSection() {
  const w = words.value;
  const shown = threat.value;
  return (
    <div class="threat">
      <button
        type="button"
        aria-pressed={shown !== null}
        disabled={!canPass.value}
        onClick={toggleThreat}
      >
        {w.threat}
      </button>
      <p role="status" class="about">
        {shown && (shown.line ? <Line /> : w.lookingForThreats)}
      </p>
    </div>
  );
}

function Line() {
  const { fen, line, position } = threat.value!;
  const side = position.turn === 'white' ? 'black' : 'white';
  const san = rules.value!.lineSan(fen, line!.pv.slice(0, movesShown)).join(' ');
  return <>{words.value.threatIs(side, inOwnLetters(san), scoreText(line!, side))}</>;
}
