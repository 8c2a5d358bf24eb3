// The opponents as cards with face, rating and a sentence, to choose one from.
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { Portrait } from '../design/Portrait';
import { SignalSegments } from '../design/Segments';
import {
  characters,
  descriptionOf,
  engineOpponent,
  levels,
  nameOf,
  type Opponent,
  personOpponent,
} from '../game/opponents';
import { words } from '../words';

const kinds = ['all', 'characters', 'levels', 'others'] as const;
type Kind = (typeof kinds)[number];

const kindOf = (id: string): Kind =>
  levels.some((one) => one.id === id)
    ? 'levels'
    : characters.some((one) => one.id === id)
      ? 'characters'
      : 'others';

interface Props {
  legend: string;
  name: string;
  value: string;
  onChange: (id: string) => void;
  /** Whether another person at the same device can be chosen. */
  withPerson?: boolean;
}

export function Opponents({ legend, name, value, onChange, withPerson = false }: Props) {
  const w = words.value;
  const kind = useSignal<Kind>(kindOf(value));
  const cards = useRef<HTMLDivElement>(null);
  useEffect(
    () =>
      cards.current
        ?.querySelector(':checked')
        ?.scrollIntoView({ block: 'nearest', inline: 'center' }),
    [],
  );
  const others = withPerson ? [personOpponent, engineOpponent] : [engineOpponent];
  const shown = {
    all: [...characters, ...levels, ...others],
    characters,
    levels,
    others,
  }[kind.value];
  return (
    <>
      <SignalSegments
        legend={legend}
        name={`${name}-kind`}
        value={kind}
        all={kinds}
        names={w.kindsOfOpponents}
      />
      <div ref={cards} class="opponents" role="radiogroup" aria-label={legend}>
        {shown.map((one) => (
          <label class="card" key={one.id}>
            <input
              type="radio"
              name={name}
              value={one.id}
              checked={value === one.id}
              onChange={() => onChange(one.id)}
            />
            <span>
              <OpponentWords opponent={one} />
            </span>
          </label>
        ))}
      </div>
    </>
  );
}

/** The content of a card: face, name, rating and a sentence. */
export function OpponentWords({ opponent }: { opponent: Opponent }) {
  const { lichessRating } = opponent;
  const ratings = [
    ratingText(opponent),
    ...(lichessRating === undefined ? [] : [words.value.lichessRating(lichessRating)]),
  ];
  return (
    <>
      <Portrait of={opponent} />
      <span class="who">
        <b>{nameOf(opponent)}</b>
        <small>{ratings.join(' · ')}</small>
        <span class="line-of">{firstSentence(descriptionOf(opponent))}</span>
      </span>
    </>
  );
}

/** "about 1200"; for opponents without a measured rating, what they are. */
export function ratingText(opponent: Opponent): string {
  const w = words.value;
  if (opponent.rating) return w.aboutRating(Math.round(opponent.rating / 10) * 10);
  if (opponent.id === 'engine') return w.strongest;
  if (opponent.id === 'person') return w.onThisDevice;
  const kind = w.characterOf[opponent.id] ?? '';
  const strength = strengthOf(opponent);
  return strength === undefined ? kind : `${kind} · ${w.strengths[strength]}`;
}

/** The ratings from which on somebody plays like a beginner, a casual player, a club player, a strong one. */
const strengths = [0, 900, 1300, 1550];

/** How strong a character is that moves as people of a rating do; nothing is measured here. */
function strengthOf({ settings }: Opponent): number | undefined {
  const rating = settings['people.rating'];
  return typeof rating === 'number'
    ? strengths.findLastIndex((least) => rating >= least)
    : undefined;
}

const firstSentence = (text: string) =>
  /^.*?[.:!?](?=\s|$)/s.exec(text)?.[0].replace(/:$/, '.') ?? text;
