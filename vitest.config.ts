import { playwright } from '@vitest/browser-playwright';
import { defineConfig, mergeConfig } from 'vitest/config';
import { launchOptions } from './tests/support/chromium.ts';
import viteConfig from './vite.config.ts';

export default mergeConfig(
  viteConfig({ command: 'serve', mode: 'test' }),
  defineConfig({
    test: {
      clearMocks: true,
      // what hangs, not what is slow on a busy machine
      testTimeout: 30_000,
      projects: [
        {
          extends: true,
          test: {
            name: 'pure',
            environment: 'node',
            include: ['tests/pure/**/*.test.ts', 'tests/architecture.test.ts'],
          },
        },
        {
          extends: true,
          test: {
            name: 'server',
            environment: 'node',
            include: ['tests/server/**/*.test.ts'],
            globalSetup: ['tests/support/postgres.ts'],
            hookTimeout: 60_000,
          },
        },
        {
          extends: true,
          // found before the first test: a package met later would reload the page under it
          optimizeDeps: { entries: ['src/client/**/*.{ts,tsx}', 'tests/component/**/*.tsx'] },
          test: {
            name: 'component',
            include: ['tests/component/**/*.test.tsx'],
            setupFiles: ['tests/support/failOnConsole.ts'],
            browser: {
              enabled: true,
              headless: true,
              screenshotFailures: false,
              provider: playwright({ launchOptions }),
              instances: [{ browser: 'chromium' }],
            },
          },
        },
      ],
    },
  }),
);
