// The embedded board: a game to replay or a position to play from (docs/web.md). The rules are fetched
// when the user touches the board, the engine when it has to move.
import { render } from 'preact';
import './style.css';
import { fetchSet } from './board/sets';
import { Match } from './embed/Match';
import { Replay } from './embed/Replay';
import { pgnInAddress } from './game/address';
import { preferences } from './settings/preferences';
import { setLanguage } from './words';

const asked = new URL(location.href).searchParams;
document.documentElement.dataset.theme = asked.get('theme') ?? 'light';
void fetchSet(preferences.value.pieces);
const language = asked.get('language');
if (language) void setLanguage(language);

// The address of the frame can be changed to show another game.
addEventListener('hashchange', () => location.reload());
const pgn = pgnInAddress(location.href);
render(pgn === null ? <Match /> : <Replay pgn={pgn} />, document.getElementById('app')!);
