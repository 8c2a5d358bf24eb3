// The texts of the laboratory's page in Spanish.
import type { LabWords } from './lab-en';

const number = (value: number) => value.toLocaleString('es');
const digits = (value: number, places: number) =>
  value.toLocaleString('es', { minimumFractionDigits: places, maximumFractionDigits: places });

export const es: LabWords = {
  locale: 'es',
  title: 'Laboratorio',
  views: { tests: 'Pruebas', workers: 'Máquinas', record: 'Registro' },
  number,
  digits,
  language: 'Idioma',

  away: 'El laboratorio no responde. Se muestra lo último que se supo de él.',
  loading: 'Cargando…',
  missing: 'Esa prueba no existe.',
  toTests: 'Todas las pruebas',

  noTests: 'Todavía no ha empezado ninguna prueba.',
  beginTest: 'Una prueba se empieza en un terminal, con las opciones de kibitz match:',
  running: 'En curso',
  finished: 'Terminadas',
  states: {
    open: 'En curso',
    checking: 'En revisión',
    stopped: 'Detenida',
    complete: 'Completa',
    'H0 accepted': 'H0 aceptada',
    'H1 accepted': 'H1 aceptada',
  },
  trainingData: 'Datos de entrenamiento',
  testName: (test, players) =>
    players.length === 2 ? `${players[0]} contra ${players[1]}` : `Prueba ${test}`,
  testNumber: (test) => `Prueba ${test}`,
  games: (count) => `${number(count)} ${count === 1 ? 'partida' : 'partidas'}`,
  ofGames: (count, most) => `${number(count)} de ${number(most)} partidas como máximo`,
  playing: (units) => `${number(units)} en juego`,
  priorityIs: (priority) => `prioridad ${priority}`,
  llrOf: (llr, bounds) => `LLR ${llr} de ${bounds}`,

  figures: {
    games: 'Partidas',
    positions: 'Posiciones',
    whiteResults: 'Blancas: ganadas, tablas, perdidas',
    elo: 'Elo',
    llr: 'LLR',
    results: 'Ganadas, tablas, perdidas',
    units: 'En juego',
  },
  eloGraph: 'Elo con su intervalo del 95 %',
  llrGraph: 'Razón de verosimilitudes (logaritmo)',
  afterGames: (count) => `tras ${number(count)} partidas`,
  graphLabel: (name, value) => `${name}: ahora ${value}`,
  noCourse: 'Las curvas empiezan con la primera pareja contada.',
  pairs: 'Parejas según los puntos del primer jugador',
  pairsLabel: (points, count) => `${points} puntos: ${number(count)}`,
  table: 'Resultados',
  player: 'Jugador',
  wins: 'Ganadas',
  draws: 'Tablas',
  losses: 'Perdidas',
  options: 'Opciones de la prueba',

  faults: 'Fallos',
  lack: (what) => `Aún no hay veredicto: ${what}.`,
  setAside: 'Apartadas: sus resultados no cuentan',
  broken: (units) => `Unidades en las que falló un motor y que se juegan de nuevo: ${units}`,
  noFaults: 'Ningún motor ha fallado.',
  faultKinds: {
    'failed to start': 'no arranca',
    crash: 'se cerró',
    stall: 'no responde',
    'time loss': 'perdió por tiempo',
    'illegal move': 'jugada ilegal',
    'illegal PV': 'variante ilegal',
    'disobeyed limit': 'no respetó el límite',
    garbage: 'la salida no es UCI',
  },
  engine: 'Motor',
  worker: 'Máquina',
  fault: 'Fallo',
  count: 'Veces',
  lastTime: 'Última vez',
  lastGame: (unit, game) => `unidad ${unit}, partida ${game + 1}`,

  endings: {
    checkmate: 'jaque mate',
    stalemate: 'rey ahogado',
    'dead position': 'posición muerta',
    repetition: 'repetición',
    'fifty moves': 'regla de las 50 jugadas',
    'draw adjudication': 'tablas acordadas o adjudicadas',
    resignation: 'abandono',
    tablebase: 'según las tablas de finales',
    'move limit': 'límite de jugadas',
  },
  gamesTitle: 'Partidas',
  noGames: 'Todavía no hay partidas contadas.',
  playedBy: (worker) => `jugada por ${worker}`,
  moves: (plies) => `${Math.ceil(plies / 2)} jugadas`,
  earlier: 'Partidas anteriores',
  latest: 'Últimas partidas',
  replay: 'Reproducir',
  replaying: (number_) => `Partida ${number_}`,
  downloadGame: 'Descargar esta partida',
  downloadAll: 'Descargar todas las partidas',
  downloading: 'Descargando las partidas…',
  gameFailed: 'No se ha podido descargar la partida.',
  close: 'Cerrar',

  noWorkers: 'Ninguna máquina tiene clave todavía.',
  addWorker: 'Cada máquina recibe una clave en un terminal:',
  trust: { own: 'máquina propia', trusted: 'de confianza', volunteer: 'voluntaria' },
  deviates: (kind, test) =>
    kind === 'results'
      ? `Sus resultados en la prueba ${test} no son como los de las demás máquinas.`
      : `En la prueba ${test}, sus motores pierden por tiempo más a menudo que los de las demás máquinas.`,
  isVoid: 'anulada',
  isRevoked: 'clave retirada',
  seen: (seconds) =>
    seconds === undefined
      ? 'no vista desde el arranque'
      : seconds < 60
        ? 'aquí ahora'
        : seconds < 3600
          ? `vista hace ${Math.floor(seconds / 60)} min`
          : `vista hace ${Math.floor(seconds / 3600)} h`,
  workerFigures: {
    cores: 'Núcleos',
    playing: 'En juego',
    games: 'Partidas',
    speed: 'Nodos/s',
    faults: 'Fallos',
    refused: 'Rechazados',
    audited: 'Revisados',
    differing: 'Distintos',
  },

  noRecord: 'Todavía no ha pasado nada.',
  theLaboratory: 'El laboratorio',
  when: 'Cuándo',
  who: 'Quién',
  what: 'Qué',
  deeds: {
    keyAdded: (name, trust) => `dio una clave a ${name} (${trust})`,
    operatorAdded: (name) => `dio una clave de operador a ${name}`,
    keyRevoked: (name) => `retiró la clave de ${name}`,
    testBegun: (test) => `empezó la prueba ${test}`,
    testStopped: (test) => `detuvo la prueba ${test}`,
    testPrioritised: (test, priority) => `dio a la prueba ${test} la prioridad ${priority}`,
    workerVoided: (worker) => `anuló los resultados de ${worker}`,
    uploadPiece: (hash) => `subió el motor ${hash}`,
    workerRestored: (worker) => `restableció los resultados de ${worker}`,
    other: (fact) => fact,
  },

  signIn: 'Entrar',
  signOut: 'Salir',
  signedIn: (name) => `Ha entrado con la clave de ${name}`,
  signInTitle: 'Entrar como operador',
  signInWhy:
    'Todos pueden mirar. Para cambiar algo, indique el token de un operador: kibitz lab up ha escrito uno en su carpeta, en el archivo operator-token.',
  token: 'Token de un operador',
  cancel: 'Cancelar',
  stop: 'Detener la prueba',
  stopSure: 'Sus partidas se conservan. Después no podrá continuar.',
  priority: 'Prioridad',
  setPriority: 'Fijar',
  voidResults: 'Anular',
  voidSure: 'Ninguno de sus resultados cuenta ya; sus unidades se juegan otra vez.',
  restore: 'Restablecer',
  revoke: 'Retirar la clave',
  revokeSure: 'La máquina será rechazada desde ahora; sus resultados se conservan.',
  refusals: {
    key: 'Esta clave no es válida.',
    token: 'Eso no es un token. Tiene esta forma: ws://DIRECCIÓN#NOMBRE:SECRETO.',
    worker: 'Es la clave de una máquina, que no puede cambiar nada.',
    journal: 'El laboratorio no ha podido guardarlo. Inténtelo más tarde.',
    away: 'El laboratorio no responde.',
  },
  refused: (text) => `El laboratorio lo rechaza: ${text}`,
};
