// The face of an opponent. Levels are pieces that grow with them; who has no drawing has an initial.
import { PieceImage } from '../board/Board';
import { nameOf, type Opponent } from '../game/opponents';
import { faces } from './faces';

/** The piece of each level, from the first on. */
const ranks = 'PPPPNNNBBRRQQK';
/** The first level's tile is green, the last one's purple. */
const hueOf = (level: number) => 140 + level * 12;

export function Portrait({ of }: { of: Opponent }) {
  const face = faces[of.id];
  if (face)
    return (
      <span class="portrait" style={{ '--tile': face.tile }} aria-hidden="true">
        <svg viewBox="0 0 64 64" dangerouslySetInnerHTML={{ __html: face.drawing }} />
      </span>
    );
  const level = Number(/^level-(\d+)$/.exec(of.id)?.[1] ?? 0);
  const piece = of.id === 'engine' ? 'N' : ranks[level - 1];
  const tile = piece && (level ? `hsl(${hueOf(level)} 34% 34%)` : '#23543f');
  return (
    <span class="portrait" style={tile ? { '--tile': tile } : {}} aria-hidden="true">
      {piece ? <PieceImage piece={piece} /> : <b>{nameOf(of).slice(0, 1)}</b>}
    </span>
  );
}
