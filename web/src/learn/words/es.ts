// All Spanish texts of the puzzles and lessons.
import { motifNames } from '../../words/motif-names-es';
import type { LearnWords } from './en';

const side = (color: 'white' | 'black') => (color === 'white' ? 'las blancas' : 'las negras');

const pieces: Record<string, string> = {
  p: 'el peón',
  n: 'el caballo',
  b: 'el alfil',
  r: 'la torre',
  q: 'la dama',
};

export const es: LearnWords = {
  today: 'Hoy',
  todayAbout:
    'Hasta tres errores tuyos que tocan hoy y un problema del mismo tipo: dos minutos al día.',
  todayWithoutMistakes:
    'Los problemas ocupan el lugar de tus errores, que llegan aquí tras las revisiones de tus partidas.',
  sameKind: (theme) => `Del mismo tipo que tu error: ${theme}`,
  todayDone: '¡Listo por hoy!',
  foundAtOnce: (good, all) => `${good} de ${all} a la primera.`,
  daysInARow: (days) => (days === 1 ? 'Un día seguido' : `${days} días seguidos`),
  bestDays: (days) => `máximo ${days}`,
  firstDay: 'Termina los ejercicios de hoy para empezar una serie de días.',
  dayForgiven: 'Te faltó un día. Se perdona si terminas hoy.',
  missedDay: 'Un día sin jugar no la interrumpe.',
  remembers: {
    mate: (answer) => `Me acuerdo: ${answer} llevó al mate.`,
    lost: (piece, answer) => `Me acuerdo: perdiste ${pieces[piece]} con ${answer}.`,
    strong: (played, answer) => `Me acuerdo: jugaste ${played}, y ${answer} era fuerte.`,
    nothing: 'Juguemos. Haz que se revise la partida y me acordaré de ella.',
  },
  playOpponent: (name) => `Jugar contra ${name}`,
  motifs: 'Tus motivos',
  motifsAbout:
    'Cada casilla es una posición de ese tipo, la última a la derecha: llena si encontraste la jugada a la primera.',
  motifRow: (theme, good, all) => `${theme}: ${good} de ${all} a la primera`,
  sendMistake: 'Enviar como enlace',
  mistakeLink: 'Este error y lo que lo castiga, como enlace',
  linkCopied: 'El enlace está copiado.',
  proofTask: (color, san) =>
    `${color === 'white' ? 'Las blancas' : 'Las negras'} jugaron ${san}. ¿Qué lo castiga?`,
  proofWrong: (san) => `Hay algo mejor que ${san}.`,
  proofSolved: (san) => `¡Sí, ${san}!`,
  proofShown: (san) => `${san} lo castiga.`,
  proofBetter: (san) => `${san} era mejor.`,
  proofDamaged: 'Este enlace está dañado.',
  again: 'Otra vez',
  puzzles: 'Problemas',
  lessons: 'Lecciones',
  what: '¿Qué quieres aprender?',
  theme: 'Tema',
  allThemes: 'Todos los temas',
  themeGroups: {
    motifs: 'Motivos',
    mates: 'Mates',
    moves: 'Jugadas',
    endgames: 'Finales',
    stages: 'Fases de la partida',
    lengths: 'Longitud de la solución',
  },
  themes: {
    ...motifNames,
    'mate-in-1': 'Mate en una',
    'mate-in-2': 'Mate en dos',
    'mate-in-3': 'Mate en tres',
    'mate-in-4': 'Mate en cuatro',
    sacrifice: 'Sacrificio',
    promotion: 'Coronación',
    underpromotion: 'Subpromoción',
    castling: 'Enroque',
    'en-passant': 'Captura al paso',
    opening: 'Apertura',
    middlegame: 'Medio juego',
    endgame: 'Final',
    attraction: 'Atracción',
    intermezzo: 'Jugada intermedia',
    'quiet-move': 'Jugada tranquila',
    'advanced-pawn': 'Peón avanzado',
    'attacking-f2-f7': 'Ataque a f2 o f7',
    'pawn-endgame': 'Final de peones',
    'knight-endgame': 'Final de caballos',
    'bishop-endgame': 'Final de alfiles',
    'rook-endgame': 'Final de torres',
    'queen-endgame': 'Final de damas',
    'queen-rook-endgame': 'Damas y torres',
    'one-move': 'Una jugada',
    short: 'Dos jugadas',
    long: 'Tres jugadas',
    'very-long': 'Cuatro jugadas o más',
  },
  loading: 'Cargando los problemas…',
  taskMate: (color, moves) =>
    `Juegan ${side(color)} y dan mate en ${moves === 1 ? 'una jugada' : `${moves} jugadas`}`,
  taskWin: (color) => `Juegan ${side(color)} y ganan. Encuentra la única jugada.`,
  right: '¡Correcto!',
  goOn: '¡Correcto! Sigue.',
  solved: '¡Resuelto!',
  wrong: (san) => `${san} no es la jugada. Inténtalo de nuevo.`,
  solutionShown: 'Esa era la solución.',
  whyRight: (san) => `Por qué ${san} es la jugada:`,
  whyWrong: (san) => `Por qué falla ${san}:`,
  hint: 'Pista',
  hintIs: (square) => `Fíjate en la pieza de ${square}.`,
  solution: 'Solución',
  keepPack: (count) => `Guardar ${count.toLocaleString('es')} problemas sin conexión`,
  keepingPack: 'Descargando…',
  packIsKept: (count) =>
    `${count.toLocaleString('es')} problemas cercanos a tu puntuación están guardados en este navegador.`,
  next: 'Siguiente',
  analyse: 'Analizar',
  yourRating: 'Tu puntuación',
  puzzleRating: (rating) => `Problema ${rating}`,
  changed: (by) => `${by < 0 ? '−' : '+'}${Math.abs(by)}`,
  solvedOf: (solved, tried) => `${solved} de ${tried} resueltos`,
  streak: (streak, best) => `Racha ${streak}, la mejor ${best}`,
  about: 'Solo una jugada gana. Las equivocadas se deshacen; cuenta la primera.',
  mistakes: 'Errores',
  taskMistake: (color, san) => `Juegan ${side(color)}. Jugaste ${san}. Encuentra una jugada mejor.`,
  mistakesAbout: 'Un error que respondes bien vuelve cada vez más tarde.',
  looking: 'El motor examina tu jugada…',
  noMistakes:
    'Después de una revisión, tus errores de esa partida vuelven aquí como ejercicios: al día siguiente y luego cada vez más tarde. Juega una partida y haz que se revise.',
  playGame: 'Jugar una partida',
  nothingDue: (days) =>
    `Hoy no toca nada. El próximo error vuelve ${days === 1 ? 'mañana' : `dentro de ${days} días`}.`,
  practiseEarly: 'Practicar de todos modos',
  forget: 'No preguntar más',
  mistakesLeft: (due, all) => `${due} para hoy, ${all} en total`,
  openings: 'Aperturas',
  taskOpening: (color) =>
    `Juegan las ${color === 'white' ? 'blancas' : 'negras'}. ¿Qué sueles jugar aquí?`,
  openingsAbout: 'Una posición de tus partidas. Vuelve después de tiempos cada vez más largos.',
  yourUsualMove: (san, times, games) => `Sueles jugar ${san}: en ${times} de ${games} partidas.`,
  notYourMove: (san) => `${san} no es lo que sueles jugar. Inténtalo otra vez.`,
  noOpenings:
    'Aquí llegan las posiciones que se dan en varias de tus partidas, con lo que juegas en ellas. Las partidas que juegas aquí se guardan solas, y puedes importar otras.',
  toMyGames: 'Mis partidas',
  noOpeningDue: (days) =>
    `Hoy no toca nada. La próxima posición vuelve ${days === 1 ? 'mañana' : `en ${days} días`}.`,
  openingsLeft: (due, all) => `${due} para hoy, ${all} en total`,
  endgames: 'Finales',
  endgamesAbout:
    'Cada intento es una posición nueva. El otro bando se defiende lo mejor posible, y unas tablas exactas, que este dispositivo calcula, juzgan cada jugada al instante.',
  endgamesLoading: 'Cargando los finales…',
  computingTable: (number, all) => `Calculando las tablas exactas: ${number} de ${all}…`,
  drills: {
    'two-rooks': 'Mate con dos torres',
    queen: 'Mate con la dama',
    rook: 'Mate con la torre',
    square: 'El cuadrado del peón',
    'rook-pawn': 'Peón de torre: mantener las tablas',
    opposition: 'La oposición: mantener las tablas',
    'key-squares': 'Casillas críticas: ganar con el peón',
    'queen-against-pawn': 'Dama contra peón en séptima',
    'pawn-against-queen': 'Peón en séptima contra dama: mantener las tablas',
    'two-bishops': 'Mate con dos alfiles',
    'rook-against-pawn': 'Torre contra peón',
    'bishop-against-rook': 'Alfil contra torre: mantener las tablas',
    'knight-against-rook': 'Caballo contra torre: mantener las tablas',
    'queen-against-rook': 'Dama contra torre',
    'bishop-and-knight': 'Mate con alfil y caballo',
  },
  taskEndgame: {
    mate: (color, moves) => `Juegan ${side(color)} y dan mate en ${moves}.`,
    promotion: (color, moves) =>
      `Juegan ${side(color)} y ganan: corona el peón (mate en ${moves}).`,
    capture: (color, moves) =>
      `Juegan ${side(color)} y ganan: captura o da mate (mate en ${moves}).`,
  },
  taskHold: (color) => `Juegan ${side(color)} y mantienen las tablas.`,
  winAbout: 'Solo es un error lo que deja escapar la victoria; un camino más lento vale.',
  holdFor: (moves) => `Mantenlas durante ${moves} jugadas o hasta que la partida acabe en tablas.`,
  stillWon: (san, moves, slower) => {
    const what = moves === 0 ? `${san} da mate.` : `${san} gana: mate en ${moves}.`;
    return slower === 0
      ? what
      : `${what} ${slower === 1 ? 'Una jugada' : `${slower} jugadas`} más lento.`;
  },
  stillHeld: (san, left) =>
    `${san} mantiene las tablas. ${left === 1 ? 'Falta una jugada' : `Faltan ${left} jugadas`}.`,
  throwsWin: (san) => `${san} deja escapar la victoria.`,
  throwsAndLoses: (san) => `${san} deja escapar la victoria e incluso pierde.`,
  throwsDraw: (san) => `${san} pierde.`,
  refutedBy: (line) => `La respuesta: ${line}.`,
  isStalemate: 'Es ahogado.',
  takeBack: 'Deshacer',
  showBest: 'Mostrar',
  bestIs: (san) => `${san} es lo mejor.`,
  wonIn: (moves, surplus) =>
    `Hecho en ${moves === 1 ? 'una jugada' : `${moves} jugadas`}${
      surplus === 0 ? ', ¡lo más rápido posible!' : `, ${surplus} más de las necesarias.`
    }`,
  heldAll: '¡Has mantenido las tablas!',
  notCounted: 'Con ayuda: prueba otra.',
  doneIn: (surplus) =>
    surplus === 0
      ? 'lo mejor posible'
      : `${surplus} ${surplus === 1 ? 'jugada' : 'jugadas'} más lento`,
  doneWithHelp: 'con ayuda',
  anotherPosition: 'Otra posición',
  allEndgames: 'Todos los finales',
  lessonsAbout: 'Aprende ajedrez desde la primera jugada. Tu progreso se guarda en este navegador.',
  progress: (solved, all) => `${solved} de ${all}`,
  done: 'hecho',
  allLessons: 'Todas las lecciones',
  taskNumber: (number, all) => `Ejercicio ${number} de ${all}`,
  praise: ['¡Bien hecho!', '¡Exacto!', '¡Eso es!', '¡Muy bien!'],
  nextLesson: 'Lección siguiente',
};
