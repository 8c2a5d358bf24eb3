// A board for other people's pages: a game to replay or a position to play from (docs/web.md). The
// rules come when somebody touches it, the engine when it has to move.
import { render } from 'preact';
import './style.css';
import { Match } from './embed/Match';
import { Replay } from './embed/Replay';
import { pgnAsked } from './game/asked';
import { speak } from './words';

const asked = new URL(location.href).searchParams;
document.documentElement.dataset.theme = asked.get('theme') ?? 'light';
const language = asked.get('language');
if (language) void speak(language);

// Another game in the same frame.
addEventListener('hashchange', () => location.reload());
const pgn = pgnAsked(location.href);
render(pgn === null ? <Match /> : <Replay pgn={pgn} />, document.getElementById('app')!);
