// The page of a laboratory, which `kibitz lab up` serves (docs/lab.md): tests, workers, games and the
// record of what its operators did.
import titleFace from '@fontsource/fraunces/files/fraunces-latin-600-normal.woff2?url';
import { render } from 'preact';
import './design/tokens.css';
import './design/components.css';
import './lab/lab.css';
import { Laboratory } from './lab/Laboratory';

render(<Laboratory />, document.getElementById('app')!);
// Titles look well without it, too.
const face = new FontFace('Fraunces', `url(${titleFace})`, { weight: '600' });
void face.load().then(
  (loaded) => document.fonts.add(loaded),
  () => {},
);
