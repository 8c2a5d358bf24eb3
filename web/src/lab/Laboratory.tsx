// The frame of the laboratory's page: its views, and who is signed in.
import { useEffect, useState } from 'preact/hooks';
import { prefer, preferences } from '../settings/preferences';
import { isAnswering } from './asking';
import { BeginView } from './BeginView';
import { KeysView } from './KeysView';
import { isAtLeast, person, signInAgain, signOut } from './person';
import { place, views } from './place';
import { RecordView } from './RecordView';
import { SignIn } from './SignIn';
import { TestView } from './TestView';
import { TestsView } from './TestsView';
import { WorkersView } from './WorkersView';
import { words } from './words';

const languages = { en: 'English', de: 'Deutsch', es: 'Español' };

export function Laboratory() {
  const w = words.value;
  const { view } = place.value;
  const [isSigningIn, setSigningIn] = useState(false);
  useEffect(() => void signInAgain(), []);
  const shown = views.filter((one) => one !== 'keys' || isAtLeast('operator'));
  const isOfTests = view === 'test' || view === 'begin';
  return (
    <>
      <header class="top">
        <h1>{w.title}</h1>
        <nav aria-label={w.title}>
          {shown.map((one) => (
            <a
              key={one}
              href={`#${one}`}
              aria-current={view === one || (one === 'tests' && isOfTests) ? 'page' : 'false'}
            >
              {w.views[one]}
            </a>
          ))}
        </nav>
        {person.value === null ? (
          <button type="button" class="plain" onClick={() => setSigningIn(true)}>
            {w.signIn}
          </button>
        ) : (
          <button
            type="button"
            class="plain"
            title={w.signedIn(person.value.name, w.roles[person.value.role])}
            onClick={() => signOut()}
          >
            {w.signOut}
          </button>
        )}
      </header>
      <main>
        {!isAnswering.value && (
          <p class="away" role="alert">
            {w.away}
          </p>
        )}
        {view === 'tests' && <TestsView />}
        {view === 'test' && <TestView key={place.value.test} test={place.value.test} />}
        {view === 'begin' && <BeginView onSignIn={() => setSigningIn(true)} />}
        {view === 'workers' && <WorkersView />}
        {view === 'record' && <RecordView />}
        {view === 'keys' && <KeysView />}
      </main>
      <footer>
        <label>
          {w.language}{' '}
          <select
            value={
              Object.hasOwn(languages, preferences.value.language)
                ? preferences.value.language
                : 'en'
            }
            onChange={({ currentTarget }) => prefer({ language: currentTarget.value })}
          >
            {Object.entries(languages).map(([code, name]) => (
              <option key={code} value={code} lang={code}>
                {name}
              </option>
            ))}
          </select>
        </label>
      </footer>
      {isSigningIn && <SignIn onClose={() => setSigningIn(false)} />}
    </>
  );
}
