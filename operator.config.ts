import { defineConfig } from 'vite';
import { assetsInlineLimit, common } from './vite.config.ts';

/** The operators' program: a build of its own, so that no file of the players' pages changes with it (O29). */
export default defineConfig({
  ...common(),
  base: '/operator/',
  build: {
    outDir: 'dist/operator',
    target: 'baseline-widely-available',
    manifest: true,
    assetsInlineLimit,
    license: { fileName: 'assets/licenses.txt' },
    modulePreload: { polyfill: false },
    rolldownOptions: { input: 'operator.html' },
  },
});
