// What opponents say in English after a game that the user has won, lost or drawn, by how it ended.
import type { Parting } from '../parting';

export type FarewellWords = Record<
  Parting['result'],
  Record<Parting['how'], readonly [string, ...string[]]>
>;

const remember = 'Thank you for the game. Have it reviewed, and I shall remember it.';
const again = 'Thank you for the game. Shall we play again?';

export const en: FarewellWords = {
  won: {
    mate: ['You have mated me. Well played!', 'I found no way out of that mate. Well played!'],
    resigned: [
      'I did not want to play this on. Well played!',
      'You have earned this. Well played!',
    ],
    time: ['My time was up. Well played!'],
    other: ['Well played!'],
  },
  lost: {
    mate: [`That was mate. ${remember}`, `That was mate. ${again}`],
    resigned: [remember, again],
    time: ['Your time was up. Next time with a longer clock?'],
    other: [again],
  },
  drawn: {
    mate: [again],
    resigned: [again],
    time: [again],
    other: ['Neither of us has won. Shall we play again?', remember],
  },
};
