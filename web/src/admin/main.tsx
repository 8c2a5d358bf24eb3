// The operator's page (docs/operating.md): what `kibitz admin` does, and how the server is doing.
// `kibitz serve --admin-port` serves it at an address of its own; nothing of it is in other pages.
import titleFace from '@fontsource/fraunces/files/fraunces-latin-600-normal.woff2?url';
import { effect } from '@preact/signals';
import { render } from 'preact';
import './admin.css';
import { Admin } from './Admin';
import { enter } from './connection';
import { words } from './words';

effect(() => {
  document.documentElement.lang = words.value.language;
  document.title = words.value.pageTitle;
});
void enter();
render(<Admin />, document.getElementById('app')!);
void new FontFace('Fraunces', `url(${titleFace})`, { weight: '600' })
  .load()
  .then((face) => document.fonts.add(face))
  .catch(() => {}); // titles look well without it, too
