// German names of openings. The library names them in English ("Sicilian Defense: Najdorf Variation");
// where German has an established name it is put together here, and what has none stays English. The
// tables are our own, from common knowledge.

type Table<Value> = Readonly<Record<string, Value>>;

/** The parts before the colon. */
const families: Table<string> = {
  'Alekhine Defense': 'Aljechin-Verteidigung',
  "Anderssen's Opening": 'Anderssen-Eröffnung',
  'Benko Gambit': 'Wolga-Gambit',
  'Benko Gambit Accepted': 'Angenommenes Wolga-Gambit',
  'Benoni Defense': 'Benoni-Verteidigung',
  'Bird Opening': 'Bird-Eröffnung',
  "Bishop's Opening": 'Läuferspiel',
  'Bogo-Indian Defense': 'Bogoljubow-Indisch',
  'Budapest Defense': 'Budapester Gambit',
  'Caro-Kann Defense': 'Caro-Kann-Verteidigung',
  'Catalan Opening': 'Katalanische Eröffnung',
  'Center Game': 'Mittelgambit',
  'Czech Benoni Defense': 'Tschechisches Benoni',
  'Danish Gambit': 'Nordisches Gambit',
  'Danish Gambit Accepted': 'Angenommenes Nordisches Gambit',
  'Dutch Defense': 'Holländische Verteidigung',
  'East Indian Defense': 'Ostindische Verteidigung',
  'Elephant Gambit': 'Mittelgambit im Nachzuge',
  'English Defense': 'Englische Verteidigung',
  'English Opening': 'Englische Eröffnung',
  'Four Knights Game': 'Vierspringerspiel',
  'French Defense': 'Französische Verteidigung',
  'Grünfeld Defense': 'Grünfeld-Indische Verteidigung',
  'Hungarian Opening': 'Königsfianchetto-Eröffnung',
  'Indian Defense': 'Indische Verteidigung',
  'Italian Game': 'Italienische Partie',
  "King's Gambit": 'Königsgambit',
  "King's Gambit Accepted": 'Angenommenes Königsgambit',
  "King's Gambit Declined": 'Abgelehntes Königsgambit',
  "King's Indian Attack": 'Königsindischer Angriff',
  "King's Indian Defense": 'Königsindische Verteidigung',
  "King's Knight Opening": 'Königsspringerspiel',
  "King's Pawn Game": 'Königsbauernspiel',
  'Latvian Gambit': 'Lettisches Gambit',
  'Latvian Gambit Accepted': 'Angenommenes Lettisches Gambit',
  'London System': 'Londoner System',
  'Modern Defense': 'Moderne Verteidigung',
  'Neo-Grünfeld Defense': 'Neo-Grünfeld-Indische Verteidigung',
  'Nimzo-Indian Defense': 'Nimzowitsch-Indische Verteidigung',
  'Nimzo-Larsen Attack': 'Larsen-Eröffnung',
  'Old Benoni': 'Altes Benoni',
  'Old Benoni Defense': 'Altes Benoni',
  'Old Indian Defense': 'Altindische Verteidigung',
  "Petrov's Defense": 'Russische Verteidigung',
  'Philidor Defense': 'Philidor-Verteidigung',
  'Pirc Defense': 'Pirc-Ufimzew-Verteidigung',
  'Polish Defense': 'Polnische Verteidigung',
  'Polish Opening': 'Sokolski-Eröffnung',
  'Ponziani Opening': 'Ponziani-Eröffnung',
  'Portuguese Opening': 'Portugiesische Partie',
  "Queen's Gambit": 'Damengambit',
  "Queen's Gambit Accepted": 'Angenommenes Damengambit',
  "Queen's Gambit Declined": 'Abgelehntes Damengambit',
  "Queen's Indian Defense": 'Damenindische Verteidigung',
  "Queen's Pawn Game": 'Damenbauernspiel',
  'Ruy Lopez': 'Spanische Partie',
  'Réti Opening': 'Réti-Eröffnung',
  'Scandinavian Defense': 'Skandinavische Verteidigung',
  'Scotch Game': 'Schottische Partie',
  'Semi-Benoni': 'Halb-Benoni',
  'Semi-Slav Defense': 'Halbslawische Verteidigung',
  'Semi-Tarrasch Defense': 'Verbesserte Tarrasch-Verteidigung',
  'Sicilian Defense': 'Sizilianische Verteidigung',
  'Slav Defense': 'Slawische Verteidigung',
  'Slav Indian': 'Slawisch-Indisch',
  'Three Knights Opening': 'Dreispringerspiel',
  'Vienna Gambit': 'Wiener Gambit',
  'Vienna Game': 'Wiener Partie',
};

/** Parts after the colon that follow none of the rules below. */
const wholeParts: Table<string> = {
  Accelerated: 'Beschleunigt',
  'Accelerated Dragon': 'Beschleunigter Drache',
  'Bayonet Attack': 'Bajonettangriff',
  'Cambridge Springs Defense': 'Cambridge-Springs-Verteidigung',
  Closed: 'Geschlossen',
  'Classical Main Line': 'Klassische Hauptvariante',
  Deferred: 'Aufgeschoben',
  'Delayed Exchange': 'Aufgeschobener Abtausch',
  'Delayed Exchange Variation': 'Aufgeschobene Abtauschvariante',
  'Double Fianchetto': 'Doppelfianchetto',
  "From's Gambit": 'Froms Gambit',
  'Fried Liver Attack': 'Fegatello-Angriff',
  'Grand Prix Attack': 'Grand-Prix-Angriff',
  Hedgehog: 'Igel',
  'Hedgehog Defense': 'Igel-Verteidigung',
  'Hedgehog System': 'Igel-System',
  'Hyperaccelerated Dragon': 'Hyperbeschleunigter Drache',
  "King's English Variation": 'Sizilianisch im Anzuge',
  'Main Line': 'Hauptvariante',
  'Main Lines': 'Hauptvarianten',
  'Maroczy Bind': 'Maróczy-Aufbau',
  'Mar del Plata Variation': 'Mar-del-Plata-Variante',
  'Max Lange Attack': 'Max-Lange-Angriff',
  'Max Lange Defense': 'Max-Lange-Verteidigung',
  'Modern Main Line': 'Moderne Hauptvariante',
  'Modern Steinitz Defense': 'Moderne Steinitz-Verteidigung',
  Normal: 'Normalvariante',
  "O'Kelly Variation": 'O’Kelly-Variante',
  Open: 'Offen',
  'Poisoned Pawn Variation': 'Variante des vergifteten Bauern',
  'Reversed Closed Sicilian': 'Geschlossenes Sizilianisch im Anzuge',
  'Reversed Dragon': 'Drache im Anzuge',
  'Reversed Sicilian': 'Sizilianisch im Anzuge',
  Sicilian: 'Sizilianisch',
  Traditional: 'Traditionell',
};

/** What a part ends with, in German, and the ending of an adjective before it. */
const kinds: Table<readonly [noun: string, ending: string]> = {
  Attack: ['Angriff', 'er'],
  Counterattack: ['Gegenangriff', 'er'],
  Countergambit: ['Gegengambit', 'es'],
  Defense: ['Verteidigung', 'e'],
  Gambit: ['Gambit', 'es'],
  Game: ['Spiel', 'es'],
  Line: ['Variante', 'e'],
  Opening: ['Eröffnung', 'e'],
  System: ['System', 'es'],
  Variation: ['Variante', 'e'],
};

/** "Classical Variation" is "Klassische Variante". */
const adjectives: Table<string> = {
  'Anglo-Indian': 'Englisch-Indisch',
  'Anglo-Slav': 'Englisch-Slawisch',
  'Semi-Classical': 'Halbklassisch',
  Argentine: 'Argentinisch',
  Armenian: 'Armenisch',
  Austrian: 'Österreichisch',
  Baltic: 'Baltisch',
  Classical: 'Klassisch',
  Closed: 'Geschlossen',
  Czech: 'Tschechisch',
  Dutch: 'Holländisch',
  English: 'Englisch',
  French: 'Französisch',
  Hungarian: 'Ungarisch',
  Icelandic: 'Isländisch',
  Indian: 'Indisch',
  Irish: 'Irisch',
  Italian: 'Italienisch',
  Kazakh: 'Kasachisch',
  "King's Indian": 'Königsindisch',
  Modern: 'Modern',
  'Neo-Orthodox': 'Neuorthodox',
  Norwegian: 'Norwegisch',
  Old: 'Alt',
  'Old Indian': 'Altindisch',
  Open: 'Offen',
  Orthodox: 'Orthodox',
  Polish: 'Polnisch',
  Portuguese: 'Portugiesisch',
  "Queen's Indian": 'Damenindisch',
  Quiet: 'Ruhig',
  Russian: 'Russisch',
  Scandinavian: 'Skandinavisch',
  Scotch: 'Schottisch',
  Sicilian: 'Sizilianisch',
  Spanish: 'Spanisch',
  Swedish: 'Schwedisch',
  Symmetrical: 'Symmetrisch',
  Traditional: 'Traditionell',
  Ukrainian: 'Ukrainisch',
  Yugoslav: 'Jugoslawisch',
};

/** Places, and what else stays as it is before any noun: "Berlin Defense" is "Berliner Verteidigung". */
const places: Table<string> = {
  Amsterdam: 'Amsterdamer',
  Arkhangelsk: 'Archangelsker',
  Barmen: 'Barmer',
  Belgrade: 'Belgrader',
  Berlin: 'Berliner',
  Brussels: 'Brüsseler',
  Carlsbad: 'Karlsbader',
  Chelyabinsk: 'Tscheljabinsker',
  Debrecen: 'Debrecener',
  Dresden: 'Dresdner',
  Goteborg: 'Göteborger',
  Krakow: 'Krakauer',
  Leningrad: 'Leningrader',
  London: 'Londoner',
  Mannheim: 'Mannheimer',
  Meran: 'Meraner',
  Moscow: 'Moskauer',
  Paris: 'Pariser',
  Prague: 'Prager',
  Riga: 'Rigaer',
  Scheveningen: 'Scheveninger',
  Stockholm: 'Stockholmer',
  Swiss: 'Schweizer',
  Tuebingen: 'Tübinger',
  Vienna: 'Wiener',
  Warsaw: 'Warschauer',
  Zagreb: 'Zagreber',
  Zurich: 'Züricher',
};

/** "Exchange Variation" is "Abtauschvariante". */
const compounds: Table<string> = {
  Advance: 'Vorstoß',
  Bishop: 'Läufer',
  "Bishop's": 'Läufer',
  Center: 'Zentrums',
  Central: 'Zentral',
  Dragon: 'Drachen',
  Exchange: 'Abtausch',
  Fianchetto: 'Fianchetto',
  'Four Knights': 'Vierspringer',
  'Four Pawns': 'Vierbauern',
  Knight: 'Springer',
  Normal: 'Normal',
  Positional: 'Positions',
  "Queen's Knight": 'Damenspringer',
  'Three Knights': 'Dreispringer',
  'Two Knights': 'Zweispringer',
  'Two Pawns': 'Zweibauern',
  Wing: 'Flügel',
};

/** Names of people that German spells in another way; the others stay as they are. */
const people: Table<string> = {
  Alekhine: 'Aljechin',
  Averbakh: 'Awerbach',
  Boleslavsky: 'Boleslawski',
  Botvinnik: 'Botwinnik',
  Chebanenko: 'Tschebanenko',
  Chekhover: 'Tschechower',
  Chigorin: 'Tschigorin',
  Ilyin: 'Iljin',
  Jaenisch: 'Jänisch',
  Kalashnikov: 'Kalaschnikow',
  Karpov: 'Karpow',
  Kasparov: 'Kasparow',
  Korchnoi: 'Kortschnoi',
  Kotov: 'Kotow',
  Levenfish: 'Löwenfisch',
  Makogonov: 'Makogonow',
  Maroczy: 'Maróczy',
  Nyezhmetdinov: 'Neschmetdinow',
  Panov: 'Panow',
  Polugaevsky: 'Polugajewski',
  Ragozin: 'Ragosin',
  Rauzer: 'Rauser',
  Smyslov: 'Smyslow',
  Sokolsky: 'Sokolski',
  Sozin: 'Sosin',
  Spassky: 'Spasski',
  Sveshnikov: 'Sweschnikow',
  Taimanov: 'Taimanow',
  Zaitsev: 'Saizew',
  Zhenevsky: 'Genewski',
};

/** Words before a kind that are no names of people. German has no name for what begins with them. */
const english = new Set(
  (
    'Check Compromised Counterthrust Declined Double Dynamic Early Edge Flank Flexible Fluid Freak ' +
    'Great Halloween Hawk Hedgehog Hillbilly Intermezzo Knights Lion Medusa Mexican Original ' +
    'Orangutan Outflank Paleface Pin Raptor Rat Spike Standard Sodium Seville Triangle Valencian Venice Vulture Wimpy'
  ).split(' '),
);

/** One name, or several with hyphens: "Keres", "Richter-Rauzer". */
const onePerson = /^\p{Lu}\p{L}+(-\p{Lu}\p{L}+)*$/u;
const mixture = /^(Anglo|Anti|Dzindzi|Franco|Neo|Nimzo|Pseudo|Semi|Ultra)-/;

/** Not what every object has, such as "constructor": a PGN can call its opening anything. */
const entry = <Value>(table: Table<Value>, name: string): Value | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;

function partInGerman(part: string): string {
  const whole = entry(wholeParts, part);
  if (whole) return whole;

  const accepted = part.match(/^(.* (?:Gambit|Countergambit)) (Accepted|Declined)$/);
  if (accepted) {
    const gambit = partInGerman(accepted[1]!);
    if (gambit === accepted[1]) return part;
    return `${accepted[2] === 'Accepted' ? 'Angenommenes' : 'Abgelehntes'} ${gambit}`;
  }

  const space = part.lastIndexOf(' ');
  const kind = entry(kinds, part.slice(space + 1));
  if (space < 0 || !kind) return part;
  const first = part.slice(0, space);
  const [noun, ending] = kind;
  const adjective = entry(adjectives, first);
  if (adjective) return `${adjective}${ending} ${noun}`;
  const place = entry(places, first);
  if (place) return `${place} ${noun}`;
  const compound = entry(compounds, first);
  if (compound) return compound + noun.toLowerCase();
  if (!onePerson.test(first) || mixture.test(first) || english.has(first)) return part;
  const names = first.split('-').map((name) => entry(people, name) ?? name);
  return [...names, noun].join('-');
}

/** The German name of an opening, as far as there is one. */
export function openingInGerman(name: string): string {
  const colon = name.indexOf(': ');
  const family = colon < 0 ? name : name.slice(0, colon);
  const shown = entry(families, family) ?? partInGerman(family);
  if (colon < 0) return shown;
  const variations = name.slice(colon + 2).split(', ');
  return `${shown}: ${variations.map(partInGerman).join(', ')}`;
}
