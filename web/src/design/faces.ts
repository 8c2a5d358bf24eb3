// The portraits of the characters: shapes in a square of 64, and the colour of the tile behind them.
const dot = (x: number, y: number, r: number, fill: string) =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"/>`;
const shape = (d: string, fill: string) => `<path d="${d}" fill="${fill}"/>`;
const stroke = (d: string, color: string, width = 2) =>
  `<path d="${d}" fill="none" stroke="${color}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;
const ink = '#2a221c';
const eyes = (left: number, right: number, y: number, r = 2.6) =>
  [left, right].map((x) => dot(x, y, r, ink) + dot(x + r / 3, y - r / 3, r / 3, '#fff')).join('');

export const faces: Record<string, { tile: string; drawing: string }> = {
  coach: {
    tile: '#d9e8dd',
    drawing:
      shape(
        'M13 15c5 1 8 3 10 5h18c2-2 5-4 10-5-2 5-2 8-1 12 3 12-1 31-18 31S11 39 14 27c1-4 1-7-1-12z',
        '#6d5340',
      ) +
      shape('M20 44c2-8 22-8 24 0 0 7-5 12-12 12s-12-5-12-12z', '#d9c3a3') +
      dot(24, 28, 9, '#fff8ea') +
      dot(40, 28, 9, '#fff8ea') +
      eyes(25, 39, 28, 4.2) +
      shape('M32 30l4 5-4 6-4-6z', '#e2a33b'),
  },
  beginner: {
    tile: '#f4e8c8',
    drawing:
      stroke('M32 27V16', '#4b8b45', 3) +
      shape('M32 18C29 9 21 7 14 9c1 8 8 12 18 9z', '#69ad57') +
      shape('M32 17c2-8 10-11 17-9 0 8-8 12-17 9z', '#4b8b45') +
      dot(32, 42, 17, '#a5d07f') +
      eyes(25.5, 38.5, 40, 2.8) +
      dot(21, 46, 3, '#f0a58c') +
      dot(43, 46, 3, '#f0a58c') +
      stroke('M27 48c3 4 7 4 10 0', ink),
  },
  attacker: {
    tile: '#f8dccb',
    drawing:
      shape(
        'M33 5c3 9 17 15 17 33 0 12-8 21-18 21s-18-9-18-20c0-9 6-13 8-21 4 3 5 6 5 9 4-5 7-12 6-22z',
        '#df5a2c',
      ) +
      shape(
        'M33 26c2 6 10 9 10 18 0 8-5 12-11 12s-11-4-11-11 5-8 6-12c2 1 3 3 3 5 2-3 3-7 3-12z',
        '#f8b545',
      ) +
      eyes(27, 37, 43, 2.8) +
      stroke('M23 38l6 2M41 38l-6 2', ink, 2.4) +
      stroke('M28 50h8', ink),
  },
  defender: {
    tile: '#dfe6ea',
    drawing:
      shape(
        'M32 8l5 5 6-3 2 7 7 0-1 7 7 4-4 6 4 6-6 4 1 7H11l1-7-6-4 4-6-4-6 7-4-1-7 7 0 2-7 6 3z',
        '#6a5241',
      ) +
      shape('M14 42c0-13 8-20 18-20s18 7 18 20c0 9-8 15-18 15s-18-6-18-15z', '#efd9b9') +
      eyes(24.5, 39.5, 38, 3) +
      dot(32, 46, 4, ink) +
      stroke('M28 52c2 2 6 2 8 0', ink),
  },
  gambiteer: {
    tile: '#f6d8d3',
    drawing:
      shape(
        'M12 34C9 20 16 15 19 7c5 2 7 5 8 8 2-4 3-7 2-12 7 2 10 7 11 12 2-2 3-4 3-7 9 7 11 16 9 26z',
        '#c23a2b',
      ) +
      shape('M16 34c0-9 7-14 16-14s16 5 16 14v7c0 10-7 17-16 17s-16-7-16-17z', '#f2cfa9') +
      shape('M14 28c10 3 26 3 36 0v5c-10 3-26 3-36 0z', '#e9a13b') +
      eyes(25.5, 38.5, 40, 2.7) +
      stroke('M25 48c4 5 10 5 14-1', ink, 2.2),
  },
  grabber: {
    tile: '#dce3f0',
    drawing:
      shape(
        'M10 60c0-12 4-18 9-22-4-13 4-28 19-28 10 0 15 8 15 15 0 12-7 14-7 21 0 6 2 10 4 14z',
        '#23262e',
      ) +
      shape('M19 60c1-10 6-16 14-18 5 4 8 10 9 18z', '#f6f3ec') +
      shape('M50 22l12 6-12 5z', '#3f424b') +
      dot(42, 22, 4.6, '#f6f3ec') +
      dot(43, 22, 2.7, ink) +
      dot(56.5, 35.5, 5, '#efb73e') +
      stroke('M55 34.5l3 2', '#fff3c9', 1.8),
  },
  positional: {
    tile: '#dfead0',
    drawing:
      shape('M17 28h30v10c0 12-6 20-15 20s-15-8-15-20z', '#eac39c') +
      shape(
        'M5 28c8-5 11-5 13-6 0-9 6-14 14-14s14 5 14 14c2 1 5 1 13 6-9 6-45 6-54 0z',
        '#d8b25a',
      ) +
      shape('M18 22c8 4 20 4 28 0v4c-8 4-20 4-28 0z', '#4f8a4d') +
      eyes(25.5, 38.5, 38, 2.5) +
      shape('M32 44c-3-3-9-1-11 3 4 2 9 2 11-1 2 3 7 3 11 1-2-4-8-6-11-3z', '#8b6b4c'),
  },
  'queen-lover': {
    tile: '#eadcf0',
    drawing:
      shape('M12 58c-2-14 1-32 20-32s22 18 20 32z', '#5b3a73') +
      shape('M19 38c0-8 6-12 13-12s13 4 13 12c0 11-5 19-13 19s-13-8-13-19z', '#f3d0b0') +
      shape('M13 27L10 9l11 9L32 6l11 12 11-9-3 18c-10-4-28-4-38 0z', '#e7b13c') +
      dot(32, 20, 2.6, '#b3324a') +
      eyes(26, 38, 38, 2.6) +
      dot(22.5, 44, 2.6, '#eba08b') +
      dot(41.5, 44, 2.6, '#eba08b') +
      stroke('M28 49c2.5 2.5 5.5 2.5 8 0', '#a6323f', 2.4),
  },
  trader: {
    tile: '#e9e0cf',
    drawing:
      shape('M15 30c0-12 7-19 17-19s17 7 17 19v8c0 12-7 20-17 20s-17-8-17-20z', '#e7bd97') +
      shape('M14 28c0-12 8-19 18-19s18 7 18 19z', '#6b6f76') +
      shape('M9 27c10-5 36-5 46 0 2 5 0 7-3 6-10-4-30-4-40 0-3 1-5-1-3-6z', '#2d7a58') +
      dot(25, 39, 5.4, '#fffaf0') +
      dot(39, 39, 5.4, '#fffaf0') +
      eyes(25, 39, 39, 2.3) +
      '<g fill="none" stroke="#2a221c" stroke-width="1.7"><circle cx="25" cy="39" r="5.4"/><circle cx="39" cy="39" r="5.4"/><path d="M30.4 39h3.200"/></g>' +
      stroke('M27 50h10', ink, 2.2),
  },
  trickster: {
    tile: '#f7e3cc',
    drawing:
      shape('M9 8l16 12h14L55 8l-1 26L32 58 10 34z', '#dc7a2f') +
      shape('M14 15l8 8-7 6zM50 15l-8 8 7 6z', '#7a3d1b') +
      shape('M10 34c8-1 17 4 22 12 5-8 14-13 22-12L32 58z', '#fff6ea') +
      eyes(23.5, 40.5, 33, 2.8) +
      stroke('M19 28l7 2M45 28l-7 2', '#7a3d1b', 2.2) +
      dot(32, 53, 4.2, ink),
  },
};
