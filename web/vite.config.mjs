import { fileURLToPath } from 'node:url';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));

export default {
  base: './',
  resolve: {
    alias: {
      'kibitz/database': at('engine/src/database.ts'),
      'kibitz/endgames': at('engine/src/endgames.ts'),
      kibitz: at('engine/src/index.ts'),
    },
  },
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: {
        page: at('index.html'),
        embed: at('embed.html'),
        admin: at('admin.html'),
        lab: at('lab.html'),
      },
    },
  },
};
