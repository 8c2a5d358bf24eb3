// The moves of a game with their variations.
import type { TreeNode } from 'kibitz';
import { useEffect, useRef } from 'preact/hooks';
import { current, nodes, tree } from '../game/analysis';
import { findings, review } from '../game/review';
import { resultText, words } from '../words';
import { moveText } from './move-text';

/** Scrolls the moves so far that the current one is seen. */
function showCurrent(box: HTMLElement | null): void {
  const move = box?.querySelector<HTMLElement>('[aria-current]');
  // In a wide window, what is around the moves scrolls.
  const area = [box, box?.closest('.scroller')].find(
    (one) => one && getComputedStyle(one).overflowY === 'auto',
  );
  if (area && !move) area.scrollTop = 0; // before the first move
  if (!area || !move) return;
  const [inside, around] = [move.getBoundingClientRect(), area.getBoundingClientRect()];
  if (inside.top < around.top || inside.bottom > around.bottom)
    area.scrollTop += inside.top - around.top - around.height / 2;
}

export function Tree() {
  const box = useRef<HTMLDivElement>(null);
  const at = current.value;
  useEffect(() => showCurrent(box.current), [at, tree.value]);
  useEffect(() => {
    // What stands above the moves may need more room, such as reasons that have been found.
    const watcher = new ResizeObserver(() => showCurrent(box.current));
    const around = box.current?.closest('.scroller');
    if (around) watcher.observe(around);
    return () => watcher.disconnect();
  }, []);
  return (
    <div class="tree" ref={box} role="group" aria-label={words.value.moves} tabIndex={0}>
      {tree.value && tree.value.nodes.length > 1 ? (
        <>
          {nodes.value.get(0)?.comment && (
            <span class="comment">{nodes.value.get(0)!.comment} </span>
          )}
          <div class="main-line">
            <Line from={0} />
          </div>{' '}
          {tree.value.result !== '*' && <b class="tree-result">{resultText(tree.value.result)}</b>}
        </>
      ) : (
        <p class="about">{words.value.emptyTree}</p>
      )}
    </div>
  );
}

/** A node's main continuation with the variations on it. */
function Line({ from, isNumbered = true }: { from: number; isNumbered?: boolean }) {
  const parts = [];
  let id: number | undefined = from;
  let again = isNumbered; // whether Black's move needs its number
  while (id !== undefined) {
    const children: number[] = nodes.value.get(id)?.children ?? [];
    const main: number | undefined = children[0];
    if (main === undefined) break;
    const node = nodes.value.get(main)!;
    parts.push(' ', <NodeButton node={node} withNumber={again} key={main} />);
    again = Boolean(node.comment);
    for (const side of children.slice(1)) {
      const first = nodes.value.get(side)!;
      parts.push(
        ' ',
        <span class="variation" key={`v${side}`}>
          (<NodeButton node={first} withNumber />
          <Line from={side} isNumbered={Boolean(first.comment)} />)
        </span>,
      );
      again = true;
    }
    id = main;
  }
  return <>{parts}</>;
}

function NodeButton({ node, withNumber }: { node: TreeNode; withNumber: boolean }) {
  const judged = review.value?.moves.find((one) => one.node === node.id);
  const verdict = judged?.verdict ?? findings.value.get(node.id);
  return (
    <>
      <button
        type="button"
        class={`move ${(node.ply ?? 0) % 2 ? 'second' : ''} ${verdict ?? ''}`}
        aria-current={current.value === node.id ? 'true' : undefined}
        onClick={() => (current.value = node.id)}
      >
        {moveText(node, withNumber)}
      </button>
      {node.comment && <span class="comment"> {node.comment}</span>}
    </>
  );
}
