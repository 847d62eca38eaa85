import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** The server of `npm start`, to which `npm run dev` passes the calls of the API on. */
const API = 'http://localhost:3000';

/** What the sign-in shares with other pages: few bytes, for which it must not load what many pages need. */
const OF_THE_SIGN_IN = /[\\/](text-field\.tsx|use-search-params\.ts)$/;

/** Puts the style sheet before the scripts, so that nothing that can be painted waits behind them. */
const styleSheetFirst: Plugin = {
  name: 'style-sheet-first',
  transformIndexHtml: {
    order: 'post',
    handler(html) {
      const [sheet] = /\n *<link rel="stylesheet"[^>]*>/.exec(html) ?? [''];
      return html.replace(sheet, '').replace(/\n *<script type="module"/, (script) => sheet + script);
    },
  },
};

export default defineConfig({
  base: '/console/',
  plugins: [react(), tailwindcss(), styleSheetFirst],
  build: {
    // Files for the build only: the sizes of the first load are checked with the manifest.
    manifest: true,
    // The Content-Security-Policy allows scripts and pictures from this address only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    assetsDir: 'assets',
    reportCompressedSize: false,
    target: 'es2022',
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // Each file costs the browser a request: what every page needs is one, what many pages need is another.
            { name: 'frame', tags: ['$initial'], priority: 2 },
            { name: 'field', test: OF_THE_SIGN_IN, priority: 2 },
            { name: 'parts', minShareCount: 20, priority: 1 },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': API } },
});
