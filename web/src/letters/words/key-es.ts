// The texts of making and keeping a key in Spanish.
import type { KeyWords } from './key-en';

export const es: KeyWords = {
  heading: 'Cartas',
  about:
    'Una carta es un texto breve que solo una persona puede leer, y que sabe con certeza quién la escribió. El servidor que la guarda ve quién escribe a quién y cuándo, pero no el texto.',
  obstacles: {
    insecure:
      'Las cartas necesitan una conexión segura. Los navegadores solo ofrecen su cifrado por https o en este mismo equipo (localhost), y esta página ha llegado por http. Pida al responsable de este servidor una dirección con https, o escriba con el programa: kibitz letter.',
    oldBrowser:
      'A este navegador le falta el cifrado que necesitan las cartas (Ed25519 y X25519). Las versiones actuales de Firefox, Chrome, Edge y Safari lo tienen.',
    noStorage:
      'Este navegador no guarda nada para esta página, como en una ventana privada, y por eso no puede guardar una clave.',
  },

  noKey:
    'Necesita una clave: 24 palabras que se apuntan una sola vez. No hay cuenta ni contraseña.',
  newKey: 'Crear una clave',
  haveWords: 'Tengo 24 palabras',
  yourWords: 'Sus 24 palabras',
  writeDown:
    'Apunte estas palabras en papel, en este orden. Son la clave: quien las tenga puede leer sus cartas, y nadie puede recuperarlas. Solo se muestran ahora.',
  writtenDown: 'Las he apuntado',
  confirm: 'Para mayor seguridad, escriba tres de ellas.',
  wordNumber: (at) => `Palabra ${at}`,
  wrongWord: 'Esa no es la palabra. Mire lo que ha apuntado.',
  showAgain: 'Mostrar otra vez las palabras',
  confirmNow: 'Usar esta clave',
  enterWords: 'Sus 24 palabras, en orden',
  restore: 'Recuperar la clave',
  cancel: 'Cancelar',
  whereKept:
    'La clave queda en este navegador, en su base de datos (IndexedDB). Esta página puede usarla, pero no leer sus bytes, y por eso no puede mostrar otra vez las palabras. Quien use este navegador como usted puede leer sus cartas y escribir en su nombre. Si borra los datos de este sitio, la clave desaparece de aquí, y sus palabras la recuperan.',
  address: 'Su dirección',
  addressHelp: 'Désela a quien quiera escribirle: en papel, por teléfono, en su perfil.',
  publicKey: 'Su clave pública, para cartas en archivos',
  copy: 'Copiar',
  copied: 'Copiado.',
  nameHelp: (name) =>
    `En esta arena usted es ${name}. Quien mire su página puede escribirle desde allí si usted dice que esta clave es suya. Entonces todos pueden verla.`,
  sayName: 'Mostrar la clave en mi página',
  takeNameBack: 'Quitarla de mi página',
  nameSaid: 'Su página tiene la clave.',
  nameTakenBack: 'Su página no tiene ninguna clave.',
  policy: 'Cartas de',
  policies: { known: 'personas que conozco', everybody: 'todos', nobody: 'nadie' },
  policyHelp:
    'Usted conoce a quienes ha escrito y con quienes ha jugado. Los demás pueden dejarle una carta corta hasta que la conteste o la borre.',
  forget: 'Quitar la clave de este navegador',
  forgetSure: 'Sin sus 24 palabras nadie puede recuperarla. ¿Las tiene?',
  forgetNow: 'Tengo las palabras: quitarla',

  who: '¿Quién es?',
  whoHelp:
    'Pida a esa persona su dirección por otro medio, como el teléfono, y escríbala aquí. Si es la misma, la carta es realmente suya.',
  name: 'El nombre que usted le da',
  theirAddress: 'La dirección que le ha dado',
  saveName: 'Guardar',
  differs: 'Es otra dirección. La carta no es de quien se la dio.',
  isVerified: 'La dirección es correcta: comprobado.',

  report: 'Denunciar esta carta',
  reportHelp:
    'Quien lleva este servidor no puede leer las cartas. Si esta le insulta o le amenaza, puede mostrársela: la leerá con su nota y tendrá la prueba de que la escribió su remitente. Todas las demás cartas siguen siendo secretas.',
  reportNote: 'Lo que debería saber quien lleva el servidor',
  reportNow: 'Mostrar la carta',
  reported: 'Quien lleva el servidor ya puede leer esta carta.',
  recoverHelp:
    'Esta clave pertenece a un nombre de la arena que este navegador no tiene. Si trae el nombre aquí, dejará de valer en el aparato que lo tenía.',
  recover: (name) => `Jugar como ${name} en este aparato`,

  limits: 'De qué protegen las cartas y de qué no',
  limitList: [
    'Quien lleva el servidor ve quién escribe a quién, cuándo y más o menos cuánto. Puede perder o retrasar cartas, pero no leerlas, cambiarlas ni falsificarlas.',
    'Esta página viene de ese servidor. Uno que entregue una página modificada podría leer lo que usted escriba en ella. letters.html desde otro lugar y el programa no dependen de él.',
    'Hay una sola clave para todo: quien consiga sus palabras puede leer todas las cartas que se hayan guardado para usted.',
    'La persona a quien escribe puede demostrar a otros lo que usted escribió.',
    'Las cartas que nadie borra desaparecen tras el plazo que indica el servidor.',
  ],
  takeAlong: 'Guardar letters.html, una página en un solo archivo para cualquier lugar',

  server: 'Servidor',
  serverHelp:
    'La dirección de un servidor que guarde cartas, por ejemplo https://chess.example.org',
  connect: 'Conectar',
  otherServer: 'Otro servidor',

  refusals: {
    wordCount: 'No hay 24 palabras.',
    unknownWord: 'Una de estas palabras no está en la lista.',
    wordChecksum: 'Las palabras no van juntas: una es incorrecta, o dos están cambiadas.',
    alreadyReported: 'Ya ha denunciado esta carta.',
    tooManyReports: 'Hay demasiadas denuncias pendientes. Inténtelo más tarde.',
    notYourName: 'Nadie con ese nombre ha mostrado esta clave como suya.',
    noToken: 'Quien lleva este servidor ha bloqueado ese nombre.',
    tooManyRecoveries: 'Ha recuperado nombres demasiadas veces. Inténtelo dentro de una hora.',
    arenaFailed: 'La arena no responde ahora.',
  },
};
