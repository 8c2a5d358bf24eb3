// The texts of making and keeping a key in German.
import type { KeyWords } from './key-en';

export const de: KeyWords = {
  heading: 'Briefe',
  about:
    'Ein Brief ist ein kurzer Text, den nur ein Mensch lesen kann und von dem dieser weiß, wer ihn geschrieben hat. Der Server, der ihn aufbewahrt, sieht, wer wem wann schreibt, aber nicht den Text.',
  obstacles: {
    insecure:
      'Briefe brauchen eine sichere Verbindung. Browser stellen ihre Verschlüsselung nur über https zur Verfügung oder auf diesem Rechner selbst (localhost), und diese Seite kam über http. Fragen Sie den Betreiber dieses Servers nach einer Adresse mit https, oder schreiben Sie mit dem Programm: kibitz letter.',
    oldBrowser:
      'Diesem Browser fehlt die Verschlüsselung, die Briefe brauchen (Ed25519 und X25519). Die aktuellen Versionen von Firefox, Chrome, Edge und Safari haben sie.',
    noStorage:
      'Dieser Browser behält hier nichts, wie in einem privaten Fenster, und kann deshalb keinen Schlüssel aufbewahren.',
  },

  noKey:
    'Sie brauchen einen Schlüssel: 24 Wörter, die Sie einmal aufschreiben. Es gibt kein Konto und kein Passwort.',
  newKey: 'Einen Schlüssel erzeugen',
  haveWords: 'Ich habe 24 Wörter',
  yourWords: 'Ihre 24 Wörter',
  writeDown:
    'Schreiben Sie diese Wörter in dieser Reihenfolge auf Papier. Sie sind der Schlüssel: Wer sie hat, kann Ihre Briefe lesen, und niemand kann sie wiederbeschaffen. Sie werden nur jetzt gezeigt.',
  writtenDown: 'Ich habe sie aufgeschrieben',
  confirm: 'Geben Sie zur Sicherheit drei davon ein.',
  wordNumber: (at) => `Wort ${at}`,
  wrongWord: 'Das ist nicht das Wort. Sehen Sie bitte nach, was Sie aufgeschrieben haben.',
  showAgain: 'Die Wörter noch einmal zeigen',
  confirmNow: 'Diesen Schlüssel verwenden',
  enterWords: 'Ihre 24 Wörter der Reihe nach',
  restore: 'Den Schlüssel wiederherstellen',
  cancel: 'Abbrechen',
  whereKept:
    'Der Schlüssel bleibt in diesem Browser, in dessen Datenbank (IndexedDB). Diese Seite kann ihn verwenden, aber seine Bytes nicht lesen, und deshalb die Wörter nicht noch einmal zeigen. Wer diesen Browser so verwendet wie Sie, kann Ihre Briefe lesen und in Ihrem Namen schreiben. Wenn Sie die Daten dieser Seite löschen, ist der Schlüssel hier verloren, und Ihre Wörter bringen ihn zurück.',
  address: 'Ihre Adresse',
  addressHelp:
    'Geben Sie sie Menschen, die Ihnen schreiben wollen: auf Papier, am Telefon, in Ihrem Profil.',
  publicKey: 'Ihr öffentlicher Schlüssel, für Briefe in Dateien',
  copy: 'Kopieren',
  copied: 'Kopiert.',
  nameHelp: (name) =>
    `In dieser Arena heißen Sie ${name}. Wer Ihre Seite ansieht, kann Ihnen von dort schreiben, wenn Sie sagen, dass dieser Schlüssel Ihrer ist. Er ist dann für alle zu sehen.`,
  sayName: 'Den Schlüssel auf meiner Seite zeigen',
  takeNameBack: 'Ihn von meiner Seite nehmen',
  nameSaid: 'Ihre Seite hat den Schlüssel.',
  nameTakenBack: 'Ihre Seite hat keinen Schlüssel.',
  policy: 'Briefe von',
  policies: { known: 'Menschen, die ich kenne', everybody: 'allen', nobody: 'niemandem' },
  policyHelp:
    'Sie kennen alle, denen Sie geschrieben oder mit denen Sie gespielt haben. Andere können Ihnen einen kurzen Brief dalassen, bis Sie ihn beantworten oder löschen.',
  forget: 'Den Schlüssel aus diesem Browser entfernen',
  forgetSure: 'Ohne Ihre 24 Wörter kann ihn niemand zurückbringen. Haben Sie die Wörter?',
  forgetNow: 'Ich habe die Wörter: entfernen',

  who: 'Wer ist das?',
  whoHelp:
    'Fragen Sie diesen Menschen auf einem anderen Weg nach seiner Adresse, etwa am Telefon, und geben Sie sie hier ein. Ist es dieselbe, dann ist der Brief wirklich von ihm.',
  name: 'Ihr Name für diesen Menschen',
  theirAddress: 'Die Adresse, die er Ihnen gegeben hat',
  saveName: 'Speichern',
  differs: 'Das ist eine andere Adresse. Der Brief ist nicht von dem, der sie Ihnen gegeben hat.',
  isVerified: 'Die Adresse stimmt: geprüft.',

  report: 'Diesen Brief melden',
  reportHelp:
    'Der Betreiber dieses Servers kann keine Briefe lesen. Wenn dieser Sie beleidigt oder bedroht, können Sie ihn zeigen: Der Betreiber liest ihn dann mit Ihrer Bemerkung und hat den Beweis, dass der Absender ihn geschrieben hat. Alle anderen Briefe bleiben geheim.',
  reportNote: 'Was der Betreiber wissen sollte',
  reportNow: 'Dem Betreiber zeigen',
  reported: 'Der Betreiber kann diesen Brief jetzt lesen.',
  recoverHelp:
    'Dieser Schlüssel gehört zu einem Namen in der Arena, den dieser Browser nicht hat. Wenn Sie den Namen hierher holen, gilt er auf dem Gerät nicht mehr, das ihn bisher hatte.',
  recover: (name) => `Auf diesem Gerät als ${name} spielen`,

  limits: 'Wovor Briefe schützen, und wovor nicht',
  limitList: [
    'Wer den Server betreibt, sieht, wer wem wann schreibt und etwa wie lang der Text ist. Er kann Briefe verlieren oder verzögern, aber nicht lesen, ändern oder fälschen.',
    'Diese Seite kommt von diesem Server. Einer, der eine veränderte Seite ausliefert, könnte lesen, was Sie darin schreiben. letters.html von einem anderen Ort und das Programm hängen nicht von ihm ab.',
    'Es gibt einen Schlüssel für alles: Wer Ihre Wörter bekommt, kann alle Briefe lesen, die je für Sie aufbewahrt wurden.',
    'Wem Sie schreiben, der kann anderen beweisen, was Sie geschrieben haben.',
    'Briefe, die niemand löscht, verschwinden nach der Zeit, die der Server nennt.',
  ],
  takeAlong: 'letters.html sichern, eine Seite in einer Datei für jeden Ort',

  server: 'Server',
  serverHelp: 'Die Adresse eines Servers, der Briefe aufbewahrt, etwa https://chess.example.org',
  connect: 'Verbinden',
  otherServer: 'Ein anderer Server',

  refusals: {
    wordCount: 'Es sind nicht 24 Wörter.',
    unknownWord: 'Eines dieser Wörter steht nicht in der Liste.',
    wordChecksum: 'Die Wörter gehören nicht zusammen: Eines ist falsch, oder zwei sind vertauscht.',
    alreadyReported: 'Sie haben diesen Brief schon gemeldet.',
    tooManyReports: 'Zu viele Meldungen warten auf den Betreiber. Versuchen Sie es später.',
    notYourName: 'Niemand mit diesem Namen hat diesen Schlüssel als seinen gezeigt.',
    noToken: 'Der Betreiber dieses Servers hat diesen Namen gesperrt.',
    tooManyRecoveries: 'Sie haben zu oft Namen geholt. Versuchen Sie es in einer Stunde wieder.',
    arenaFailed: 'Die Arena antwortet gerade nicht.',
  },
};
