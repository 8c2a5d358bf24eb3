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
  duellist: {
    tile: '#e3e6ee',
    drawing:
      shape('M12 58c-1-20 2-44 21-46 14-1 20 9 19 20-1 14-9 17-9 26z', '#a9683f') +
      shape('M26 58c-4-8-3-16 3-22 8 2 14 9 14 22z', '#f3e3c8') +
      shape('M16 24c5-9 12-14 20-12-6 3-11 8-13 15z', '#6e3d22') +
      shape('M50 26l11 6c0 3-2 6-5 7-1-4-4-6-8-6z', '#e0a637') +
      shape('M40 31c3 5 3 9 1 13-3-4-3-9-1-13z', ink) +
      dot(41, 25, 5.4, '#fbe9a8') +
      dot(42, 25, 3, ink) +
      dot(43, 24, 1, '#fff'),
  },
  fortress: {
    tile: '#dfe3d6',
    drawing:
      dot(15, 20, 7, '#2d3035') +
      dot(49, 20, 7, '#2d3035') +
      shape('M9 36c0-15 10-24 23-24s23 9 23 24c0 13-10 23-23 23S9 49 9 36z', '#f4f1ea') +
      shape('M15 19c6-3 10-3 13 0 1 12-1 24-8 33-9-6-12-20-5-33z', '#2d3035') +
      shape('M49 19c-6-3-10-3-13 0-1 12 1 24 8 33 9-6 12-20 5-33z', '#2d3035') +
      dot(22.5, 35, 3, '#fff') +
      dot(41.5, 35, 3, '#fff') +
      dot(22.5, 35, 1.8, ink) +
      dot(41.5, 35, 1.8, ink) +
      shape('M27 47c0-3 10-3 10 0 0 4-3 6-5 6s-5-2-5-6z', ink),
  },
  painter: {
    tile: '#d3e6ea',
    drawing:
      shape('M22 60c-3-9 1-15 5-21 4-7 3-14 8-19 8 2 11 8 8 17-3 8-7 13-4 23z', '#8fa6b5') +
      dot(36, 20, 10, '#a9bdc9') +
      shape('M27 14C20 11 13 12 8 16c7 1 14 2 21 3z', '#39424d') +
      shape('M44 16l18 7-17 4z', '#e6a83c') +
      shape('M30 16c6-2 11-1 15 1-5 2-10 3-15 2z', '#39424d') +
      dot(40, 20, 2.9, '#fdf3c4') +
      dot(40.6, 20, 1.7, ink) +
      stroke('M31 36c3 6 3 13 2 20', '#6d8494', 2),
  },
  clerk: {
    tile: '#e4e8cf',
    drawing:
      shape('M6 58c0-14 9-23 22-23s22 9 22 23z', '#5d7b3f') +
      stroke('M14 54c2-6 6-9 11-10M28 58V44M42 54c-2-6-5-9-10-10', '#8aa765', 2.4) +
      shape('M34 44c-2-18 4-31 14-31 8 0 13 6 12 13-1 9-12 8-13 18z', '#b9c98a') +
      dot(51, 23, 6, '#fffdf3') +
      dot(52, 23, 2.4, ink) +
      '<circle cx="51" cy="23" r="6" fill="none" stroke="#2a221c" stroke-width="1.8"/>' +
      stroke('M45 23l-7 2', ink, 1.8) +
      stroke('M52 35c3 0 5-1 7-3', ink),
  },
  rusher: {
    tile: '#f6e6c4',
    drawing:
      shape('M20 26C10 18 6 9 9 3c9 2 15 10 19 20z', '#b98a5d') +
      shape('M36 24c0-11 4-19 11-22 4 7 2 16-4 24z', '#b98a5d') +
      shape('M17 20c-4-5-6-9-6-13 5 3 9 8 12 14z', '#f0c3ae') +
      shape('M14 40c0-12 8-19 18-19s18 7 18 19c0 11-8 18-18 18s-18-7-18-18z', '#cfa373') +
      shape('M22 48c3-5 17-5 20 0 0 6-5 9-10 9s-10-3-10-9z', '#fbf1e0') +
      eyes(25, 39, 36, 3.4) +
      shape('M29 44h6l-3 4z', '#7a3d2c') +
      stroke('M12 46H2M13 52H5', '#b98a5d', 2.4) +
      stroke('M32 48v4', ink, 1.8),
  },
  classic: {
    tile: '#e6ddd0',
    drawing:
      stroke('M32 14V7', '#8a6a3c', 2.4) +
      dot(32, 6, 3, '#d9a441') +
      shape('M3 28h8v14H3zM53 28h8v14h-8z', '#8a6a3c') +
      shape('M10 20c0-4 3-7 7-7h30c4 0 7 3 7 7v26c0 4-3 7-7 7H17c-4 0-7-3-7-7z', '#c79a52') +
      shape('M15 22c0-2 2-4 4-4h26c2 0 4 2 4 4v14c0 2-2 4-4 4H19c-2 0-4-2-4-4z', '#fbf3e0') +
      dot(24, 29, 5, '#8a6a3c') +
      dot(40, 29, 5, '#8a6a3c') +
      eyes(24, 40, 29, 3) +
      stroke('M21 46h22M26 44v4M32 44v4M38 44v4', '#6b4d25', 1.8) +
      shape('M22 53h20l3 8H19z', '#8a6a3c'),
  },
  student: {
    tile: '#e6dcec',
    drawing:
      shape('M50 28l11-11-3 19z', '#7a4f2e') +
      shape('M10 38c0-13 9-21 21-21s22 8 22 20-9 20-22 20-21-7-21-19z', '#9b6b43') +
      shape('M16 44c4-6 22-6 27 2-3 8-9 11-15 11s-11-5-12-13z', '#efdcc0') +
      stroke('M15 27c5-3 11-3 15 0', '#efdcc0', 2.6) +
      dot(22, 33, 4.4, '#fff') +
      dot(22, 33, 2.6, ink) +
      shape('M11 35L1 38l10 3z', '#e0a637') +
      stroke('M40 36c4 2 7 6 7 11', '#6d4426', 2.4) +
      shape('M13 17l19-8 19 8-19 8z', '#3b3550') +
      stroke('M47 18v9', '#3b3550', 2) +
      dot(47, 28, 2, '#e7b13c'),
  },
};
