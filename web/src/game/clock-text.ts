/** The text of a clock: minutes and seconds, and tenths of a second in the last ten seconds. */
export function clockText(milliseconds: number): string {
  const seconds = Math.max(0, milliseconds) / 1000;
  const minutes = Math.floor(seconds / 60);
  const rest = seconds - minutes * 60;
  // Rounded down, so that a clock never shows 0:00 before the flag falls.
  return seconds < 10
    ? `0:0${(Math.floor(rest * 10) / 10).toFixed(1)}`
    : `${minutes}:${String(Math.floor(rest)).padStart(2, '0')}`;
}
