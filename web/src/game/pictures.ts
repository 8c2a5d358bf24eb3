// Pictures to share: a position as SVG or PNG, a game as an animated GIF. The C++ library draws them,
// so they look like those of the program.
import { applyPalette, GIFEncoder, quantize } from 'gifenc';
import { rules } from './core';

export interface LineOfPlay {
  start: string;
  moves: string[];
}

const pngSize = 960; // pixels
const gifSize = 400;
const millisecondsAMove = 900;
const millisecondsAtTheEnds = 2500;
const colors = 64; // enough for the board and the smoothed edges of the pieces

const svg = (start: string, moves: string[], look: string) => rules.value!.svg(start, moves, look);

export const positionSvg = (fen: string, look: string): Blob =>
  new Blob([svg(fen, [], look)], { type: 'image/svg+xml' });

/** Draws a picture over the whole canvas. */
async function paint(picture: string, canvas: OffscreenCanvas): Promise<void> {
  const image = new Image(canvas.width, canvas.height);
  image.src = `data:image/svg+xml,${encodeURIComponent(picture)}`;
  await image.decode();
  canvas
    .getContext('2d', { willReadFrequently: true })!
    .drawImage(image, 0, 0, canvas.width, canvas.height);
}

export async function positionPng(fen: string, look: string): Promise<Blob> {
  const canvas = new OffscreenCanvas(pngSize, pngSize);
  await paint(svg(fen, [], look), canvas);
  return canvas.convertToBlob({ type: 'image/png' });
}

export async function gameGif({ start, moves }: LineOfPlay, look: string): Promise<Blob> {
  const gif = GIFEncoder();
  const canvas = new OffscreenCanvas(gifSize, gifSize);
  for (let ply = 0; ply <= moves.length; ++ply) {
    await paint(svg(start, moves.slice(0, ply), look), canvas);
    const { data } = canvas.getContext('2d')!.getImageData(0, 0, gifSize, gifSize);
    const palette = quantize(data, colors);
    const isEnd = ply === 0 || ply === moves.length;
    gif.writeFrame(applyPalette(data, palette), gifSize, gifSize, {
      palette,
      delay: isEnd ? millisecondsAtTheEnds : millisecondsAMove,
    });
  }
  gif.finish();
  return new Blob([gif.bytes()], { type: 'image/gif' });
}
