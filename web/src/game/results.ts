// How often a move was played, and how the games with it ended.

/** How games ended. */
export interface Results {
  white: number;
  draws: number;
  black: number;
}

/** A move in a position, and how the games with it ended. */
export interface PlayedMove extends Results {
  uci: string;
}

export const noResults: Results = { white: 0, draws: 0, black: 0 };
export const gamesIn = ({ white, draws, black }: Results): number => white + draws + black;
export const added = (a: Results, b: Results): Results => ({
  white: a.white + b.white,
  draws: a.draws + b.draws,
  black: a.black + b.black,
});

export const byGames = (a: PlayedMove, b: PlayedMove): number => gamesIn(b) - gamesIn(a);
