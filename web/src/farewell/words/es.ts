// What opponents say in Spanish after a game.
import type { FarewellWords } from './en';

const remember = 'Gracias por la partida. Haz que se revise y la recordaré.';
const again = 'Gracias por la partida. ¿Jugamos otra?';

export const es: FarewellWords = {
  won: {
    mate: ['Me has dado mate. ¡Bien jugado!', 'No encontré salida a ese mate. ¡Bien jugado!'],
    resigned: ['No quise seguir jugando esto. ¡Bien jugado!', 'Te lo has ganado. ¡Bien jugado!'],
    time: ['Se me acabó el tiempo. ¡Bien jugado!'],
    other: ['¡Bien jugado!'],
  },
  lost: {
    mate: [`Eso era mate. ${remember}`, `Eso era mate. ${again}`],
    resigned: [remember, again],
    time: ['Se te acabó el tiempo. ¿La próxima vez con más tiempo?'],
    other: [again],
  },
  drawn: {
    mate: [again],
    resigned: [again],
    time: [again],
    other: ['Ninguno de los dos ha ganado. ¿Jugamos otra?', remember],
  },
};
