// What opponents say in German after a game.
import type { FarewellWords } from './en';

const remember = 'Danke für die Partie. Lass sie auswerten, dann merke ich sie mir.';
const again = 'Danke für die Partie. Spielen wir noch einmal?';

export const de: FarewellWords = {
  won: {
    mate: [
      'Du hast mich mattgesetzt. Gut gespielt!',
      'Aus diesem Matt fand ich keinen Ausweg. Gut gespielt!',
    ],
    resigned: [
      'Das wollte ich nicht weiterspielen. Gut gespielt!',
      'Das hast du verdient. Gut gespielt!',
    ],
    time: ['Meine Zeit war um. Gut gespielt!'],
    other: ['Gut gespielt!'],
  },
  lost: {
    mate: [`Das war matt. ${remember}`, `Das war matt. ${again}`],
    resigned: [remember, again],
    time: ['Deine Zeit war um. Nächstes Mal mit mehr Bedenkzeit?'],
    other: [again],
  },
  drawn: {
    mate: [again],
    resigned: [again],
    time: [again],
    other: ['Keiner von uns hat gewonnen. Spielen wir noch einmal?', remember],
  },
};
