// The texts of making and keeping a key in English.
export const en = {
  heading: 'Letters',
  about:
    'A letter is a short text that only one person can read, and of which that person knows who wrote it. The server that keeps it sees who writes to whom and when, but not the text.',
  obstacles: {
    insecure:
      'Letters need a secure connection. Browsers lend pages their cryptography only over https, or on this very computer (localhost), and this page came over plain http. Ask the operator of this server for an address with https, or write with the program: kibitz letter.',
    oldBrowser:
      'This browser lacks the cryptography that letters need (Ed25519 and X25519). The current versions of Firefox, Chrome, Edge and Safari have it.',
    noStorage:
      'This browser keeps nothing for this page, as in a private window, so it cannot keep a key.',
  },

  noKey: 'You need a key: 24 words that you write down once. There is no account and no password.',
  newKey: 'Make a key',
  haveWords: 'I have 24 words',
  yourWords: 'Your 24 words',
  writeDown:
    'Write these words down on paper, in this order. They are the key: whoever has them can read your letters, and nobody can bring them back. They are shown only now.',
  writtenDown: 'I have written them down',
  confirm: 'To be sure, please type three of them.',
  wordNumber: (at: number) => `Word ${at}`,
  wrongWord: 'That is not the word. Please look at what you have written down.',
  showAgain: 'Show the words again',
  confirmNow: 'Use this key',
  enterWords: 'Your 24 words, in order',
  restore: 'Bring the key back',
  cancel: 'Cancel',
  whereKept:
    'The key stays in this browser, in its database (IndexedDB). This page can use it but cannot read its bytes, so the words cannot be shown again. Anybody who uses this browser as you do can read your letters and write in your name. If you delete the data of this site, the key is gone here, and your words bring it back.',
  address: 'Your address',
  addressHelp:
    'Give it to people who want to write to you: on paper, by telephone, in your profile.',
  publicKey: 'Your public key, for letters as files',
  copy: 'Copy',
  copied: 'Copied.',
  nameHelp: (name: string) =>
    `In this arena you are ${name}. Players who look at your page can write to you there, if you say that this key is yours. Everybody can see it then.`,
  sayName: 'Show my key on my page',
  takeNameBack: 'Take it away from my page',
  nameSaid: 'Your page has the key.',
  nameTakenBack: 'Your page has no key.',
  policy: 'Letters from',
  policies: { known: 'people I know', everybody: 'everybody', nobody: 'nobody' },
  policyHelp:
    'You know people to whom you have written or with whom you have played. Anybody else can leave one short letter for you until you answer or delete it.',
  forget: 'Remove the key from this browser',
  forgetSure: 'Without your 24 words nobody can bring it back. Do you have them?',
  forgetNow: 'I have the words: remove it',

  // Who writes
  who: 'Who is this?',
  whoHelp:
    'Ask the person for their address by another way, such as the telephone, and enter it here. If it is the same, the letter is really theirs.',
  name: 'Your name for this person',
  theirAddress: 'The address that they gave you',
  saveName: 'Save',
  differs: 'This is another address. The letter is not by the person who gave it to you.',
  isVerified: 'The address is right: verified.',

  report: 'Report this letter',
  reportHelp:
    'The operator of this server cannot read letters. If this one insults or threatens you, you can show it: the operator then reads it with your note, and has the proof that its sender wrote it. All other letters stay secret.',
  reportNote: 'What the operator should know',
  reportNow: 'Show it to the operator',
  reported: 'The operator can read this letter now.',
  recoverHelp:
    'This key belongs to a name in the arena that this browser does not have. If you take the name here, the device that had it before can no longer use it.',
  recover: (name: string) => `Play as ${name} on this device`,

  limits: 'What letters protect, and what they do not',
  limitList: [
    'Whoever runs the server sees who writes to whom, when, and roughly how long the text is. They can lose or delay letters, but not read, change or forge them.',
    'This page comes from that server. One that serves a changed page could read what you write in it. letters.html from another place, and the program, do not depend on it.',
    'There is one key for everything: whoever gets your words can read all letters that were ever stored for you.',
    'The person to whom you write can prove to others what you wrote.',
    'Letters that nobody deletes go after the time that the server gives.',
  ],
  takeAlong: 'Save letters.html, a page of one file for any place',

  // Of another server, in letters.html
  server: 'Server',
  serverHelp: 'The address of a server that keeps letters, such as https://chess.example.org',
  connect: 'Connect',
  otherServer: 'Another server',

  /** By the codes of docs/letters.md. */
  refusals: {
    wordCount: 'There are not 24 words.',
    unknownWord: 'One of these words is not in the list.',
    wordChecksum: 'The words do not belong together: one is wrong, or two are exchanged.',
  } as Record<string, string>,
};

export type KeyWords = typeof en;
