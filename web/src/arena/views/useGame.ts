// Hooks for a game that a view follows while it is shown, and for its clocks.
import { useEffect, useState } from 'preact/hooks';
import { follow, unfollow, type FollowedGame, type Follower } from '../games';

export function useGame(id: string, as: Follower): FollowedGame | null {
  const [game, setGame] = useState<FollowedGame | null>(null);
  useEffect(() => {
    const followed = follow(id, as);
    setGame(followed);
    return () => unfollow(followed, as);
  }, [id, as]);
  return game?.id === id ? game : null;
}

/** Renders again every so many milliseconds. */
export function useTicks(every: number, isRunning: boolean): void {
  const [, draw] = useState(0);
  useEffect(() => {
    if (!isRunning) return;
    const interval = setInterval(() => draw((count) => count + 1), every);
    return () => clearInterval(interval);
  }, [every, isRunning]);
}
