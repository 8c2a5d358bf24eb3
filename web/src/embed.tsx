// The embedded board: a game to replay or a position to play from (docs/web.md). The rules are fetched
// when the user touches the board, the engine when it has to move.
import { render } from 'preact';
import './style.css';
import { fetchSet } from './board/sets';
import { Match } from './embed/Match';
import { Replay } from './embed/Replay';
import { pgnInAddress } from './game/address';
import { isProofLink } from './game/proof';
import { preferences } from './settings/preferences';
import { setLanguage } from './words';

const asked = new URL(location.href).searchParams;
const isProof = isProofLink(location.hash);
// A board in somebody's page is light unless they say otherwise; a page of its own follows the system.
if (!isProof || asked.has('theme'))
  document.documentElement.dataset.theme = asked.get('theme') ?? 'light';
void fetchSet(preferences.value.pieces);
const language = asked.get('language');
if (language) void setLanguage(language);

// The address of the frame can be changed to show another game.
addEventListener('hashchange', () => location.reload());
const pgn = pgnInAddress(location.href);
const place = document.getElementById('app')!;
if (isProof)
  void import('./learn/Proof').then(({ Proof, openProof }) => {
    render(<Proof />, place);
    void openProof(location.hash);
  });
else render(pgn === null ? <Match /> : <Replay pgn={pgn} />, place);
