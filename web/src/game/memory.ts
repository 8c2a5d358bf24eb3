// What opponents remember of the user: in the latest reviewed game against each, the worst mistake and what
// came of it. It is kept in this browser.
import type { Move, Rules } from 'kibitz';
import { signal } from '@preact/signals';
import { isText, isTexts, load, onSavedElsewhere, save } from '../settings/storage';
import { review, reviewedSide, worstMove } from './review';

export interface Memory {
  /** The position in which the mistake was made. */
  fen: string;
  /** The mistake and what followed, in UCI notation. */
  line: string[];
}
type Memories = Readonly<Record<string, Memory>>;

/** What there is to say about it; moves are in standard algebraic notation. */
export type Recollection =
  | { kind: 'mate'; answer: string }
  /** The letter of the piece that was lost is that of a black one. */
  | { kind: 'lost'; piece: string; answer: string }
  | { kind: 'strong'; played: string; answer: string };

const mostOpponents = 60;
const values: Record<string, number> = { p: 1, n: 3, b: 3, r: 5, q: 9 }; // in pawns
/** A piece is lost if no more than this was taken for it. */
const mostInReturn = 1;

const isMemory = (value: unknown): value is Memory => {
  const { fen, line } = (value ?? {}) as Partial<Memory>;
  return isText(fen) && isTexts(line) && line.length > 1;
};
const isMemories = (value: unknown): value is Memories =>
  typeof value === 'object' && value !== null && Object.values(value).every(isMemory);

const stored = (): Memories => load('memories', isMemories) ?? {};
export const memories = signal<Memories>(stored());
onSavedElsewhere('memories', () => (memories.value = stored()));

/** After the review of a game against an opponent; does nothing if another game has been opened since. */
export function remember(opponent: string, moves: readonly string[]): void {
  const judged = review.value?.moves ?? [];
  if (judged.length === 0 || judged.map(({ uci }) => uci).join() !== moves.join()) return;
  const worst = worstMove(judged, reviewedSide.value);
  const { [opponent]: _, ...others } = memories.value;
  const isGrave = worst && worst.verdict !== 'inaccuracy' && worst.answer.uci.length > 0;
  const next = Object.entries(others).slice(1 - mostOpponents);
  if (isGrave)
    next.push([opponent, { fen: worst.better.fen, line: [worst.uci, ...worst.answer.uci] }]);
  memories.value = Object.fromEntries(next);
  save('memories', memories.value);
}

const worthOf = (piece: string | undefined) => values[piece?.toLowerCase() ?? ''] ?? 0;

/** The moves of a line; none if it cannot be played. A last capture that can be answered proves nothing. */
function movesOf(rules: Rules, { fen, line }: Memory): Move[] {
  try {
    const { moves, legal } = rules.position(fen, line);
    const last = moves.at(-1);
    const canBeAnswered = last?.captured && legal.some(({ to }) => to === last.to);
    return canBeAnswered ? moves.slice(0, -1) : moves;
  } catch {
    return [];
  }
}

/** What a memory says; null if what was stored cannot be played. */
export function recollect(rules: Rules, memory: Memory): Recollection | null {
  const [played, ...line] = movesOf(rules, memory);
  if (!played) return null;
  const answer = line[0]?.san ?? rules.lineSan(memory.fen, memory.line)[1]!;
  const byOpponent = line.filter((_, place) => place % 2 === 0);
  if (line.length % 2 === 1 && line.at(-1)!.san.endsWith('#')) return { kind: 'mate', answer };
  const dearest = byOpponent
    .map(({ captured }) => captured)
    .toSorted((a, b) => worthOf(b) - worthOf(a))[0];
  const lost = line.reduce(
    (sum, { captured }, place) => sum + (place % 2 === 0 ? 1 : -1) * worthOf(captured),
    -worthOf(played.captured),
  );
  return dearest && lost > 0 && lost >= worthOf(dearest) - mostInReturn
    ? { kind: 'lost', piece: dearest.toLowerCase(), answer }
    : { kind: 'strong', played: played.san, answer };
}
