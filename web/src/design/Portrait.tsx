// The face of an opponent. Levels are pieces that grow with them; who has no drawing has an initial.
import { PieceImage } from '../board/pieces';
import { levels, nameOf, type Opponent } from '../game/opponents';
import { faces } from './faces';

/** The piece of each level, from the first beginner on. */
const ranks = 'PPPPPPNNNBBRRQQK';
/** The first tile is green, the last one purple. */
const hueOf = (place: number) => 128 + place * 12;

export function Portrait({ of }: { of: Opponent }) {
  const face = faces[of.id];
  if (face)
    return (
      <span class="portrait" style={{ '--tile': face.tile }} aria-hidden="true">
        <svg viewBox="0 0 64 64" dangerouslySetInnerHTML={{ __html: face.drawing }} />
      </span>
    );
  const place = levels.findIndex(({ id }) => id === of.id);
  const piece = of.id === 'engine' ? 'N' : ranks[place];
  const tile = piece && (place < 0 ? '#23543f' : `hsl(${hueOf(place)} 34% 34%)`);
  return (
    <span class="portrait" style={tile ? { '--tile': tile } : {}} aria-hidden="true">
      {piece ? <PieceImage piece={piece} /> : <b>{nameOf(of).slice(0, 1)}</b>}
    </span>
  );
}
