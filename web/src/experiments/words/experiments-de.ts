// The German texts of the page of experiments.
import type { ExperimentsWords } from './experiments-en';

export const de: ExperimentsWords = {
  title: 'Versuche',
  about:
    'Der Betreiber dieses Servers zeigt manchen Besuchern, die der Zufall auswählt, etwas in einer anderen Fassung, um herauszufinden, welche besser ist. Sie müssen nicht mitmachen.',
  loading: 'Wird geladen …',
  absent: 'Auf diesem Server gibt es keine Versuche.',
  none: 'Zurzeit läuft kein Versuch.',
  shareOf: (share) => `für ${share} der Besucher`,
  since: (date) => `seit ${date}`,
  variant: 'Sie sehen die Änderung',
  control: 'Sie sehen es, wie es war',
  opponent: (name, share) => `${name} spielt gegen ${share} der Spieler anders`,
  changedOpponent: (name) => `Sie spielen gegen die geänderte Fassung von ${name}`,
  usualOpponent: (name) => `Sie spielen gegen ${name} wie immer`,
  leave: 'Nirgends mitmachen',
  join: 'Mitmachen',
  left: 'Ab der nächsten Seite und der nächsten Partie machen Sie bei keinem Versuch mehr mit.',
  joined: 'Sie machen ab der nächsten Seite und der nächsten Partie mit.',
};
