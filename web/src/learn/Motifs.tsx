// How the user does with each motif, as a picture: a square for each position, filled if the move was found at
// once.
import { outcomes, rowsOf } from './outcomes';
import { words } from './words';

const mostRows = 8;

export function Motifs() {
  const w = words.value;
  const rows = rowsOf(outcomes.value, mostRows);
  if (rows.length === 0) return null;
  return (
    <section class="motifs" aria-label={w.motifs}>
      <h3>{w.motifs}</h3>
      <ul>
        {rows.map(({ theme, results, good }) => {
          const name = w.themes[theme] ?? theme;
          return (
            <li key={theme}>
              <span aria-hidden="true">{name}</span>
              <span class="squares" role="img" aria-label={w.motifRow(name, good, results.length)}>
                {results.map((isGood, i) => (
                  <i class={isGood ? 'good' : ''} key={i} />
                ))}
              </span>
              <span aria-hidden="true">
                {good}/{results.length}
              </span>
            </li>
          );
        })}
      </ul>
      <p class="about">{w.motifsAbout}</p>
    </section>
  );
}
