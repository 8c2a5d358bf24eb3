// The texts of the opening explorer in Spanish.
import type { ExplorerWords } from './explorer-en';

export const es: ExplorerWords = {
  whose: 'Partidas de',
  sources: { people: 'Todos', own: 'Mías' },
  rating: 'Elo',
  allRatings: 'Cualquier elo',
  band: (start, end) =>
    start === null
      ? `Menos de ${end}`
      : end === null
        ? `Desde ${start}`
        : `De ${start} a ${end - 1}`,
  side: 'Usted llevaba',
  sides: { both: 'Ambos colores', white: 'Blancas', black: 'Negras' },
  number: (count) => count.toLocaleString('es'),
  games: (count) => `${count.toLocaleString('es')} ${count === 1 ? 'partida' : 'partidas'}`,
  results: (white, draws, black) =>
    `Ganan las blancas ${white} %, tablas ${draws} %, ganan las negras ${black} %`,
  showMoves: (count) => `Mostrar las ${count} jugadas`,
  loading: 'Cargando las jugadas…',
  missing: 'No se ha podido cargar la tabla de jugadas. ¿Tiene conexión?',
  tryAgain: 'Intentarlo de nuevo',
  nobody: 'Ninguna partida de la tabla llegó a esta posición.',
  nobodyRated: 'Nadie con este elo llegó a esta posición en la tabla.',
  showAll: 'Mostrar todos',
  noneOwn: 'Ninguna de sus partidas llegó a esta posición.',
  noGamesYet:
    'Aquí verá lo que juega en cada posición cuando haya jugado o importado algunas partidas.',
  showGames: 'Mostrar estas partidas',
  toMyGames: 'Ir a mis partidas',
  about:
    'De 59.000 partidas puntuadas entre personas en lichess y chess.com, con el elo en la escala de lichess.',
};
