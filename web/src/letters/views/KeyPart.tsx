// The key, or why there can be none, and what letters protect. It is fetched with its texts by those
// who have no key yet, or ask for theirs.
import '../key.css';
import { obstacle, own } from '../state';
import { words } from '../words/key';
import { KeySetup } from './KeySetup';
import { OwnKeyPanel } from './OwnKeyPanel';

export function KeyPart() {
  const w = words.value;
  return (
    <>
      {obstacle.value ? (
        <p class="panel wrong">{w.obstacles[obstacle.value]}</p>
      ) : own.value ? (
        <OwnKeyPanel own={own.value} />
      ) : (
        <KeySetup />
      )}
      <details>
        <summary>{w.limits}</summary>
        <ul>
          {w.limitList.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
        {location.pathname.endsWith('letters.html') || (
          <a href="letters.html" download>
            {w.takeAlong}
          </a>
        )}
      </details>
    </>
  );
}
