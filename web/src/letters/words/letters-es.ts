// The texts of letters in Spanish.
import type { LettersWords } from './letters-en';

export const es: LettersWords = {
  title: 'Cartas',
  parts: { inbox: 'Recibidas', write: 'Escribir', sent: 'Enviadas', key: 'Su clave' },
  loading: 'Cargando…',

  none: 'No hay cartas.',
  lookAgain: 'Mirar otra vez',
  unread: 'sin leer',
  waiting: (count) => `Sin leer: ${count}`,
  from: 'De',
  nobody: 'Remitente desconocido',
  inArena: (name) => `${name} en la arena`,
  verified: 'comprobado',
  reply: 'Responder',
  save: 'Guardar sellada',
  saveHelp: 'La carta tal como viajó, para un programa que la verifique o la abra',
  saved: 'La carta sellada se ha guardado.',
  remove: 'Borrar',
  removed: 'Se ha borrado la carta.',
  back: 'Volver a las recibidas',
  block: 'Bloquear',
  unblock: 'Desbloquear',
  blocked: 'Ya no llegan cartas de esta persona.',
  unblocked: 'Esta persona puede escribirle de nuevo.',
  refused: 'Esta carta se rechaza.',

  recipient: 'Dirección, o el nombre que usted da a alguien',
  text: 'Texto',
  left: (bytes) => `Quedan ${bytes} bytes`,
  send: 'Sellar y enviar',
  sent: 'La carta se ha sellado y enviado.',
  notKept: 'Solo quien la recibe puede leerla. Una copia para usted queda en este navegador.',
  copiesHelp: 'Copias que quedan en este navegador; solo su clave las abre.',
  noCopies: 'Desde este navegador no se ha enviado nada.',

  refusals: {
    noSender: 'Este servidor no guarda cartas sin remitente.',
    repeated: 'Esta carta ya ha llegado.',
    textTooLong: 'La carta es demasiado larga.',
    tooLong: 'La carta es demasiado larga.',
    noConnection: 'No se puede llegar al servidor, o no guarda cartas.',
    otherHost: 'El servidor da un nombre distinto de aquel con el que se le llamó.',
    wrongAddress:
      'El servidor ha dado una clave que no corresponde a esta dirección. No se ha enviado nada.',
    notAddress: 'Una dirección empieza por kz y tiene 54 caracteres.',
    noMailbox: 'Nadie con esta dirección ha abierto todavía un buzón en este servidor.',
    senderBarred: 'Quien lleva este servidor no acepta cartas de usted.',
    blocked: 'Esta persona no quiere cartas de usted.',
    waitForAnswer:
      'Su primera carta espera a esta persona, que nunca le ha escrito. La segunda podrá seguir cuando la haya contestado o borrado.',
    notWanted: 'Esta persona no quiere cartas.',
    tooLongForStranger:
      'Esta persona aún no le conoce: una primera carta tiene como mucho 512 bytes.',
    tooManyFirstLetters: 'Hoy ya ha escrito a tantas personas nuevas como se permite.',
    tooManyLetters: 'Ha enviado todas las cartas que se permiten en un día.',
    tooManyMailboxes:
      'Se han abierto demasiados buzones desde su red. Inténtelo de nuevo dentro de una hora.',
    mailboxFull: 'El buzón de esta persona está lleno.',
    wrongTime: 'El reloj de este aparato se equivoca en más de un día.',
    noSuchLetter: 'Esta carta ya no está.',
    storeFailed: 'El servidor tiene problemas con sus cartas. Inténtelo más tarde.',
    otherRecipient: 'Está dirigida a otra persona.',
  },
  changed: 'Se cambió por el camino, o no es de la persona cuya dirección lleva.',
};
