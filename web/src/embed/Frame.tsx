// The layout of every embedded board: the board, controls below it, and a line of text.
import type { Position } from 'kibitz';
import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { Shapes } from '../board/pieces';
import { gameInAddress } from '../game/address';
import { loadRules, rules } from '../game/core';
import { errorMessage } from '../shell/notices';
import { lastMoveWords } from '../game/speech';
import { endWords, resultText, words } from '../words';

const orientation = new URL(location.href).searchParams.get('orientation');
export const flipped = signal(gameInAddress(location.href)?.flipped ?? orientation === 'black');
export const flip = () => void (flipped.value = !flipped.value);

/** Fetches the rules when they are first needed; false if that failed, which the user is told. */
export async function fetchRules(): Promise<boolean> {
  await loadRules();
  return rules.value !== null;
}

export const endOf = ({ outcome }: Position): string =>
  outcome ? `${resultText(outcome.result)} ${endWords(outcome)}` : '';

/** The last move, for screen readers. */
const spoken = (position: Position | null): string =>
  position && position.moves.length > 0 ? `${lastMoveWords(position)} ${endOf(position)}` : '';

interface Props {
  position: Position | null;
  title?: string | undefined;
  board: ComponentChildren;
  controls: ComponentChildren;
  message: ComponentChildren;
  onTouch?: (() => void) | undefined;
}

export function Frame({ position, title, board, controls, message, onTouch }: Props) {
  return (
    <main class="embed" onPointerDown={onTouch} onClick={onTouch}>
      <Shapes />
      <h1 class={title ? 'names' : 'hidden'}>{title ?? words.value.chessBoard}</h1>
      <div class="room">
        <div class="fit">{board}</div>
      </div>
      {controls}
      <div class="row">
        <div class="message" role="status" tabIndex={0}>
          {errorMessage.value || message}
        </div>
        <a href="./index.html" target="_blank" rel="noopener">
          Kibitz
        </a>
      </div>
      <div class="hidden" role="status" aria-live="polite">
        {spoken(position)}
      </div>
    </main>
  );
}
