// The icons of the page: one family, drawn on a grid of 24 with lines of 1.8.
const paths = {
  play: 'M7 4.5v15l12-7.5z',
  analyse: 'M5 20V10M10 20V4M15 20v-8M20 20V7',
  editor: 'M4 20l1-4.5L16 4.5a2.1 2.1 0 0 1 3 3L8 18.5zM14 6.5l3.5 3.5',
  watch:
    'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9.2a2.8 2.8 0 1 1 0 5.6 2.8 2.8 0 0 1 0-5.6z',
  games: 'M5 4h4v16H5zM9 4h4v16H9zM14 5.2l3.8-1 3.2 15-3.8 1z',
  learn: 'M3 9l9-4.5L21 9l-9 4.5zM7 11.5V16c1.5 1.5 8.5 1.5 10 0v-4.5M21 9v5.5',
  arena:
    'M7 4h10v6a5 5 0 0 1-10 0zM7 5.5H3.5V7A3.5 3.5 0 0 0 7 10.5M17 5.5h3.5V7a3.5 3.5 0 0 1-3.5 3.5M12 15v4M8 20h8',
  settings:
    'M4 7h9M17 7h3M4 17h3M11 17h9M15 4.8a2.2 2.2 0 1 1 0 4.4 2.2 2.2 0 0 1 0-4.4zM9 14.8a2.2 2.2 0 1 1 0 4.4 2.2 2.2 0 0 1 0-4.4z',
  takeBack: 'M9 7L4.5 11.5 9 16M5 11.5h9a5 5 0 0 1 0 10h-2',
  hint: 'M9 17.5c0-2-3-3.5-3-7.3a6 6 0 0 1 12 0c0 3.8-3 5.3-3 7.3zM9.5 21h5',
  draw: 'M7 9.5h10M7 14.5h10',
  resign: 'M6 21V4M6 4.5h12l-3 4 3 4H6',
  more: 'M5.5 12h.01M12 12h.01M18.5 12h.01',
  person: 'M12 4.5a3.8 3.8 0 1 1 0 7.6 3.8 3.8 0 0 1 0-7.6zM4.5 20c.6-4 3.6-6 7.5-6s6.9 2 7.5 6',
  flip: 'M8 19V6M8 5L4 9M8 5l4 4M16 5v13M16 19l4-4M16 19l-4-4',
  swap: 'M4 8.5h15M15.5 5l3.5 3.5L15.5 12M20 15.5H5M8.5 12L5 15.5 8.5 19',
  plus: 'M12 5v14M5 12h14',
  review: 'M10.5 4a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13zM15.3 15.3L20.5 20.5M8 10.5l2 2 3.5-3.8',
  close: 'M6 6l12 12M18 6L6 18',
  unfold: 'M6 9.5l6 6 6-6',
  start: 'M6 5v14M19 5L9 12l10 7z',
  back: 'M17 5L7 12l10 7z',
  forward: 'M7 5l10 7-10 7z',
  end: 'M18 5v14M5 5l10 7-10 7z',
  hurry: 'M4 6l7 6-7 6zM13 6l7 6-7 6z',
  again: 'M19.5 12a7.5 7.5 0 1 1-2.2-5.3M19.5 4v4.5H15',
  share: 'M12 15V4M8 7.5L12 3.5l4 4M5 12.5V20h14v-7.5',
  download: 'M12 4v11M8 11.5l4 4 4-4M5 19.5h14',
  keyboard: 'M2.5 6.5h19v11h-19zM6.5 10h.01M10.2 10h.01M13.8 10h.01M17.5 10h.01M8 14h8',
  remove: 'M4.5 7h15M9.5 7V4.5h5V7M6.5 7l1 13h9l1-13M10.5 10.5v6M13.5 10.5v6',
  print: 'M7 8.5V4h10v4.5M7 17H4V8.5h16V17h-3M7 14h10v6H7z',
  copy: 'M9 9h10.5v10.5H9zM15 9V4.5H4.5V15H9',
} as const;

export type IconName = keyof typeof paths;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class={`icon icon-${name}`} viewBox="0 0 24 24" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}
