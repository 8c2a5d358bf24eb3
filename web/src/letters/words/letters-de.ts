// The texts of letters in German.
import type { LettersWords } from './letters-en';

export const de: LettersWords = {
  title: 'Briefe',
  parts: { inbox: 'Eingang', write: 'Schreiben', sent: 'Gesendet', key: 'Ihr Schlüssel' },
  loading: 'Wird geladen…',

  none: 'Es sind keine Briefe da.',
  lookAgain: 'Noch einmal nachsehen',
  unread: 'ungelesen',
  waiting: (count) => `Ungelesen: ${count}`,
  from: 'Von',
  nobody: 'Unbekannter Absender',
  inArena: (name) => `${name} in der Arena`,
  verified: 'geprüft',
  reply: 'Antworten',
  save: 'Versiegelt speichern',
  saveHelp: 'Der Brief, wie er unterwegs war, für ein Programm, das ihn prüft oder öffnet',
  saved: 'Der versiegelte Brief wurde gespeichert.',
  remove: 'Löschen',
  removed: 'Der Brief wurde gelöscht.',
  back: 'Zurück zum Eingang',
  block: 'Sperren',
  unblock: 'Nicht mehr sperren',
  blocked: 'Von diesem Menschen kommen keine Briefe mehr an.',
  unblocked: 'Dieser Mensch kann Ihnen wieder schreiben.',
  refused: 'Dieser Brief wird abgelehnt.',

  recipient: 'Adresse, oder Ihr Name für jemanden',
  text: 'Inhalt',
  left: (bytes) => `Noch ${bytes} Bytes`,
  send: 'Versiegeln und senden',
  sent: 'Der Brief wurde versiegelt und gesendet.',
  notKept: 'Nur der Empfänger kann ihn lesen. Eine Kopie für Sie bleibt in diesem Browser.',
  copiesHelp: 'Kopien, die in diesem Browser bleiben; nur Ihr Schlüssel öffnet sie.',
  noCopies: 'Aus diesem Browser wurde nichts gesendet.',

  refusals: {
    noSender: 'Dieser Server bewahrt keine Briefe ohne Absender auf.',
    repeated: 'Dieser Brief ist schon da.',
    textTooLong: 'Der Brief ist zu lang.',
    tooLong: 'Der Brief ist zu lang.',
    noConnection: 'Der Server ist nicht zu erreichen, oder er bewahrt keine Briefe auf.',
    otherHost: 'Der Server nennt einen anderen Namen als den, unter dem er angesprochen wurde.',
    wrongAddress:
      'Der Server hat einen Schlüssel gegeben, der nicht zu dieser Adresse gehört. Nichts wurde gesendet.',
    notAddress: 'Eine Adresse beginnt mit kz und hat 54 Zeichen.',
    noMailbox: 'Niemand mit dieser Adresse hat auf diesem Server schon einen Briefkasten geöffnet.',
    senderBarred: 'Der Betreiber dieses Servers nimmt keine Briefe von Ihnen an.',
    blocked: 'Dieser Mensch möchte keine Briefe von Ihnen.',
    waitForAnswer:
      'Ihr erster Brief wartet auf diesen Menschen, der Ihnen noch nie geschrieben hat. Ein zweiter kann folgen, wenn er den ersten beantwortet oder gelöscht hat.',
    notWanted: 'Dieser Mensch möchte keine Briefe.',
    tooLongForStranger:
      'Dieser Mensch kennt Sie noch nicht: Ein erster Brief an ihn hat höchstens 512 Bytes.',
    tooManyFirstLetters: 'Sie haben heute so vielen neuen Menschen geschrieben, wie erlaubt ist.',
    tooManyLetters: 'Sie haben so viele Briefe gesendet, wie an einem Tag erlaubt sind.',
    tooManyMailboxes:
      'Aus Ihrem Netz wurden zu viele Briefkästen geöffnet. Versuchen Sie es in einer Stunde wieder.',
    mailboxFull: 'Der Briefkasten dieses Menschen ist voll.',
    wrongTime: 'Die Uhr dieses Geräts geht um mehr als einen Tag falsch.',
    noSuchLetter: 'Diesen Brief gibt es nicht mehr.',
    storeFailed: 'Der Server kann seine Briefe gerade nicht verwenden. Versuchen Sie es später.',
    otherRecipient: 'Er ist an jemand anderen gerichtet.',
  },
  changed: 'Er wurde unterwegs verändert, oder er ist nicht von dem, dessen Adresse er trägt.',
};
