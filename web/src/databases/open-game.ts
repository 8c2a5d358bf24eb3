// Opens a game of the server's on the analysis board.
import { current, nodes, openLast, openPgn, positionAt } from '../game/analysis';
import { loadRules } from '../game/core';
import { show } from '../shell/navigation';
import { showError } from '../shell/notices';
import { askPgn } from './server';
import { whyNot } from './trouble';
import { words } from './words';

/** Where the main line has the position of that name; the start if it has not. */
function nodeWith(name: string): number {
  for (let node = nodes.value.get(0); node; node = nodes.value.get(node.children[0] ?? -1))
    if (positionAt(node.id)?.name === name) return node.id;
  return 0;
}

/** With the name of a position, at the move after which it arose. */
export async function openGame(database: string, number: number, position = ''): Promise<void> {
  try {
    const [pgn] = await Promise.all([askPgn(database, number), loadRules()]);
    openLast(); // so that it can be restored
    if (!openPgn(pgn, words.value.anotherOpened)) return;
    if (position) current.value = nodeWith(position);
    show('analyse');
  } catch (error) {
    showError(whyNot(error));
  }
}
