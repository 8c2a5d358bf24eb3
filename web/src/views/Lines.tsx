// The engine's lines: each in one row, or unfolded. Pointing at a line shows its first moves as arrows.
import type { Info } from 'kibitz';
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Icon } from '../design/Icon';
import { previewed } from '../explorer/preview';
import * as analysis from '../game/analysis';
import { rules } from '../game/core';
import { inOwnLetters } from '../game/notation';
import { scoreText } from '../game/score';
import { words } from '../words';

/** No row is wider. */
const movesInRow = 10;
/** More arrows would hide the board. */
const movesAsArrows = 3;

export function Lines() {
  const position = analysis.here.value;
  useEffect(() => () => void (previewed.value = []), [position?.fen]);
  if (!analysis.analysing.value || !position) return null;
  return (
    <ol class="lines">
      {analysis.infos.value.map((info) => (
        <Line
          key={info.line}
          info={info}
          score={scoreText(info, position.turn)}
          from={position.fen}
        />
      ))}
    </ol>
  );
}

function Line({ info, score, from }: { info: Info; score: string; from: string }) {
  const w = words.value;
  const isUnfolded = useSignal(false);
  const { pv } = info;
  const preview = () => void (previewed.value = pv.slice(0, movesAsArrows));
  const leave = () => void (previewed.value = []);
  const shown = isUnfolded.value ? pv : pv.slice(0, movesInRow);
  return (
    <li class={isUnfolded.value ? 'unfolded' : ''}>
      <button
        type="button"
        class="line"
        onPointerEnter={preview}
        onPointerLeave={leave}
        onFocus={preview}
        onBlur={leave}
        onClick={() => pv[0] && analysis.playHere(pv[0])}
      >
        <b class={/^[-−]/.test(score) ? 'black' : ''}>{score}</b>{' '}
        {inOwnLetters(rules.value!.lineSan(from, shown).join(' '))}
      </button>
      <button
        type="button"
        class="plain only-icon unfold"
        aria-label={w.wholeLine}
        title={w.wholeLine}
        aria-expanded={isUnfolded.value}
        onClick={() => (isUnfolded.value = !isUnfolded.value)}
      >
        <Icon name="unfold" />
      </button>
    </li>
  );
}
