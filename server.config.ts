import { defineConfig, mergeConfig } from 'vite';
import viteConfig from './vite.config.ts';

/** The server, and the process that it starts for pictures (`createPictureWork`). */
export default defineConfig((environment) =>
  mergeConfig(viteConfig({ ...environment, isSsrBuild: true }), {
    build: {
      ssr: true,
      outDir: 'dist/server',
      rolldownOptions: { input: ['src/server/main.ts', 'src/server/domain/pictures/pictureProcess.ts'] },
    },
  }),
);
