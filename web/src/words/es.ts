// All Spanish texts of the page.
import type { PlacedPiece, Move } from 'kibitz';
import type { Words } from './en';
import { openingInSpanish } from './openings-es';

interface Noun {
  name: string;
  the: string;
  feminine?: boolean;
}
const nouns: Record<string, Noun> = {
  p: { name: 'peón', the: 'el peón' },
  n: { name: 'caballo', the: 'el caballo' },
  b: { name: 'alfil', the: 'el alfil' },
  r: { name: 'torre', the: 'la torre', feminine: true },
  q: { name: 'dama', the: 'la dama', feminine: true },
  k: { name: 'rey', the: 'el rey' },
};
const noun = (letter: string): Noun => nouns[letter.toLowerCase()] ?? { name: letter, the: letter };
const piece = (letter: string) => noun(letter).name;
const the = (one: PlacedPiece | undefined) =>
  one ? `${noun(one.piece).the} de ${one.square}` : 'una pieza';
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const side = (color: 'white' | 'black') => (color === 'white' ? 'las blancas' : 'las negras');
const sideTitle = (color: 'white' | 'black') => (color === 'white' ? 'Blancas' : 'Negras');
const number = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

const ways: Record<string, string> = {
  p: 'Los peones avanzan en línea recta y capturan en diagonal.',
  n: 'Los caballos mueven en L: dos casillas en una dirección y una hacia el lado.',
  b: 'Los alfiles mueven en diagonal.',
  r: 'Las torres mueven en línea recta, por filas y columnas.',
  q: 'Las damas mueven en línea recta y en diagonal.',
  k: 'Los reyes mueven una casilla.',
};
const objections: Words['objections'] = {
  shape: ({ piece: letter }) => ways[letter.toLowerCase()] ?? 'Esta pieza no mueve así.',
  'own piece': (_, __, to) => `En ${to} hay una pieza suya.`,
  blocked: (_, by) => `${capital(the(by))} cierra el paso.`,
  'pawn captures': (_, __, to) =>
    `Los peones solo mueven en diagonal para capturar, y en ${to} no hay nada que capturar.`,
  'pawn ahead': (_, by) =>
    `${capital(the(by))} cierra el paso al peón; los peones solo capturan en diagonal.`,
  pinned: (one, by) =>
    by
      ? `No puede mover ${the(one)}: sin esa pieza, ${the(by)} capturaría el rey.`
      : `No puede mover ${the(one)}: el rey quedaría en jaque.`,
  'in check': (_, by) => `Está en jaque: lo da ${the(by)}, y esta jugada no lo evita.`,
  'king attacked': (_, by, to) => `El rey no puede ir a ${to}: ${the(by)} ataca esa casilla.`,
  'castling in check': (_, by) => `No puede enrocar mientras ${the(by)} da jaque.`,
  'castling lost': () => 'Ya no puede enrocar ahí: el rey o la torre se han movido.',
  'castling attacked': () => 'Al enrocar, el rey no puede pasar por una casilla atacada.',
};

/** For the side to move. */
const tableResults = {
  win: 'Ganado',
  'cursed win': 'Ganado, pero tablas por la regla de las 50 jugadas',
  draw: 'Tablas',
  'blessed loss': 'Perdido, pero tablas por la regla de las 50 jugadas',
  loss: 'Perdido',
};

export const es: Words = {
  views: 'Vistas',
  play: 'Jugar',
  analyse: 'Análisis',
  editor: 'Editor',
  watch: 'Mirar',
  myGames: 'Partidas',
  learn: 'Clases',
  arena: 'Arena',
  settings: 'Ajustes',
  sound: 'Sonidos',
  volume: 'Volumen',
  coordinates: 'Letras y números en el tablero',
  dots: 'Mostrar adónde puede ir una pieza',
  slides: 'Deslizar las piezas',
  theme: 'Tema',
  themes: { auto: 'Automático', light: 'Claro', dark: 'Oscuro', contrast: 'Alto contraste' },
  language: 'Idioma',
  board: 'Tablero',
  boards: { wood: 'Madera', green: 'Verde', blue: 'Azul', grey: 'Gris', marble: 'Mármol' },
  boardSize: 'Tamaño del tablero',
  pieceSet: 'Piezas',
  pieceSets: {
    staunton: 'Staunton',
    plain: 'Sencillas',
    turned: 'Torneadas',
    geometric: 'Geométricas',
    letters: 'Letras',
  },
  shortcuts: 'Atajos de teclado',
  keyNames: { enter: 'Intro', escape: 'Esc', home: 'Inicio', end: 'Fin', tab: 'Tab' },
  keys: {
    everywhere: 'En todas partes',
    step: 'Una jugada atrás o adelante',
    ends: 'Al principio o al final de la partida',
    flip: 'Girar el tablero',
    escape: 'Cerrar lo que esté abierto o anular una jugada anticipada',
    help: 'Mostrar estos atajos',
    takeBack: 'Deshacer una jugada',
    hint: 'Mostrar una pista',
    engine: 'Encender o apagar el motor',
    threat: 'Mostrar lo que amenaza el rival',
    reach: 'Ir al tablero',
    walk: 'Ir de casilla en casilla',
    lift: 'Levantar una pieza y dejarla',
    lettersAreCommands: 'Las letras y ? son atajos',
  },
  close: 'Cerrar',
  cancel: 'Cancelar',
  undo: 'Deshacer',
  notKept: {
    full: 'El navegador no tiene más sitio para esta página. Lo que haga a partir de ahora se perderá al cerrarla.',
    forbidden:
      'Este navegador no guarda nada aquí: no permite que esta página almacene datos. Las partidas, los ajustes y los progresos se perderán al cerrarla.',
  },
  noRoomForGames:
    'El navegador no tiene más sitio, así que esta partida no se ha guardado entre las suyas. Borre algunas allí.',
  rulesLoading: 'Cargando las reglas del ajedrez…',
  loadingFailed: (error: string) =>
    `No se ha podido cargar una parte de la página. ¿Tiene conexión? (${error})`,
  white: 'Blancas',
  black: 'Negras',
  you: 'Usted',
  player: 'Jugador',

  chessBoard: 'Tablero de ajedrez',
  letters: { p: 'P', n: 'C', b: 'A', r: 'T', q: 'D', k: 'R' },
  piece,
  square: (square, letter, isTarget, inCheck) => {
    const words = [square];
    if (letter !== '.') {
      const { name, feminine } = noun(letter);
      const ending = feminine ? 'a' : 'o';
      const color = letter === letter.toUpperCase() ? 'blanc' : 'negr';
      words.push(`${name} ${color}${ending}`);
    }
    if (inCheck) words.push('en jaque');
    if (isTarget) words.push(letter === '.' ? 'se puede mover aquí' : 'se puede capturar');
    return words.join(', ');
  },
  spoken: (move: Move) => {
    const words = move.castling
      ? `enroque ${move.castling === 'kingside' ? 'corto' : 'largo'}`
      : `${piece(move.piece)} ${move.captured ? 'captura en' : 'a'} ${move.to}`;
    const promoted = move.promotion ? `, corona ${piece(move.promotion)}` : '';
    const end = move.san.endsWith('#') ? ', mate' : move.san.endsWith('+') ? ', jaque' : '';
    return words + promoted + end;
  },
  objections,
  promoteTo: 'Coronar',
  toStart: 'Al principio',
  back: 'Atrás',
  forward: 'Adelante',
  toEnd: 'Al final',
  flip: 'Girar',
  flipBoard: 'Girar el tablero',
  moves: 'Jugadas',

  game: 'Partida',
  gameControls: 'La partida',
  isThinking: (name) => `${name} está pensando`,
  moveNow: 'Mueva ya',
  moveNowTitle: 'Que deje de pensar y mueva',
  clockOf: (name) => `Reloj de ${name}`,
  newGame: 'Partida nueva',
  opponent: 'Rival',
  kindsOfOpponents: {
    all: 'Todos',
    characters: 'Personajes',
    levels: 'Niveles',
    others: 'Otros',
  },
  whoToPlay: '¿Contra quién quiere jugar?',
  playAgainst: (name) => `Jugar contra ${name}`,
  changeOpponent: 'Cambiar de rival',
  aboutRating: (rating) => `unos ${rating}`,
  lichessRating: (rating) => `lichess ${rating}`,
  characterOf: {
    attacker: 'Ataca',
    beginner: 'Acaba de empezar',
    coach: 'Le acompaña',
    defender: 'Se defiende',
    gambiteer: 'Sacrifica con gusto',
    grabber: 'Colecciona peones',
    positional: 'Planea a largo plazo',
    classic: 'Ordenador clásico',
    'queen-lover': 'Adora la dama',
    trader: 'Cambia piezas',
    trickster: 'Tiende trampas',
    duellist: 'Busca el combate abierto',
    fortress: 'Levanta murallas',
    painter: 'Llega por los flancos',
    clerk: 'Lo comprueba todo dos veces',
    rusher: 'Juega deprisa',
    student: 'Estudia una apertura',
  },
  strengths: ['principiante', 'aficionado', 'jugador de club', 'jugador fuerte'],
  sums: (name) => `Cómo sumó ${name}`,
  sumsHelp:
    'Las valoraciones a lo largo de la mejor continuación de cada jugada, sumadas en peones; + es bueno para las blancas. Una de las jugadas marcadas salió por sorteo.',
  inTheDraw: 'en el sorteo',
  strongest: 'juega con toda su fuerza',
  onThisDevice: 'en este dispositivo',
  youPlay: (color) => `Usted lleva ${side(color)}`,
  moveToBegin: 'Mueva para empezar',
  pressToStart: 'Pulse «Empezar»',
  opponentIs: (name) => `Ahora juegas contra ${name}.`,
  swapSides: 'Cambiar de color',
  more: 'Más',
  draw: 'Tablas',
  colour: 'Color',
  either: 'Al azar',
  clock: 'Reloj',
  noClock: 'Sin reloj',
  minutes: (minutes, increment) =>
    `${number(minutes, 'minuto', 'minutos')}${increment ? ` + ${increment} s` : ''}`,
  humanPace: 'Piensa tanto como una persona',
  start: 'Comienzo',
  usualStart: 'Posición inicial',
  starts: { usual: 'Normal', chess960: 'Ajedrez 960', position: 'Desde una posición' },
  chess960Number: (number) => `Ajedrez 960, posición ${number}`,
  positionAsFen: 'Posición en FEN',
  begin: 'Empezar',
  typeMove: 'Escriba una jugada',
  typeMoveLike: 'Escriba una jugada: Cf3',
  noMove: (text) => `«${text}» no es una jugada posible aquí.`,
  whichMove: (moves) => `¿Cuál: ${moves.join(' o ')}?`,
  typeHelp: 'Escribe «ayuda» para oír qué puedes preguntar sobre el tablero.',
  enter: 'Mover',
  takeBack: 'Deshacer',
  hint: 'Pista',
  offerDraw: 'Ofrecer tablas',
  claimDraw: 'Reclamar tablas',
  resign: 'Rendirse',
  rematch: 'Revancha',
  result: 'Resultado',
  resignSure: '¿Abandonar esta partida?',
  playOn: 'Seguir jugando',
  review: 'Repasar',
  notYourMove: 'No es su turno.',
  premoveSet: (from, to) =>
    `Jugada anticipada: de ${from} a ${to}. Se anula con Escape o con una pulsación en el tablero.`,
  premoveCancelled: 'La jugada anticipada se ha anulado.',
  premoveImpossible: (from, to) => `No se puede ir de ${from} a ${to}.`,
  moveWaits: (from, to) => `De ${from} a ${to}: se jugará en cuanto se carguen las reglas.`,
  newGameBegins: 'Ha empezado una partida nueva.',
  takenBack: 'La jugada se ha deshecho.',
  hintIs: (move) => `Pista: ${move}.`,
  moveOf: (color, move) => `${sideTitle(color)}: ${move}.`,
  drawOffered: (side) => `${side}: oferta de tablas.`,
  acceptDraw: 'Aceptar las tablas',
  declines: (name) => `${name} prefiere seguir jugando.`,
  yourMove: 'Le toca mover',
  pressToBegin: (name) => `${name} mueve primero, cuando pulse en el tablero`,
  theStart: 'Posición inicial',
  reasons: {
    checkmate: 'jaque mate',
    stalemate: 'ahogado',
    'dead position': 'posición muerta',
    'fivefold repetition': 'quíntuple repetición',
    '75-move rule': 'regla de las 75 jugadas',
    'threefold repetition': 'triple repetición',
    '50-move rule': 'regla de las 50 jugadas',
    'white resigns': 'las blancas abandonan',
    'black resigns': 'las negras abandonan',
    agreed: 'de común acuerdo',
    'time ran out': 'se acabó el tiempo',
    'time ran out, but there is no way to win': 'se acabó el tiempo, pero nadie puede ganar',
  },
  ended: (winner, reason) =>
    winner ? `${capital(reason)}. Ganan ${side(winner)}.` : `Tablas: ${reason}.`,
  endedForYou: (isWon, reason) =>
    `${capital(reason)}. ${isWon ? 'Usted gana.' : 'Usted ha perdido.'}`,
  youResigned: 'Usted ha abandonado.',
  twoPlayers: 'Dos personas',
  engineDescription: 'El programa con toda su fuerza.',
  personDescription: 'Dos personas juegan por turnos en este dispositivo.',
  level: (number) => `Nivel ${number}`,
  beginner: (number) => `Principiante ${number}`,
  opponents: {
    'level-01':
      'Sabe cómo mueven las piezas, captura con gusto y deja piezas donde se pueden tomar.',
    'level-02': 'Ve algunas capturas del rival y olvida el otro lado del tablero.',
    'level-03': 'Conoce los primeros finales. Suele ver lo que se ataca cerca de la última jugada.',
    'level-04':
      'Hace las jugadas naturales; ve lo que cuelga, rara vez lo que colgará una jugada después.',
    'level-05':
      'Calcula los cambios hasta el final, desarrolla y enroca; se le escapan las amenazas calladas.',
    'level-06': 'Nuevo en el club: táctica sencilla y una idea de las buenas casillas.',
    'level-07':
      'Ve casi todas las combinaciones cortas y a veces se le escapa una, como a cualquiera.',
    'level-08': 'Juega en un club: cuatro medias jugadas y un juicio razonable.',
    'level-09': 'Juega bien en un club; su debilidad son las jugadas tranquilas en plena táctica.',
    'level-10': 'Fuerte en el club: calcula brevemente las variantes que se le ocurren.',
    'level-11':
      'Calcula más a fondo las jugadas que se le ocurren; yerra más en el juicio que en la táctica.',
    'level-12': 'Jugador de torneo fuerte, al que rara vez se le escapa una combinación corta.',
    'level-13': 'Fuerza de maestro: pequeños errores de juicio y casi ningún descuido.',
    'level-14': 'El más fuerte de los niveles humanos.',
    attacker:
      'Va a por el rey: jaques, avalanchas de peones, todas las piezas hacia el enroque, y los peones de atrás no importan. Peligroso si usted se entretiene, corto de aliento si cambia piezas.',
    beginner:
      'Juega desde hace unas semanas: da todos los jaques, saca la dama enseguida y olvida medio tablero. Da mate si se le deja.',
    'beginner-1':
      'Casi siempre sabe cómo mueven las piezas. Las deja colgadas, rara vez ve lo que usted amenaza y, aun así, encuentra de vez en cuando un mate en una.',
    'beginner-2':
      'Ha jugado un puñado de partidas. Toma lo que tiene a mano, olvida lo que deja atrás y ve algunos mates en una.',
    coach:
      'Mantiene la partida igualada para que siempre haya algo en juego. Se defiende cuanto puede si usted está mejor, deja pasar lo que ganaría y no cuelga nada a propósito.',
    defender:
      'Se encierra y espera: rey seguro, todo defendido, ninguna debilidad. Le deja atacar y vive de que usted se exceda.',
    gambiteer:
      'Entrega peones pronto y con gusto a cambio de líneas abiertas. Tómelos si puede vivir con lo que viene después.',
    grabber:
      'Toma todo lo que brilla. Ningún peón está demasiado envenenado, y sus piezas acaban lejos de casa.',
    positional:
      'Cuida las casillas, los peones y el mejor alfil, cambia cuando conviene y aprieta. Las combinaciones no son su fuerte.',
    classic:
      'El ordenador clásico: suma las piezas, los ataques y las defensas en cada variante, tres medias jugadas adelante, y enseña sus sumas.',
    'queen-lover': 'Todo con la dama: pronto, por todas partes y, a ser posible, con jaque.',
    trader:
      'Cambia todo lo que se deja cambiar y en el final se siente en casa. Mantenga las piezas en el tablero si quiere verle sudar.',
    trickster:
      'Tiende trampas: prefiere la jugada ante la que la respuesta natural es un error. Mire dos veces lo que está colgado.',
    duellist:
      'Abre el juego y golpea: siciliana contra el peón de rey, todas las piezas contra su rey y ningún medio punto tranquilo. Aprendió en el parque, contra cualquiera que se sentara.',
    fortress:
      'Se atrinchera: francesa, centro cerrado y una muralla de peones hasta que usted se impaciente. Cuarenta años de tardes de club, casi nunca con prisa.',
    painter:
      'Espera en el borde: aperturas de flanco, alfiles en las grandes diagonales, y el centro es suyo hasta que se puede desmontar. Pinta barcas y juega como sube la marea.',
    clerk:
      'Lo comprueba todo dos veces: Caro-Kann, peones sólidos y todos los cambios que se ofrecen. Anota con tinta y se toma el tiempo que hace falta.',
    rusher:
      'Mueve antes de que usted suelte la pieza: peón de rey, gambitos por instinto y trucos que funcionan una vez. Juega en la pausa del almuerzo y vuelve al trabajo en diez minutos.',
    student:
      'Tiene una apertura y está orgulloso de ella: peón de rey, caballo, alfil y el enroque antes que nada. Lee un capítulo por semana; el de esta trataba de los ataques dobles.',
  },

  position: 'Posición',
  analysis: 'Análisis',
  evaluationIs: (score) => `Evaluación ${score}`,
  noEvaluation: 'Todavía sin evaluación',
  inThePgn: (score) => `${score} según el PGN`,
  engine: 'Motor',
  wholeLine: 'Mostrar la variante entera',
  lines: 'Variantes',
  lineCount: (count) => number(count, 'variante', 'variantes'),
  engineSettings: 'Ajustes del motor',
  threads: 'Hilos',
  memory: 'Memoria',
  engineSettingsHelp:
    'El motor calcula hasta que usted lo apaga. Más hilos y más memoria lo hacen más fuerte; si hay una partida en curso, se turna con ella.',
  oneThreadOnly:
    'El motor calcula hasta que usted lo apaga. En esta página solo puede usar un hilo.',
  depthAndSpeed: (depth, speed) => `profundidad ${depth} · ${speed} kN/s`,
  threat: 'Amenaza',
  lookingForThreats: 'Buscando una amenaza…',
  threatIs: (color, line, score) =>
    `Si ${side(color === 'white' ? 'black' : 'white')} no hicieran nada, ${side(color)} jugarían ${line} (${score}).`,
  endgameTables: 'Tablas de finales',
  askingTables: 'Preguntando al servidor…',
  notInTables: 'El servidor no tiene tablas de finales con esta posición.',
  tableResults,
  tableResult: (result, dtz) =>
    `${tableResults[result]} para el bando que mueve${
      dtz ? `; ${dtz} medias jugadas hasta la próxima captura, jugada de peón o mate` : ''
    }.`,
  emptyTree: 'Haga una jugada o pegue abajo una partida o una posición.',
  editStart: 'Comentario antes de la primera jugada',
  glyphOf: { move: 'La jugada', position: 'La posición', remark: 'Observación' },
  noGlyph: 'Sin signo',
  glyphNames: {
    1: 'buena jugada',
    2: 'error',
    3: 'jugada brillante',
    4: 'error grave',
    5: 'jugada interesante',
    6: 'jugada dudosa',
    7: 'única jugada',
    10: 'igualdad',
    13: 'posición poco clara',
    14: 'las blancas están algo mejor',
    15: 'las negras están algo mejor',
    16: 'las blancas están mejor',
    17: 'las negras están mejor',
    18: 'las blancas ganan',
    19: 'las negras ganan',
    22: 'zugzwang',
    32: 'ventaja de desarrollo',
    36: 'iniciativa',
    40: 'ataque',
    44: 'compensación por el material',
    132: 'contrajuego',
    138: 'apuro de tiempo',
    140: 'con la idea',
    146: 'novedad',
  },
  editMove: 'Editar esta jugada',
  comment: 'Comentario',
  moveUp: 'Hacia arriba',
  moveDown: 'Hacia abajo',
  mainLine: 'Línea principal',
  delete: 'Borrar',
  gamesAndPositions: 'Partidas y posiciones',
  games: 'Partidas',
  gamesInFile: (count) => `${count} partidas en este archivo`,
  moreGames: (count) => `El archivo tiene más partidas; estas son las primeras ${count}.`,
  nameless: 'Partida sin nombre',
  print: 'Imprimir',
  downloadPgn: 'Descargar PGN',
  paste: 'Pegue un PGN o FEN, o suelte un archivo',
  open: 'Abrir',
  openFile: 'Abrir un archivo',
  clear: 'Vaciar',
  share: 'Compartir',
  variation: 'Variante',
  shareLink: 'Compartir enlace',
  copied: 'Copiado.',
  given: {
    link: 'Un enlace que contiene toda la partida',
    pgn: 'La partida en PGN',
    variation: 'Esta variante en PGN',
    fen: 'La posición en FEN',
  },
  linkTooLong: 'Esta partida es demasiado larga para un enlace y se ha guardado como archivo.',
  linkDamaged: 'El enlace está dañado: falta una parte o ha cambiado. Pídalo de nuevo.',
  notAllRead: (error) => `No se ha podido leer todo: ${error}`,
  noGame: (error) => `No se ha encontrado ninguna partida de ajedrez. ${error}`,
  pictures: 'Imágenes',
  positionSvg: 'Posición, SVG',
  positionPng: 'Posición, PNG',
  gameGif: 'Partida, GIF',
  drawing: 'Dibujando…',
  playFromHere: 'Jugar desde aquí',
  isAddress: (site) =>
    `Esto es una dirección. La página no lee partidas de ${site}: copie allí el PGN y péguelo aquí.`,
  cleared: 'La partida se ha quitado.',
  replaced: 'Se ha abierto otra partida.',
  deleted: (san) => `Se ha borrado ${san} y todo lo que sigue.`,
  fileTooLarge: (megabytes) =>
    `Este archivo es demasiado grande: aquí se abren ${megabytes} MB como máximo.`,
  editPosition: 'Cambiar la posición',
  openingExplorer: 'Explorador de aperturas',
  openingName: openingInSpanish,

  reviewGame: 'Repasar esta partida',
  reviewed: (white, black) =>
    `El repaso ha terminado. Precisión: blancas ${white} %, negras ${black} %.`,
  howItWent: 'Cómo fue la partida',
  reviewing: 'Repasando la partida',
  stop: 'Parar',
  whitesChances: 'Las posibilidades de las blancas a lo largo de la partida',
  verdicts: { inaccuracy: 'Imprecisión', mistake: 'Error', blunder: 'Error grave' },
  verdictOf: (san, verdict) =>
    `${san} es ${{ inaccuracy: 'una imprecisión', mistake: 'un error', blunder: 'un error grave' }[verdict]}.`,
  counted: (inaccuracies, mistakes, blunders) =>
    `${inaccuracies} ?!  ${mistakes} ?  ${blunders} ??`,
  chancesFall: (color, from, to) =>
    `Las posibilidades de ${side(color)} bajan del ${from} % al ${to} %.`,
  why: (san) => `¿Por qué ${san}?`,
  lookingForReasons: 'Buscando las razones…',
  noReason: 'Nada especial habla a favor ni en contra.',
  moveIsWorth: (san, score) => `${san}: ${score}`,
  isBestMove: 'Es lo que jugaría el motor.',
  bestMoveIs: (san, score) => `El motor prefiere ${san} (${score}).`,
  averageLoss: (centipawns) => `pérdida media de ${centipawns} cp`,
  showIt: 'Mostrar',
  showBetter: 'Mostrar la mejor jugada',
  tryAgain: 'Intentarlo desde aquí',
  lineShown: 'La variante',
  keepLine: 'Guardar como variante',
  backToGame: 'Volver a la partida',
  puzzle: 'Problema',
  mistakeOf: (number, count) => `Error ${number} de ${count}`,
  allSolved: (count) =>
    count === 1 ? 'Ha resuelto el error.' : `Ha resuelto los ${count} errores.`,
  practise: (color, count) =>
    count === 1
      ? `Practicar el error de ${side(color)}`
      : `Practicar los ${count} errores de ${side(color)}`,
  puzzleTask: (color, number, played) =>
    `${capital(side(color))} jugaron ${number}${played}. Encuentre algo mejor.`,
  puzzleSolved: (san) => `¡Sí, ${san}!`,
  solutionWas: (san) => `La jugada era ${san}.`,
  puzzleAlso: (san) => `${san} también es buena.`,
  puzzleWrong: (san, percent) =>
    `${san} pierde un ${percent} % de las posibilidades. Inténtelo de nuevo.`,
  puzzleThinking: (san) => `Comprobando ${san}`,
  solution: 'Solución',
  next: 'Siguiente',
  done: 'Hecho',

  positionEditor: 'Editor de posiciones',
  pieces: 'Piezas para colocar',
  erase: 'Borrar',
  move: 'Mover',
  toMove: 'Turno',
  castling: 'Enroque',
  castlingNames: {
    K: 'Blancas, corto',
    Q: 'Blancas, largo',
    k: 'Negras, corto',
    q: 'Negras, largo',
  },
  emptyBoard: 'Vaciar',
  emptied: 'El tablero se ha vaciado.',
  editorHelp:
    'Elija una pieza y pulse en las casillas, o arrastre las piezas. Las que se sueltan fuera del tablero desaparecen.',
  positionIsGood: 'Esta posición se puede jugar.',

  whoPlaysWhom: '¿Quién juega contra quién?',
  whoPlays: (color) => `¿Quién lleva ${side(color)}?`,
  choose: 'Elegir',
  watchHelp: 'Dos rivales juegan entre sí y usted mira.',
  secondsAMove: 'Segundos por jugada',
  secondsNumber: (seconds) => (seconds === 0 ? 'Tan rápido como se pueda' : `${seconds} s`),
  startWatching: 'Empezar',
  pause: 'Pausa',
  goOn: 'Continuar',
  anotherGame: 'Otra partida',
};
