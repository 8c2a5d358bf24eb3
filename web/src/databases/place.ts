// A search in a database as a place in the address, so that it can be linked, reloaded and gone back to:
// games/masters?player=berg&outcome=won. What is not asked for is left out.
import { colours, everything, motifs, orders, outcomes, type Query } from './query';

export const parts = ['list', 'player'] as const;
export type Part = (typeof parts)[number];

/** Whose page is shown, and of which of their games. */
export interface Wanted {
  name: string;
  /** "1. e4": only games that begin so. */
  line: string;
  since: string;
}
export const nobody: Wanted = { name: '', line: '', since: '' };

export interface Place {
  /** Empty for the user's own games. */
  database: string;
  part: Part;
  query: Query;
  wanted: Wanted;
}

const view = 'games';
// Some fields of the two have the same name.
const ofPlayer = 'sheet-';

const choices: Partial<Record<keyof Query, readonly string[]>> = {
  colour: colours,
  outcome: outcomes,
  motif: motifs,
  order: orders,
};

/** Of the fields the texts that are not the usual ones. */
const unusual = <T extends object>(fields: T, usual: T, prefix = ''): [string, string][] =>
  Object.entries(fields)
    .filter(([name, text]) => text !== usual[name as keyof T])
    .map(([name, text]) => [prefix + name, text]);

/** What stands behind the # of the address. */
export function addressOf({ database, part, query, wanted }: Place): string {
  if (!database) return view;
  const fields = new URLSearchParams([
    ...(part === parts[0] ? [] : [['part', part]]),
    ...unusual(query, everything),
    ...unusual(wanted, nobody, ofPlayer),
  ]).toString();
  return `${view}/${encodeURIComponent(database)}${fields && `?${fields}`}`;
}

/** Null if the address is none of games. What it says and nobody can choose counts as not said. */
export function placeIn(address: string): Place | null {
  const match = /^games(?:\/([^?]*)(?:\?(.*))?)?$/s.exec(address);
  if (!match) return null;
  const [, name = '', fields = ''] = match;
  const said = new URLSearchParams(fields);
  const read = <T extends object>(usual: T, prefix = ''): T =>
    Object.fromEntries(
      Object.entries(usual).map(([field, text]) => {
        const value = said.get(prefix + field) ?? text;
        const possible = prefix === '' ? choices[field as keyof Query] : undefined;
        return [field, possible && !possible.includes(value) ? text : value];
      }),
    ) as T;
  return {
    database: decoded(name),
    part: parts.find((one) => one === said.get('part')) ?? parts[0],
    query: read(everything),
    wanted: read(nobody, ofPlayer),
  };
}

/** People cut addresses off anywhere. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
