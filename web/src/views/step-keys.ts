// Steps through the moves of a game, in every view: the arrow keys, Home and End, whatever has the
// focus; the wheel over the board; a swipe over the board or beside it.
import { useEffect, useRef } from 'preact/hooks';

export interface Steps {
  start: () => void;
  back: () => void;
  forward: () => void;
  end: () => void;
}

const stepOf: Partial<Record<string, keyof Steps>> = {
  ArrowLeft: 'back',
  ArrowRight: 'forward',
  Home: 'start',
  End: 'end',
};
const wheelDistance = 60; // pixels; a notch of most wheels is 100
const swipeDistance = 50; // pixels

const isIn = (target: EventTarget | null, selector: string) =>
  target instanceof Element && target.closest(selector) !== null;

/** Text fields and selections keep their keys, and so does a board whose squares are walked by keyboard. */
function onKeys(event: KeyboardEvent, take: (step: keyof Steps) => void): void {
  const step = stepOf[event.key];
  const isCommand = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
  if (!step || isCommand || event.defaultPrevented) return;
  if (isIn(event.target, 'input, textarea, select, dialog')) return;
  event.preventDefault();
  take(step);
}

export function useStepKeys(steps: Steps): void {
  const latest = useRef(steps);
  latest.current = steps;
  useEffect(() => {
    const take = (step: keyof Steps) => latest.current[step]();
    const key = (event: KeyboardEvent) => onKeys(event, take);

    let wheeled = 0;
    const wheel = (event: WheelEvent) => {
      if (event.ctrlKey || !isIn(event.target, '.board')) return; // with Ctrl, the browser zooms
      event.preventDefault();
      if (Math.sign(event.deltaY) !== Math.sign(wheeled)) wheeled = 0;
      wheeled += event.deltaY;
      if (Math.abs(wheeled) < wheelDistance) return;
      take(wheeled > 0 ? 'forward' : 'back');
      wheeled = 0;
    };

    // A swipe begins where there is no piece to drag.
    let from: PointerEvent | null = null;
    const touch = (event: PointerEvent) => {
      const isFree =
        isIn(event.target, '.table') && !isIn(event.target, '.movable, .grid-board, .result');
      from = event.pointerType === 'touch' && event.isPrimary && isFree ? event : null;
    };
    const release = (event: PointerEvent) => {
      if (!from || !event.isPrimary) return;
      const across = event.clientX - from.clientX;
      const along = event.clientY - from.clientY;
      from = null;
      if (Math.abs(across) < swipeDistance || Math.abs(across) < 2 * Math.abs(along)) return;
      take(across > 0 ? 'back' : 'forward');
    };

    addEventListener('keydown', key);
    addEventListener('wheel', wheel, { passive: false });
    addEventListener('pointerdown', touch);
    addEventListener('pointerup', release);
    return () => {
      removeEventListener('keydown', key);
      removeEventListener('wheel', wheel);
      removeEventListener('pointerdown', touch);
      removeEventListener('pointerup', release);
    };
  }, []);
}
