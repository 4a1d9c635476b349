import { defineConfig, mergeConfig } from 'vite';
import viteConfig from './vite.config.ts';

/** The pages as the server renders them: the client's own code, built for Node. */
export default defineConfig((environment) =>
  mergeConfig(viteConfig({ ...environment, isSsrBuild: true }), {
    // React would else be a slower one that warns
    define: { 'process.env.NODE_ENV': '"production"' },
    // everything in it, so that it runs with no package as it lies there; what only a browser runs is left out
    ssr: { noExternal: true, external: ['@pixi/react', 'axios', 'gsap', 'howler', 'pixi.js'] },
    build: { ssr: 'src/client/app/prerender.tsx', outDir: 'dist/prerender', sourcemap: false },
  }),
);
