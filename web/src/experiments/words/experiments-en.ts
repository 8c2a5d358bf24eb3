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
  leave: 'Take part in none',
  join: 'Take part',
  left: 'You take part in no experiment from the next page on.',
  joined: 'You take part from the next page on.',
};

export type ExperimentsWords = typeof en;
