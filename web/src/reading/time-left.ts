// Time in words: "2 minutes 5 seconds".
type Unit = readonly [one: string, many: string];

const amount = (number: number, [one, many]: Unit) => `${number} ${number === 1 ? one : many}`;

export function timeLeft(milliseconds: number, minute: Unit, second: Unit): string {
  const all = Math.max(0, Math.floor(milliseconds / 1000));
  const [minutes, seconds] = [Math.floor(all / 60), all % 60];
  if (minutes === 0) return amount(seconds, second);
  return amount(minutes, minute) + (seconds > 0 ? ` ${amount(seconds, second)}` : '');
}
