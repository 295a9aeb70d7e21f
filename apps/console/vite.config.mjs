import { fileURLToPath } from 'node:url';
import { defaultClientConditions } from 'vite';
import { content } from '../../tools/console/content/plugin.mjs';

const root = fileURLToPath(new URL('.', import.meta.url));

/** `npx vite apps/console` serves the pages while they are written, on the API of a running `npm start`. */
export default {
  root,
  // Addresses are relative, because a proxy may serve everything under a path of its own.
  base: './',
  plugins: [content()],
  resolve: { conditions: ['@stockbook/source', ...defaultClientConditions] },
  server: {
    proxy: { '^/(batch|demo/|openapi.json|(extension|integration|inventory|sale|setting)/)': 'http://127.0.0.1:3000' },
  },
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { docs: `${root}docs.html`, console: `${root}console.html` },
      // The packages mark their modules for servers that render, which there are none of.
      onLog: (level, log, report) => log.code === 'MODULE_LEVEL_DIRECTIVE' || report(level, log),
    },
  },
};
