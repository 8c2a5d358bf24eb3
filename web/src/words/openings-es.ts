// Spanish names of openings. The library names them in English ("Sicilian Defense: Najdorf Variation");
// where Spanish has an established name it is put together here, and what has none stays English. The
// tables are our own, from common knowledge.

type Table<Value> = Readonly<Record<string, Value>>;

/** The parts before the colon. */
const families: Table<string> = {
  'Alekhine Defense': 'Defensa Alekhine',
  "Anderssen's Opening": 'Apertura Anderssen',
  'Benko Gambit': 'Gambito Benko',
  'Benko Gambit Accepted': 'Gambito Benko aceptado',
  'Benoni Defense': 'Defensa Benoni',
  'Bird Opening': 'Apertura Bird',
  "Bishop's Opening": 'Apertura de alfil',
  'Blackmar-Diemer Gambit': 'Gambito Blackmar-Diemer',
  'Bogo-Indian Defense': 'Defensa bogoindia',
  'Budapest Defense': 'Gambito Budapest',
  'Caro-Kann Defense': 'Defensa Caro-Kann',
  'Catalan Opening': 'Apertura catalana',
  'Center Game': 'Apertura del centro',
  'Danish Gambit': 'Gambito danés',
  'Danish Gambit Accepted': 'Gambito danés aceptado',
  'Dutch Defense': 'Defensa holandesa',
  'Elephant Gambit': 'Gambito elefante',
  'English Defense': 'Defensa inglesa',
  'English Opening': 'Apertura inglesa',
  'Four Knights Game': 'Apertura de los cuatro caballos',
  'French Defense': 'Defensa francesa',
  'Grünfeld Defense': 'Defensa Grünfeld',
  'Indian Defense': 'Defensa india',
  'Italian Game': 'Apertura italiana',
  "King's Gambit": 'Gambito de rey',
  "King's Gambit Accepted": 'Gambito de rey aceptado',
  "King's Gambit Declined": 'Gambito de rey rehusado',
  "King's Indian Attack": 'Ataque indio de rey',
  "King's Indian Defense": 'Defensa india de rey',
  "King's Knight Opening": 'Apertura del caballo de rey',
  "King's Pawn Game": 'Apertura del peón de rey',
  'Latvian Gambit': 'Gambito letón',
  'Latvian Gambit Accepted': 'Gambito letón aceptado',
  'London System': 'Sistema Londres',
  'Modern Defense': 'Defensa moderna',
  'Neo-Grünfeld Defense': 'Defensa neo-Grünfeld',
  'Nimzo-Indian Defense': 'Defensa nimzoindia',
  'Nimzo-Larsen Attack': 'Apertura Larsen',
  'Old Benoni': 'Benoni antigua',
  'Old Benoni Defense': 'Defensa Benoni antigua',
  'Old Indian Defense': 'Defensa india antigua',
  "Petrov's Defense": 'Defensa Petrov',
  'Philidor Defense': 'Defensa Philidor',
  'Pirc Defense': 'Defensa Pirc',
  'Polish Defense': 'Defensa polaca',
  'Polish Opening': 'Apertura polaca',
  'Ponziani Opening': 'Apertura Ponziani',
  'Portuguese Opening': 'Apertura portuguesa',
  "Queen's Gambit": 'Gambito de dama',
  "Queen's Gambit Accepted": 'Gambito de dama aceptado',
  "Queen's Gambit Declined": 'Gambito de dama rehusado',
  "Queen's Indian Defense": 'Defensa india de dama',
  "Queen's Pawn Game": 'Apertura del peón de dama',
  'Ruy Lopez': 'Apertura española',
  'Réti Opening': 'Apertura Réti',
  'Scandinavian Defense': 'Defensa escandinava',
  'Scotch Game': 'Apertura escocesa',
  'Semi-Slav Defense': 'Defensa semieslava',
  'Semi-Tarrasch Defense': 'Defensa semi-Tarrasch',
  'Sicilian Defense': 'Defensa siciliana',
  'Slav Defense': 'Defensa eslava',
  'Three Knights Opening': 'Apertura de los tres caballos',
  'Vienna Gambit': 'Gambito vienés',
  'Vienna Game': 'Apertura vienesa',
};

/** Parts after the colon that follow none of the rules below. */
const wholeParts: Table<string> = {
  Accelerated: 'acelerada',
  'Accelerated Dragon': 'dragón acelerado',
  'Bayonet Attack': 'ataque bayoneta',
  'Cambridge Springs Defense': 'defensa Cambridge Springs',
  'Classical Main Line': 'línea principal clásica',
  Closed: 'cerrada',
  'Fried Liver Attack': 'ataque Fegatello',
  'Grand Prix Attack': 'ataque Grand Prix',
  Hedgehog: 'erizo',
  'Hyperaccelerated Dragon': 'dragón hiperacelerado',
  'Main Line': 'línea principal',
  'Main Lines': 'líneas principales',
  'Maroczy Bind': 'estructura Maróczy',
  'Max Lange Attack': 'ataque Max Lange',
  'Max Lange Defense': 'defensa Max Lange',
  'Modern Main Line': 'línea principal moderna',
  Open: 'abierta',
  'Poisoned Pawn Variation': 'variante del peón envenenado',
  'Reversed Sicilian': 'siciliana invertida',
};

/** What a part ends with, in Spanish; it comes first there. */
const kinds: Table<readonly [noun: string, gender: 'masculine' | 'feminine']> = {
  Attack: ['ataque', 'masculine'],
  Counterattack: ['contraataque', 'masculine'],
  Countergambit: ['contragambito', 'masculine'],
  Defense: ['defensa', 'feminine'],
  Gambit: ['gambito', 'masculine'],
  Line: ['línea', 'feminine'],
  Opening: ['apertura', 'feminine'],
  System: ['sistema', 'masculine'],
  Variation: ['variante', 'feminine'],
};

/** "Classical Variation" is "variante clásica", "Classical System" "sistema clásico". */
const adjectives: Table<readonly [masculine: string, feminine: string]> = {
  Argentine: ['argentino', 'argentina'],
  Armenian: ['armenio', 'armenia'],
  Austrian: ['austriaco', 'austriaca'],
  Central: ['central', 'central'],
  Classical: ['clásico', 'clásica'],
  Closed: ['cerrado', 'cerrada'],
  Czech: ['checo', 'checa'],
  Dutch: ['holandés', 'holandesa'],
  English: ['inglés', 'inglesa'],
  French: ['francés', 'francesa'],
  Hungarian: ['húngaro', 'húngara'],
  Icelandic: ['islandés', 'islandesa'],
  Indian: ['indio', 'india'],
  Irish: ['irlandés', 'irlandesa'],
  Italian: ['italiano', 'italiana'],
  "King's Indian": ['indio de rey', 'india de rey'],
  Modern: ['moderno', 'moderna'],
  Normal: ['normal', 'normal'],
  Norwegian: ['noruego', 'noruega'],
  Old: ['antiguo', 'antigua'],
  'Old Indian': ['indio antiguo', 'india antigua'],
  Open: ['abierto', 'abierta'],
  Orthodox: ['ortodoxo', 'ortodoxa'],
  Polish: ['polaco', 'polaca'],
  Portuguese: ['portugués', 'portuguesa'],
  Positional: ['posicional', 'posicional'],
  "Queen's Indian": ['indio de dama', 'india de dama'],
  Quiet: ['tranquilo', 'tranquila'],
  Russian: ['ruso', 'rusa'],
  Scandinavian: ['escandinavo', 'escandinava'],
  Scotch: ['escocés', 'escocesa'],
  Sicilian: ['siciliano', 'siciliana'],
  Spanish: ['español', 'española'],
  Swedish: ['sueco', 'sueca'],
  Swiss: ['suizo', 'suiza'],
  Symmetrical: ['simétrico', 'simétrica'],
  Traditional: ['tradicional', 'tradicional'],
  Ukrainian: ['ucraniano', 'ucraniana'],
  Yugoslav: ['yugoslavo', 'yugoslava'],
};

/** What follows any noun unchanged: "Exchange Variation" is "variante del cambio". */
const complements: Table<string> = {
  Advance: 'del avance',
  Amsterdam: 'Ámsterdam',
  Arkhangelsk: 'Arjánguelsk',
  Belgrade: 'Belgrado',
  Berlin: 'Berlín',
  Bishop: 'del alfil',
  "Bishop's": 'del alfil',
  Brussels: 'Bruselas',
  Carlsbad: 'Carlsbad',
  Center: 'del centro',
  Dragon: 'del dragón',
  Dresden: 'Dresde',
  Exchange: 'del cambio',
  Fianchetto: 'del fianchetto',
  'Four Knights': 'de los cuatro caballos',
  'Four Pawns': 'de los cuatro peones',
  Knight: 'del caballo',
  Krakow: 'Cracovia',
  Leningrad: 'Leningrado',
  London: 'Londres',
  Moscow: 'Moscú',
  Paris: 'París',
  Prague: 'Praga',
  "Queen's Knight": 'del caballo de dama',
  Stockholm: 'Estocolmo',
  'Three Knights': 'de los tres caballos',
  'Two Knights': 'de los dos caballos',
  'Two Pawns': 'de los dos peones',
  Vienna: 'Viena',
  Warsaw: 'Varsovia',
  Wing: 'del flanco',
  Zurich: 'Zúrich',
};

/** Words before a kind that are no names of people. Spanish has no name for what begins with them. */
const english = new Set(
  (
    'Check Compromised Counterthrust Declined Double Dynamic Early Edge Flank Flexible Fluid Freak ' +
    'Great Halloween Hawk Hedgehog Hillbilly Intermezzo Knights Lion Medusa Mexican Original ' +
    'Orangutan Outflank Paleface Pin Raptor Rat Spike Standard Sodium Seville Triangle Valencian ' +
    'Venice Vulture Wimpy Deferred Delayed Baltic Kazakh'
  ).split(' '),
);

/** One name, or several with hyphens: "Keres", "Richter-Rauzer". */
const onePerson = /^\p{Lu}\p{L}+(-\p{Lu}\p{L}+)*$/u;
const mixture = /^(Anglo|Anti|Dzindzi|Franco|Neo|Nimzo|Pseudo|Semi|Ultra)-/;

/** Not what every object has, such as "constructor": a PGN can call its opening anything. */
const entry = <Value>(table: Table<Value>, name: string): Value | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;

function partInSpanish(part: string): string {
  const whole = entry(wholeParts, part);
  if (whole) return whole;

  const answered = part.match(/^(.* (?:Gambit|Countergambit)) (Accepted|Declined)$/);
  if (answered) {
    const gambit = partInSpanish(answered[1]!);
    if (gambit === answered[1]) return part;
    return `${gambit} ${answered[2] === 'Accepted' ? 'aceptado' : 'rehusado'}`;
  }

  const space = part.lastIndexOf(' ');
  const kind = entry(kinds, part.slice(space + 1));
  if (space < 0 || !kind) return part;
  const first = part.slice(0, space);
  const [noun, gender] = kind;
  const adjective = entry(adjectives, first);
  if (adjective) return `${noun} ${adjective[gender === 'masculine' ? 0 : 1]}`;
  const complement = entry(complements, first);
  if (complement) return `${noun} ${complement}`;
  if (!onePerson.test(first) || mixture.test(first) || english.has(first)) return part;
  return `${noun} ${first}`;
}

function familyByRule(family: string): string {
  const made = partInSpanish(family);
  return made === family ? family : made.charAt(0).toUpperCase() + made.slice(1);
}

/** The Spanish name of an opening, as far as there is one. */
export function openingInSpanish(name: string): string {
  const colon = name.indexOf(': ');
  const family = colon < 0 ? name : name.slice(0, colon);
  const shown = entry(families, family) ?? familyByRule(family);
  if (colon < 0) return shown;
  const variations = name.slice(colon + 2).split(', ');
  return `${shown}: ${variations.map(partInSpanish).join(', ')}`;
}
