// What every embedded board has: room for the board, controls below it, what is said.
import type { Move, Position } from 'kibitz';
import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { Shapes } from '../board/Board';
import { gameAsked } from '../game/asked';
import { loadRules, rules, trouble } from '../game/core';
import { reasonWords, words } from '../words';

const orientation = new URL(location.href).searchParams.get('orientation');
export const flipped = signal(gameAsked(location.href)?.flipped ?? orientation === 'black');
export const flip = () => void (flipped.value = !flipped.value);

let fetching: Promise<void> | undefined;
/** Fetches the rules when they are first needed; false if that failed, which is said. */
export async function fetchRules(): Promise<boolean> {
  if (!rules.value) await (fetching ??= loadRules().finally(() => (fetching = undefined)));
  return rules.value !== null;
}

export const endOf = ({ outcome }: Position): string =>
  outcome ? `${outcome.result}, ${reasonWords(outcome.reason)}` : '';

/** The last move, for those who do not see it. */
function spoken(position: Position | null): string {
  const move: Move | undefined = position?.moves.at(-1);
  if (!position || !move) return '';
  const w = words.value;
  return `${w.moveOf(position.turn === 'white' ? 'black' : 'white', w.spoken(move))} ${endOf(position)}`;
}

interface Props {
  position: Position | null;
  title?: string | undefined;
  board: ComponentChildren;
  controls: ComponentChildren;
  said: ComponentChildren;
  onTouch?: (() => void) | undefined;
}

export function Frame({ position, title, board, controls, said, onTouch }: Props) {
  return (
    <main class="embed" onPointerDown={onTouch} onClick={onTouch}>
      <Shapes />
      <h1 class={title ? 'names' : 'hidden'}>{title ?? words.value.chessBoard}</h1>
      <div class="room">
        <div class="fit">{board}</div>
      </div>
      {controls}
      <div class="row">
        <div class="said" role="status" tabIndex={0}>
          {trouble.value || said}
        </div>
        <a href="./index.html" target="_blank" rel="noopener">Kibitz</a>
      </div>
      <div class="hidden" role="status" aria-live="polite">
        {spoken(position)}
      </div>
    </main>
  );
}
