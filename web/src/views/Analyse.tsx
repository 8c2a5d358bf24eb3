// Looking at a game: lines, evaluation, variations, review.
import type { Move, TreeNode } from 'kibitz';
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Board, type Arrow } from '../board/Board';
import * as analysis from '../game/analysis';
import { complain, rules } from '../game/core';
import { gameLink } from '../game/link';
import { prefer, preferences } from '../game/preferences';
import { review, startReview, type Judged } from '../game/review';
import { Promotion } from './Promotion';
import { Walk } from './Walk';

const { here, current, infos, lineCount, analysing, reviewing, tree } = analysis;
const startBoard = 'RNBQKBNRPPPPPPPP................................pppppppprnbqkbnr';
const glyphs: Record<number, string> = { 1: '!', 2: '?', 3: '!!', 4: '??', 5: '!?', 6: '?!' };

export function Analyse() {
  const choice = useSignal<Move[] | null>(null);
  const ready = rules.value !== null;
  useEffect(() => {
    if (ready) analysis.openLast();
    return () => (analysing.value = false);
  }, [ready]);
  useEffect(() => {
    const key = (event: KeyboardEvent) => {
      if (event.target instanceof Element && event.target.closest('input, textarea, select, .grid')) return;
      if (event.key === 'ArrowLeft') analysis.step(-1);
      else if (event.key === 'ArrowRight') analysis.step(1);
      else if (event.key === 'Home') analysis.toEnd('start');
      else if (event.key === 'End') analysis.toEnd('end');
    };
    addEventListener('keydown', key);
    return () => removeEventListener('keydown', key);
  }, []);

  const position = here.value;
  const turn = position?.turn ?? 'white';
  const judged = review.value?.moves.find(({ node }) => node === current.value);
  const best = infos.value[0];
  const arrows: Arrow[] = infos.value
    .filter(({ pv }) => pv[0])
    .map(({ pv, line }) => ({ from: pv[0]!.slice(0, 2), to: pv[0]!.slice(2, 4), kind: line === 1 ? 'best' : 'other' }));
  const white = best
    ? 50 + 50 * Math.tanh((0.00368208 / 2) * analysis.whiteScore(best, turn))
    : (judged?.white ?? 50);

  function move(moves: Move[]) {
    if (moves.length === 1) analysis.playHere(moves[0]!.uci);
    else choice.value = moves;
  }

  return (
    <div class="layout analyse">
      <section class="table" aria-label="Position">
        <div class="with-bar">
          <div class="bar" role="img" aria-label={best ? `Evaluation ${analysis.scoreText(best, turn)}` : 'No evaluation yet'}>
            <div class="bar-white" style={{ height: `${white}%`, [preferences.value.flipped ? 'top' : 'bottom']: 0 }} />
          </div>
          <Board
            board={position?.board ?? startBoard}
            flipped={preferences.value.flipped}
            legal={position?.legal ?? []}
            last={position?.moves.at(-1)}
            check={position?.check ?? null}
            arrows={arrows}
            onMove={move}
          />
        </div>
        {choice.value && (
          <Promotion
            moves={choice.value}
            onChoose={(chosen) => {
              choice.value = null;
              if (chosen) analysis.playHere(chosen.uci);
            }}
          />
        )}
        <Walk
          atStart={current.value === 0}
          atEnd={!analysis.nodes.value.get(current.value)?.children.length}
          onStart={() => analysis.toEnd('start')}
          onBack={() => analysis.step(-1)}
          onForward={() => analysis.step(1)}
          onEnd={() => analysis.toEnd('end')}
          onFlip={() => prefer({ flipped: !preferences.value.flipped })}
        />
      </section>
      <aside class="panel" aria-label="Analysis">
        <div class="opening">
          {position?.outcome ? `${position.outcome.result}, ${position.outcome.reason}` : (position?.opening?.name ?? '\u00a0')}
        </div>
        <Thinking />
        {judged?.verdict && <Verdict judged={judged} />}
        <div class="tree" role="group" aria-label="Moves" tabIndex={0}>
          {tree.value && tree.value.nodes.length > 1 ? <Line from={0} /> : <p class="about">Play a move, or paste a game or a position below.</p>}
        </div>
        <ReviewPanel />
        <Edit />
        <InOut />
      </aside>
    </div>
  );
}

function Thinking() {
  const position = here.value;
  const best = infos.value[0];
  return (
    <div class="thoughts">
      <div class="row">
        <label class="icon-toggle">
          <input
            type="checkbox"
            checked={analysing.value}
            onChange={(event) => (analysing.value = event.currentTarget.checked)}
          />
          <span>Engine</span>
        </label>
        <label>
          Lines{' '}
          <select value={lineCount.value} onChange={(event) => (lineCount.value = Number(event.currentTarget.value))}>
            {[1, 2, 3, 4, 5].map((count) => <option value={count} key={count}>{count}</option>)}
          </select>
        </label>
        {best && (
          <span class="depth">
            depth {best.depth} · {Math.round(best.nodes / Math.max(1, best.milliseconds))} kN/s
          </span>
        )}
      </div>
      {analysing.value && position && (
        <ol class="lines">
          {infos.value.map((info) => (
            <li key={info.line}>
              <button type="button" class="line" onClick={() => info.pv[0] && analysis.playHere(info.pv[0])}>
                <b>{analysis.scoreText(info, position.turn)}</b>{' '}
                {rules.value!.lineSan(position.fen, info.pv.slice(0, 10)).join(' ')}
              </button>
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}

/** A node's main continuation with the variations on it. */
function Line({ from }: { from: number }) {
  const parts = [];
  let id: number | undefined = from;
  let again = true; // whether Black's move needs its number
  while (id !== undefined) {
    const children: number[] = analysis.nodes.value.get(id)?.children ?? [];
    const main: number | undefined = children[0];
    if (main === undefined) break;
    const node = analysis.nodes.value.get(main)!;
    parts.push(<NodeButton node={node} withNumber={again} key={main} />);
    again = Boolean(node.comment);
    for (const side of children.slice(1)) {
      const first = analysis.nodes.value.get(side)!;
      parts.push(
        <span class="variation" key={`v${side}`}>
          (<NodeButton node={first} withNumber />
          <Line from={side} />)
        </span>,
      );
      again = true;
    }
    id = main;
  }
  return <>{parts}</>;
}

function NodeButton({ node, withNumber }: { node: TreeNode; withNumber: boolean }) {
  const ply = node.ply ?? 0;
  const number = ply % 2 === 0 ? `${ply / 2 + 1}. ` : withNumber ? `${(ply + 1) / 2}… ` : '';
  const verdict = review.value?.moves.find((judged) => judged.node === node.id)?.verdict;
  return (
    <>
      <button
        type="button"
        class={`move ${verdict ?? ''}`}
        aria-current={current.value === node.id ? 'true' : undefined}
        onClick={() => (current.value = node.id)}
      >
        {number}
        {node.san}
        {(node.nags ?? []).map((nag) => glyphs[nag] ?? ` $${nag}`).join('')}
      </button>
      {node.comment && <span class="comment">{node.comment}</span>}{' '}
    </>
  );
}

function Verdict({ judged }: { judged: Judged }) {
  const parent = analysis.nodes.value.get(judged.node)?.parent ?? 0;
  function playOut() {
    for (const san of judged.punishment) analysis.playHere(san);
  }
  return (
    <div class={`verdict ${judged.verdict}`} role="status">
      <p>
        <strong>{judged.san}</strong> is {judged.verdict === 'inaccuracy' ? 'an inaccuracy' : `a ${judged.verdict}`}. {judged.why}
      </p>
      <div class="row">
        <button type="button" onClick={playOut}>Show it</button>
        <button type="button" onClick={() => (current.value = parent)}>Try again from here</button>
      </div>
    </div>
  );
}

function ReviewPanel() {
  const moves = review.value?.moves ?? [];
  const known = moves.filter(({ node }) => analysis.nodes.value.has(node));
  if (reviewing.value !== null)
    return (
      <label class="reviewing">
        Reviewing the game <progress value={reviewing.value} max={1} />
      </label>
    );
  if (!review.value || known.length !== moves.length)
    return (
      <button type="button" class="wide" disabled={!tree.value || tree.value.nodes.length < 2} onClick={() => void startReview().catch(complain)}>
        Review this game
      </button>
    );
  const { accuracy } = review.value;
  const points = [50, ...moves.map(({ white }) => white)];
  const x = (i: number) => (i / Math.max(1, points.length - 1)) * 100;
  const curve = points.map((white, i) => `${x(i).toFixed(2)},${(40 - white * 0.4).toFixed(2)}`).join(' ');
  return (
    <section class="review" aria-label="Review">
      <div class="row accuracy">
        <span>White <b>{accuracy.white.toFixed(0)}%</b></span>
        <span>Black <b>{accuracy.black.toFixed(0)}%</b></span>
      </div>
      <div class="graph">
        <svg viewBox="0 0 100 40" preserveAspectRatio="none" role="img" aria-label="White's chances through the game">
          <polygon points={`0,40 ${curve} 100,40`} />
          <line x1="0" y1="20" x2="100" y2="20" />
        </svg>
        {moves.map((judged, i) =>
          judged.verdict ? (
            <button
              type="button"
              key={judged.node}
              class={`dot ${judged.verdict}`}
              style={{ left: `${x(i + 1)}%`, top: `${100 - judged.white}%` }}
              aria-label={`${judged.san}: ${judged.verdict}`}
              onClick={() => (current.value = judged.node)}
            />
          ) : null,
        )}
      </div>
    </section>
  );
}

function Edit() {
  const id = current.value;
  const node = analysis.nodes.value.get(id);
  if (!node || id === 0) return null;
  return (
    <details>
      <summary>Edit this move</summary>
      <label>
        Comment
        <textarea
          rows={2}
          value={node.comment ?? ''}
          onChange={(event) => analysis.edit((game) => game.comment(id, event.currentTarget.value))}
        />
      </label>
      <div class="buttons">
        <button type="button" onClick={() => analysis.edit((game) => game.promote(id))}>Move up</button>
        <button type="button" onClick={() => analysis.edit((game) => game.makeMainLine(id))}>Main line</button>
        <button type="button" onClick={analysis.removeHere}>Delete</button>
      </div>
    </details>
  );
}

function InOut() {
  const text = useSignal('');
  const told = useSignal('');
  const fen = here.value?.fen ?? '';

  async function share() {
    const link = await gameLink(analysis.pgn());
    if (link) {
      told.value = 'The link holds the whole game.';
      text.value = link;
      await navigator.clipboard?.writeText(link).catch(() => {});
    } else {
      told.value = 'This game is too long for a link; here it is as a file.';
      download('game.pgn', analysis.pgn(), 'application/x-chess-pgn');
    }
  }
  function open(value: string) {
    if (analysis.openText(value)) {
      text.value = told.value = '';
      review.value = null;
    }
  }

  return (
    <section
      class="in-out"
      aria-label="Games and positions"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        void event.dataTransfer?.files[0]?.text().then(open);
      }}
    >
      <label>
        Paste a PGN or FEN, or drop a file
        <textarea rows={2} value={text.value} onInput={(event) => (text.value = event.currentTarget.value)} spellcheck={false} />
      </label>
      <p role="status" class="about">{told.value}</p>
      <div class="buttons">
        <button type="button" onClick={() => open(text.value)}>Open</button>
        <button type="button" onClick={() => (text.value = analysis.pgn())}>PGN</button>
        <button type="button" onClick={() => (text.value = fen)}>FEN</button>
        <button type="button" onClick={() => void share().catch(complain)}>Share link</button>
        <button
          type="button"
          onClick={() => download('position.svg', rules.value!.svg(fen, [], preferences.value.flipped ? 'black' : ''), 'image/svg+xml')}
        >
          Picture
        </button>
        <button type="button" onClick={() => { analysis.openText('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'); review.value = null; }}>
          Clear
        </button>
      </div>
    </section>
  );
}

function download(name: string, content: string, type: string) {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = Object.assign(document.createElement('a'), { href: address, download: name });
  link.click();
  URL.revokeObjectURL(address);
}
