// What the other side threatens: the line that it would play if the side to move passed.
import type { Answer, Position } from 'kibitz';
import { computed, effect, signal } from '@preact/signals';
import { showError } from '../shell/notices';
import { here } from './analysis';
import { ask, stopRun } from './questions';

const millisecondsToThink = 1000;

/** The position after a pass. En passant is lost with it. */
export function passed(fen: string): string {
  const [placement, turn, castling, , ...counters] = fen.split(' ');
  return [placement, turn === 'w' ? 'b' : 'w', castling, '-', ...counters].join(' ');
}

interface Threat {
  position: Position;
  /** The position after the pass, from which the line is played. */
  fen: string;
  /** Null until the engine has answered. */
  line: (Answer & { pv: string[] }) | null;
}

const asked = signal<Threat | null>(null);
/** The threat in the position shown, if the user has asked for it. */
export const threat = computed(() => (asked.value?.position === here.value ? asked.value : null));

/** A side in check cannot pass. */
export const canPass = computed(
  () => here.value !== null && here.value.check === null && here.value.outcome === null,
);

let run = 0;
// A search for a threat that is no longer shown would only delay the analysis.
effect(() => {
  if (threat.value || !run) return;
  stopRun(run);
  run = 0;
});

/** Shows the threat, or hides it if it is shown. */
export function toggleThreat(): void {
  if (threat.value) asked.value = null;
  else if (canPass.value) void search(here.value!).catch(showError);
}

async function search(position: Position): Promise<void> {
  const fen = passed(position.fen);
  const mine: Threat = { position, fen, line: null };
  asked.value = mine;
  const wanted = () => threat.peek() === mine;
  const answer = await ask({
    start: fen,
    moves: [],
    what: () => ({ milliseconds: millisecondsToThink }),
    wanted,
    begun: (of) => (run = of),
  });
  if (!wanted()) return;
  run = 0;
  asked.value = answer?.pv ? { ...mine, line: { ...answer, pv: answer.pv } } : null;
}
