import { defineConfig } from 'vite';
import viteConfig from './vite.config.ts';

/** The operators' program: a build of its own, so that no file of the players' pages changes with it (O29). */
export default defineConfig((environment) => {
  const { plugins, css, resolve, publicDir } = viteConfig(environment);
  return {
    base: '/operator/',
    plugins,
    css,
    resolve,
    publicDir,
    build: {
      outDir: 'dist/operator',
      target: 'baseline-widely-available',
      license: { fileName: 'assets/licenses.txt' },
      modulePreload: { polyfill: false },
      rolldownOptions: { input: 'operator.html' },
    },
  };
});
