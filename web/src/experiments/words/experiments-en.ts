// The English texts of the page of experiments.
export const en = {
  title: 'Experiments',
  about:
    'The operator of this server shows some visitors another version of something, chosen by chance, to find out which one is better. You need not take part.',
  loading: 'Loading…',
  absent: 'This server has no experiments.',
  none: 'No experiment is running.',
  shareOf: (share: string) => `for ${share} of the visitors`,
  since: (date: string) => `since ${date}`,
  variant: 'You see the change',
  control: 'You see it as it was',
  opponent: (name: string, share: string) =>
    `${name} plays differently against ${share} of players`,
  changedOpponent: (name: string) => `You play against the changed ${name}`,
  usualOpponent: (name: string) => `You play against the usual ${name}`,
  leave: 'Take part in none',
  join: 'Take part',
  left: 'From the next page and the next game on, you take part in no experiment.',
  joined: 'You take part from the next page and the next game on.',
};

export type ExperimentsWords = typeof en;
