// The arrow keys, Home and End step through the moves in every view, whatever has the focus. Text
// fields and selections keep their keys, and so does a board whose squares are walked by keyboard.
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

export function useStepKeys(steps: Steps): void {
  const latest = useRef(steps);
  latest.current = steps;
  useEffect(() => {
    const key = (event: KeyboardEvent) => {
      const step = stepOf[event.key];
      const isCommand = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
      if (!step || isCommand || event.defaultPrevented) return;
      if (
        event.target instanceof Element &&
        event.target.closest('input, textarea, select, dialog')
      )
        return;
      event.preventDefault();
      latest.current[step]();
    };
    addEventListener('keydown', key);
    return () => removeEventListener('keydown', key);
  }, []);
}
