// Asks the server for its figures again and again, as long as the page may.
import { signal } from '@preact/signals';
import { command, session } from './connection';
import { type Figures, period, type Sample, sampleOf, withSample } from './figures';

export const figures = signal<Figures | null>(null);
export const history = signal<readonly Sample[]>([]);

async function look(): Promise<void> {
  if (session.value !== 'in') return;
  const now = await command<Figures>('figures').catch(() => null);
  if (!now) return;
  history.value = withSample(history.value, sampleOf(figures.value, now));
  figures.value = now;
}

/** Until the function that it gives back is called. */
export function watch(): () => void {
  void look();
  const timer = setInterval(() => void look(), period);
  return () => clearInterval(timer);
}
