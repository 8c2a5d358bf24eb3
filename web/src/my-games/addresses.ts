// Addresses of games on other sites. The page fetches nothing from there itself, but knows where the
// user can download it, and what to ask the server for if that is allowed to fetch it.
export interface SiteAddress {
  site: 'lichess' | 'chess.com';
  /** All games of a player, or one game. */
  what: 'player' | 'game';
  /** The player's name or the game's id. */
  name: string;
  /** Where the browser downloads or shows them. */
  download: string;
}

const scheme = '(?:https?://)?(?:www\\.)?';
const player = '([\\w-]{2,30})';
const forms: [RegExp, (name: string) => SiteAddress][] = [
  [
    new RegExp(`^${scheme}lichess\\.org/@/${player}(?:[/?#]\\S*)?$`, 'i'),
    (name) => ({
      site: 'lichess',
      what: 'player',
      name,
      download: `https://lichess.org/api/games/user/${name}`,
    }),
  ],
  [
    // A game's address has eight letters, or twelve for one of its players.
    new RegExp(`^${scheme}lichess\\.org/(\\w{8})(?:\\w{4})?(?:[/?#]\\S*)?$`, 'i'),
    (name) => ({
      site: 'lichess',
      what: 'game',
      name,
      download: `https://lichess.org/game/export/${name}`,
    }),
  ],
  [
    new RegExp(`^${scheme}chess\\.com/(?:member|games/archive)/${player}(?:[/?#]\\S*)?$`, 'i'),
    (name) => ({
      site: 'chess.com',
      what: 'player',
      name,
      download: `https://www.chess.com/games/archive/${name}`,
    }),
  ],
  [
    new RegExp(`^(${scheme}chess\\.com/(?:game|analysis/game)/\\S+)$`, 'i'),
    (address) => ({
      site: 'chess.com',
      what: 'game',
      name: address,
      download: address.replace(/^(?:https?:\/\/)?/i, 'https://'),
    }),
  ],
];

/** Null if the text is no such address. */
export function siteAddress(text: string): SiteAddress | null {
  for (const [form, made] of forms) {
    const found = form.exec(text.trim());
    if (found) return made(found[1]!);
  }
  return null;
}

const monthsFetched = 12;

/** What the server is asked for, the newest first; nothing for what it cannot fetch. */
export function fetchPaths({ site, what, name }: SiteAddress, today: Date): string[] {
  if (site === 'lichess') return [`lichess/${what}/${name}`];
  if (what === 'game') return [];
  return Array.from({ length: monthsFetched }, (_, back) => {
    const month = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - back, 1));
    return `chess.com/player/${name}/${month.toISOString().slice(0, 7).replace('-', '/')}`;
  });
}
