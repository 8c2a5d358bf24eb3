// The sound of each move that comes.
import type { Move } from 'kibitz';
import { useEffect, useRef } from 'preact/hooks';
import { sound, soundOf } from '../game/sound';

export function useSounds(last: Move | undefined, count: number): void {
  const before = useRef(count);
  useEffect(() => {
    if (last && count > before.current) sound(soundOf(last));
    before.current = count;
  }, [count]);
}
