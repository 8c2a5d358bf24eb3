// When a letter was written, for people.
export const dateOf = (seconds: number): string =>
  new Date(seconds * 1000).toLocaleString(document.documentElement.lang, {
    dateStyle: 'medium',
    timeStyle: 'short',
  });
