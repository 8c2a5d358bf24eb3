// The table of what people play, as `kibitz train --kind explorer` writes it (docs/web.md). A line is
// read when its position is asked for.

import { added, byGames, gamesIn, noResults, type PlayedMove, type Results } from '../game/results';

function resultsOf(text: string): Results {
  if (text === '') return noResults;
  const [white = 0, draws = 0, black = 0] = text.split(',').map(Number);
  return { white, draws, black };
}

export class ExplorerTable {
  /** The ratings at which the bands after the first begin. */
  readonly bandStarts: readonly number[];
  private readonly lines = new Map<string, string>();

  constructor(text: string) {
    let bandStarts: number[] = [];
    for (const line of text.split('\n')) {
      const [name = ''] = line.split(' ', 1);
      if (name === 'bands') bandStarts = line.split(' ').slice(1).map(Number);
      else if (name !== '' && name !== '#') this.lines.set(name, line);
    }
    this.bandStarts = bandStarts;
  }

  get positions(): number {
    return this.lines.size;
  }

  has(position: string): boolean {
    return this.lines.has(position);
  }

  /** What people of a band play, the most frequent first; of all bands if it is null. */
  moves(position: string, band: number | null): PlayedMove[] {
    const [, ...words] = this.lines.get(position)?.split(' ') ?? [];
    const moves: PlayedMove[] = [];
    for (let i = 0; i + 1 < words.length; i += 2) {
      const bands = words[i + 1]!.split('/').map(resultsOf);
      const results = band === null ? bands.reduce(added) : (bands[band] ?? noResults);
      if (gamesIn(results) > 0) moves.push({ uci: words[i]!, ...results });
    }
    return moves.toSorted(byGames);
  }
}
