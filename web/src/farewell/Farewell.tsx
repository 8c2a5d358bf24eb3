// What the opponent says at the end of a game. It is fetched when a game ends.
import { nameOf } from '../game/opponents';
import * as play from '../game/play';
import { partingAfter } from './parting';
import { words } from './words';

export function Farewell() {
  const parting = partingAfter(play.game.value.color, play.ending.value);
  if (!parting) return null;
  const sentences = words.value[parting.result][parting.how];
  return (
    <>
      {nameOf(play.opponent.value)}: {sentences[play.game.value.moves.length % sentences.length]}
    </>
  );
}
