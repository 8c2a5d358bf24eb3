// The texts of letters in English.
export const en = {
  title: 'Letters',
  parts: { inbox: 'Inbox', write: 'Write', sent: 'Sent', key: 'Your key' },
  loading: 'Loading…',

  // The mailbox
  none: 'There are no letters.',
  lookAgain: 'Look again',
  unread: 'unread',
  waiting: (count: number) => `Unread: ${count}`,
  from: 'From',
  nobody: 'an unknown sender',
  inArena: (name: string) => `${name} in the arena`,
  verified: 'verified',
  reply: 'Answer',
  save: 'Save sealed',
  saveHelp: 'The letter as it travelled, for a program that verifies or opens it',
  saved: 'The sealed letter was saved.',
  remove: 'Delete',
  removed: 'The letter was deleted.',
  back: 'Back to the inbox',
  block: 'Block',
  unblock: 'Unblock',
  blocked: 'No more letters from this person arrive.',
  unblocked: 'This person can write to you again.',
  refused: 'This letter is refused.',

  // Writing
  recipient: 'Address, or your name for a person',
  text: 'Text',
  left: (bytes: number) => `${bytes} bytes left`,
  send: 'Seal and send',
  sent: 'The letter was sealed and sent.',
  notKept: 'Only its recipient can read it. A copy for you stays in this browser.',
  copiesHelp: 'Copies that stay in this browser; only your key opens them.',
  noCopies: 'Nothing was sent from this browser.',

  /** By code: why the page refuses something. What the server refuses it says in English itself. */
  refusals: {
    noConnection: 'The server cannot be reached, or it keeps no letters.',
    otherHost: 'The server calls itself by another name.',
    wrongAddress: 'The server gave a key that is not of this address. Nothing was sent.',
    notAddress: 'An address begins with kz and has 54 characters.',
    otherRecipient: 'It is addressed to somebody else.',
  } as Record<string, string>,
  changed: 'It was changed on its way, or is not by the person whose address it has.',
};

export type LettersWords = typeof en;
