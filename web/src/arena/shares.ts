// The shares of the places in a prize fund, as they are typed.

const mostShares = 20;

/** Percentages, "60, 30 10"; nothing if they do not make 100. */
export function sharesOf(text: string): number[] | undefined {
  const shares = text.split(/\D+/).filter(Boolean).map(Number);
  const sum = shares.reduce((all, share) => all + share, 0);
  const isRight = sum === 100 && shares.length <= mostShares && shares.every((share) => share > 0);
  return isRight ? shares : undefined;
}
