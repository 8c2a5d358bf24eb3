// A board for other people's pages: a game to replay (?pgn=) or a position to play from
// (?start=FEN&level=3&player=white). The engine comes only when somebody plays.
import { render } from 'preact';
import { computed, signal } from '@preact/signals';
import { createEngine, type Color, type Move, type Position, type WasmEngine } from 'kibitz';
import './style.css';
import { Board, Shapes } from './board/Board';
import { loadRules, rules, trouble, complain } from './game/core';
import { findOpponent, nameOf, question } from './game/opponents';
import { PromotionChoice } from './views/Promotion';
import { reasonWords, speak, words } from './words';

const asked = new URLSearchParams(location.search);
const color: Color = asked.get('player') === 'black' ? 'black' : 'white';
const level = Math.min(14, Math.max(1, Number(asked.get('level')) || 3));
const opponent = findOpponent(`level-${String(level).padStart(2, '0')}`);
const replays = asked.has('pgn');
const flipped = (asked.get('orientation') ?? color) === 'black';
const startBoard = 'RNBQKBNRPPPPPPPP................................pppppppprnbqkbnr';

const start = signal(asked.get('start') ?? '');
const moves = signal<string[]>([]);
const shown = signal(0);
const thinking = signal(false);
const promoting = signal<Move[] | null>(null);
document.documentElement.dataset['theme'] = asked.get('theme') ?? 'light';

const position = computed<Position | null>(() => {
  if (!rules.value) return null;
  const known = moves.value.slice(0, shown.value);
  try {
    return rules.value.position(start.value, known);
  } catch (error) {
    complain(error);
    return rules.value.position('');
  }
});

let engine: Promise<WasmEngine> | undefined;
async function answer(): Promise<void> {
  const here = position.value;
  if (replays || !here || here.outcome || here.turn === color || thinking.value) return;
  thinking.value = true;
  try {
    engine ??= createEngine({ threads: 1 });
    const ready = await engine;
    ready.position(start.value, moves.value);
    const found = await ready.think(question(opponent, here.turn, null, 1));
    play(found.move);
  } catch (error) {
    complain(error);
  } finally {
    thinking.value = false;
  }
}

function play(move: string): void {
  moves.value = [...moves.value, move];
  shown.value = moves.value.length;
  void answer();
}

function openGame(): void {
  if (!rules.value || !replays) return;
  try {
    const entry = rules.value.readGames(asked.get('pgn') ?? '').games[0]!;
    const tree = rules.value.game(entry).tree();
    const nodes = new Map(tree.nodes.map((node) => [node.id, node]));
    start.value = tree.start;
    const line: string[] = [];
    for (let id = nodes.get(0)?.children[0]; id !== undefined; id = nodes.get(id)?.children[0])
      line.push(nodes.get(id)!.uci!);
    moves.value = line;
    if (entry.error) complain(words.value.readUpTo(entry.error));
  } catch (error) {
    complain(error);
  }
}

function Embedded() {
  const here = position.value;
  const mine = !replays && here?.turn === color && !thinking.value;
  const w = words.value;
  const said = here?.outcome
    ? `${here.outcome.result}, ${reasonWords(here.outcome.reason)}`
    : thinking.value
      ? w.isThinking(nameOf(opponent))
      : replays
        ? (here?.moves.at(-1)?.san ?? w.theStart)
        : mine
          ? w.yourMove
          : '';
  return (
    <main class="embed">
      <Shapes />
      <h1 class="hidden">{w.chessBoard}</h1>
      <Board
        board={here?.board ?? startBoard}
        flipped={flipped}
        legal={mine ? (here?.legal ?? []) : []}
        last={here?.moves.at(-1)}
        check={here?.check ?? null}
        onMove={(all) => (all.length > 1 ? (promoting.value = all) : play(all[0]!.uci))}
      />
      <PromotionChoice choice={promoting} play={(move) => play(move.uci)} />
      <div class="row">
        {replays && (
          <>
            <button type="button" aria-label={w.back} disabled={shown.value === 0} onClick={() => (shown.value -= 1)}>◀</button>
            <button type="button" aria-label={w.forward} disabled={shown.value === moves.value.length} onClick={() => (shown.value += 1)}>▶</button>
          </>
        )}
        <span role="status">{trouble.value || said}</span>
        <a href="./index.html" target="_blank" rel="noopener">Kibitz</a>
      </div>
    </main>
  );
}

const language = asked.get('language');
if (language) void speak(language);
render(<Embedded />, document.getElementById('app')!);
void loadRules().then(() => {
  openGame();
  void answer();
});
