// An embedded position to play against a level. The rules are fetched when the board is first touched,
// the engine when it has to move.
import { createEngine, type Move, type Position, type WasmEngine } from 'kibitz';
import { computed, signal } from '@preact/signals';
import { Board } from '../board/Board';
import { gameInAddress } from '../game/address';
import { canPlay, rules } from '../game/core';
import { showError, errorMessage } from '../shell/notices';
import { boardOf, startBoard } from '../game/glance';
import { movesBetween } from '../board/moves';
import { findOpponent, nameOf, question } from '../game/opponents';
import { PromotionChoice } from '../views/Promotion';
import { words } from '../words';
import { endOf, fetchRules, flip, flipped, Frame } from './Frame';

const {
  start,
  opponent: id,
  color,
} = gameInAddress(location.href) ?? { start: '', opponent: 'level-03', color: 'white' };
const opponent = findOpponent(id);
const [placement = '', turn] = start.split(/\s+/);
const levelBegins = (turn === 'b' ? 'black' : 'white') !== color;

const moves = signal<string[]>([]);
const begun = signal(false);
/** The moves after which the level is thinking; null if it is not. */
const thought = signal<string[] | null>(null);
const isThinking = computed(() => thought.value === moves.value);
/** A move that was made before the rules had loaded, or while the level was thinking. */
const wish = signal<{ from: string; to: string } | null>(null);
const promoting = signal<Move[] | null>(null);
let seed = newSeed();
let engine: Promise<WasmEngine> | undefined;

const position = computed<Position | null>(() => {
  try {
    return rules.value?.position(start, moves.value) ?? null;
  } catch {
    return null; // the error is shown when the board is touched
  }
});

function newSeed(): number {
  return crypto.getRandomValues(new Uint32Array(1))[0]! & 0x7fffffff;
}

async function touch(): Promise<void> {
  begun.value = true;
  if ((await fetchRules()) && canPlay(rules.value!, start, [])) goOn();
}

function goOn(): void {
  const here = position.value;
  if (!here || here.outcome || isThinking.value) return;
  if (here.turn !== color) void answer(here);
  else if (wish.value) playWish(here);
}

function play(move: string): void {
  moves.value = [...moves.value, move];
  goOn();
}

function choose(options: Move[]): void {
  if (options.length === 1) play(options[0]!.uci);
  else promoting.value = options;
}

function playWish({ legal }: Position): void {
  const { from, to } = wish.value!;
  wish.value = null;
  const options = movesBetween(legal, from, to);
  if (options.length > 0) choose(options);
}

async function answer(here: Position): Promise<void> {
  const line = moves.value;
  thought.value = line;
  try {
    engine ??= createEngine({ threads: 1 });
    const ready = await engine.catch((error) => {
      engine = undefined; // so that the next call tries again
      throw error;
    });
    if (thought.value !== line) return;
    ready.position(start, line);
    const { move } = await ready.think(question(opponent, here.turn, null, seed));
    if (isThinking.value && thought.value === line) play(move);
  } catch (error) {
    if (thought.value !== line) return; // the error belongs to an abandoned game
    thought.value = null;
    showError(error);
  }
}

function newGame(): void {
  errorMessage.value = '';
  thought.value = wish.value = null;
  seed = newSeed();
  moves.value = [];
  void engine?.then((ready) => {
    ready.stop();
    ready.newGame();
  });
  void touch();
}

export function Match() {
  const w = words.value;
  const here = position.value;
  const mine = here !== null && !here.outcome && here.turn === color;
  const isOver = Boolean(here?.outcome);
  return (
    <Frame
      position={here}
      onTouch={() => void touch()}
      board={
        <Board
          board={here?.board ?? (placement.includes('/') ? boardOf(placement) : startBoard)}
          flipped={flipped.value}
          legal={mine ? here.legal : []}
          last={here?.moves.at(-1)}
          check={here?.check ?? null}
          premoves={mine || isOver ? null : color}
          planned={wish.value ? [wish.value] : []}
          isEarly
          onMove={choose}
          onPremove={(from, to) => (wish.value = { from, to })}
        >
          <PromotionChoice
            choice={promoting}
            flipped={flipped.value}
            position={here?.fen}
            play={(move) => play(move.uci)}
          />
        </Board>
      }
      controls={
        <div class="buttons">
          {levelBegins && !begun.value && (
            <button type="button" class="primary">
              {w.begin}
            </button>
          )}
          <button
            type="button"
            onClick={(event) => {
              event.stopPropagation();
              newGame();
            }}
          >
            {w.newGame}
          </button>
          <button type="button" onClick={flip}>
            {w.flip}
          </button>
        </div>
      }
      message={
        here?.outcome
          ? endOf(here)
          : isThinking.value
            ? w.isThinking(nameOf(opponent))
            : mine || (!begun.value && !levelBegins)
              ? w.yourMove
              : begun.value
                ? ''
                : w.pressToBegin(nameOf(opponent))
      }
    />
  );
}

// Only the rules know how the pieces of a Chess960 start stand.
if (start.startsWith('chess960')) void fetchRules();
