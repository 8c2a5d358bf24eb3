// The texts of My games in Spanish.
import type { MyGamesWords } from './my-games-en';

const games = (count: number) =>
  `${count.toLocaleString('es')} ${count === 1 ? 'partida' : 'partidas'}`;

export const es: MyGamesWords = {
  title: 'Mis partidas',
  parts: { list: 'Partidas', statistics: 'Estadísticas', transfer: 'Importar y guardar' },
  part: 'Parte',
  games,

  search: 'Búsqueda',
  player: 'Jugador o torneo',
  opening: 'Apertura o ECO',
  result: 'Resultado',
  results: {
    any: 'Cualquier resultado',
    won: 'Usted ganó',
    drawn: 'Tablas',
    lost: 'Usted perdió',
    white: 'Ganaron las blancas',
    black: 'Ganaron las negras',
    open: 'Sin terminar',
  },
  colour: 'Su color',
  from: 'Desde',
  to: 'Hasta',
  moreFields: 'Más: fechas, puntuación, jugadas, material, posición',
  clearSearch: 'Mostrar todas las partidas',
  found: (found) => `${games(found)} en la búsqueda`,
  loading: 'Cargando sus partidas…',
  noneFound: 'Ninguna partida coincide.',
  none: 'Todavía no hay partidas',
  noneHelp:
    'Cada partida que juegue aquí queda en este navegador. También puede importar partidas.',
  playOne: 'Jugar una partida',
  importSome: 'Importar partidas',
  more: 'Mostrar más',
  plies: (plies) => `${Math.ceil(plies / 2)} ${plies <= 2 ? 'jugada' : 'jugadas'}`,
  review: (game) => `Repasar ${game}`,
  remove: (game) => `Borrar ${game}`,
  removed: (white, black) => `Se ha borrado ${white} – ${black}.`,
  anotherOpened: 'Se ha abierto otra partida.',

  ownNames: 'Sus nombres en las partidas importadas, separados por comas',
  as: { white: 'Con blancas', black: 'Con negras' },
  tally: (won, drawn, lost) => `${won} ganadas, ${drawn} tablas, ${lost} perdidas`,
  rating: 'Su puntuación contra los rivales de aquí',
  ratingNow: (rating, count) => `Unos ${rating} tras ${games(count)}`,
  ratingGraph: (first, last, least, most) =>
    `Su puntuación a lo largo del tiempo: del ${first} al ${last}, entre ${least} y ${most}`,
  noRating: 'Juegue contra niveles o personajes y aquí aparecerá su puntuación.',
  openings: 'Sus aperturas',
  noOpenings: 'Aquí aparecerá con qué abre usted.',
  mistakes: 'Errores que se repiten',
  reviewed: (count, accuracy) =>
    `En ${count === 1 ? 'una partida repasada' : `${count} partidas repasadas`} su precisión fue del ${accuracy} %. Lo que castigó sus errores:`,
  noReviews: 'Repase algunas de sus partidas y aquí aparecerá lo que falla más a menudo.',
  motifs: {
    'back rank': 'Mate en la última fila',
    hanging: 'Una pieza colgada',
    'double check': 'Jaque doble',
    'discovered check': 'Jaque a la descubierta',
    fork: 'Ataque doble',
    skewer: 'Enfilada',
    'discovered attack': 'Ataque a la descubierta',
    pin: 'Clavada',
    'removes defender': 'Un defensor eliminado',
    overloaded: 'Un defensor sobrecargado',
    trapped: 'Una pieza atrapada',
  },
  otherMotif: 'Otra cosa',
  times: (count) => `${count} ${count === 1 ? 'vez' : 'veces'}`,

  importTitle: 'Importar partidas',
  importHelp: 'PGN con tantas partidas como quiera. Quedan en este navegador.',
  chooseFile: 'Elegir un archivo PGN',
  pasteGames: 'O pegar partidas, o la dirección de unas partidas',
  import: 'Importar',
  importing: (percent, count) => `${percent} % leído, ${games(count)} de más`,
  imported: (added, known) =>
    `${added === 1 ? 'Se ha añadido' : 'Se han añadido'} ${games(added)}.` +
    (known > 0 ? ` ${games(known)} ya ${known === 1 ? 'estaba' : 'estaban'} aquí.` : ''),
  noGames: 'En este texto no hay ninguna partida.',
  account: (fates, without) =>
    `Leídas tal cual: ${fates.read}, reparadas: ${fates.repaired}, ` +
    `cortadas ante una jugada imposible: ${fates.cut}, rechazadas: ${fates.refused}.` +
    (without > 0 ? ` Sin jugadas y no guardadas: ${without}.` : ''),
  fates: { read: 'leída', repaired: 'reparada', cut: 'cortada', refused: 'rechazada' },
  notesTitle: (count) => `Lo que no estaba bien: ${games(count)}`,
  place: (line, column) => `línea ${line}, columna ${column}`,
  fetchErrors: {
    notThere:
      'Allí no hay ningún jugador ni ninguna partida así, o no hay partidas de los últimos doce meses.',
    siteIsBusy: 'El otro sitio pide que lo intente más tarde.',
    tooManyRequests: 'Espere un momento antes de la próxima descarga.',
  },
  notFetched: 'El servidor no ha podido traer las partidas.',
  addresses: {
    'lichess player':
      'La página no descarga nada de otros sitios. Con este enlace, su navegador descarga de lichess las partidas de este jugador en un archivo PGN, que después puede importar aquí.',
    'lichess game':
      'La página no descarga nada de otros sitios. Con este enlace, su navegador descarga de lichess esta partida en un archivo PGN, que después puede importar aquí.',
    'chess.com player':
      'La página no descarga nada de otros sitios. En la página de este enlace, elija las partidas, pulse en descargar e importe aquí el archivo.',
    'chess.com game':
      'La página no descarga nada de otros sitios. En la página de este enlace, elija compartir y después PGN, copie el texto y péguelo aquí.',
  },
  downloadFrom: (site) => `Abrir en ${site}`,
  exportTitle: 'Guardar y borrar',
  exportAll: 'Guardar todas las partidas (PGN)',
  exporting: 'Preparando el archivo…',
  removeAll: 'Borrar todas las partidas',
  removeAllSure: (count) =>
    `Esto borra ${games(count)} de este navegador. No se puede deshacer. Guárdelas antes si podría volver a necesitarlas.`,
  removeAllNow: (count) => `Borrar ${games(count)}`,
  removedAll: 'Se han borrado todas las partidas.',

  full: 'El navegador no tiene más sitio para partidas. Guarde las suyas y borre algunas, o libere espacio en este dispositivo.',
  unavailable:
    'Este navegador no guarda partidas aquí, como ocurre en una ventana privada. Lo que juegue ahora se perderá al cerrar la página.',
  failed: (error) => `No se pueden leer sus partidas: ${error}`,
};
