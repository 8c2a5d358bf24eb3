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
  const isPointedAt = useSignal(false);
  const { pv } = info;
  // While the pointer rests on a line, the search goes on and the line changes.
  const firstMoves = pv.slice(0, movesAsArrows);
  useEffect(() => {
    if (!isPointedAt.value) return;
    previewed.value = firstMoves;
    return () => void (previewed.value = []);
  }, [isPointedAt.value, firstMoves.join()]);
  const point = () => void (isPointedAt.value = true);
  const leave = () => void (isPointedAt.value = false);
  const shown = isUnfolded.value ? pv : pv.slice(0, movesInRow);
  return (
    <li class={isUnfolded.value ? 'unfolded' : ''}>
      <button
        type="button"
        class="line"
        onPointerEnter={point}
        onPointerLeave={leave}
        onFocus={point}
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
