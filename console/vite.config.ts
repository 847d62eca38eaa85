import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The server of `npm start`, to which `npm run dev` passes the calls of the API on. */
const API = 'http://localhost:3000';

export default defineConfig({
  base: '/console/',
  plugins: [react(), tailwindcss()],
  build: {
    // Files for the build only: the sizes of the first load are checked with the manifest.
    manifest: true,
    // The Content-Security-Policy allows scripts and pictures from this address only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    assetsDir: 'assets',
    reportCompressedSize: false,
    target: 'es2022',
  },
  server: { proxy: { '/api': API } },
});
