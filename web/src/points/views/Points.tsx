// The page of points, vouchers and options. It is fetched when it is opened.
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { status } from '../../arena/connection';
import { me } from '../../arena/identity';
import { NameForm } from '../../arena/views/NameForm';
import { Segments } from '../../design/Segments';
import '../points.css';
import { begin, note, purse, rewrittenAfter, summary, trouble } from '../state';
import { words } from '../words';
import { Market } from './Market';
import { Options } from './Options';
import { PurseView } from './PurseView';
import { Vouchers } from './Vouchers';

const parts = ['purse', 'vouchers', 'options', 'market'] as const;
type PartName = (typeof parts)[number];
const part = signal<PartName>('purse');

export function Points() {
  const w = words.value;
  useEffect(begin, [status.value, me.value]);
  return (
    <div class="points page">
      <h2>{w.title}</h2>
      <Here />
    </div>
  );
}

function Here() {
  const w = words.value;
  if (!summary.value) return <p role="status">{w.loading}</p>;
  if (!summary.value.on) return <p role="status">{w.off}</p>;
  if (!purse.value)
    return (
      <>
        <p class="about">{w.needsName}</p>
        <NameForm />
      </>
    );
  return (
    <>
      <p class="about">{w.about}</p>
      {purse.value.frozen && <p class="wrong">{w.frozen}</p>}
      <Segments
        legend={w.title}
        isQuiet
        name="points-part"
        value={part.value}
        all={parts}
        text={(one) => w.parts[one]}
        onChange={(one) => ((part.value = one), (note.value = trouble.value = ''))}
      />
      <p class="note" role="status">
        {note.value}
      </p>
      <p class="wrong" role="alert">
        {rewrittenAfter.value > 0 && w.rewritten(rewrittenAfter.value)} {trouble.value}
      </p>
      {part.value === 'purse' && <PurseView />}
      {part.value === 'vouchers' && <Vouchers />}
      {part.value === 'options' && <Options />}
      {part.value === 'market' && <Market />}
    </>
  );
}
