import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig, mergeConfig } from 'vitest/config';
import { BaseSequencer, type ProjectConfig, type TestSpecification } from 'vitest/node';
import { testLaunchOptions } from './tests/support/tools/chromium.ts';
import { DRAW_NOTHING } from './tests/support/tools/drawNothing.ts';
import { spiedModules } from './tests/support/components/spiedModules.ts';
import viteConfig from './vite.config.ts';

const cheapArgon2 = fileURLToPath(new URL('tests/support/app/cheapArgon2.ts', import.meta.url));

/** Files that take the longest. */
const SLOW =
  /server\/(prove|process)\/|\/(permissions|takeover|mailLimits|operateOrders|fivemSite|connections|embedded|jobs)\.test/;

/** Starts the slow files first: if one came last, it would run alone while the other cores have nothing to do. */
class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- the sequencer's own method, which returns a new array
    const sorted = await super.sort(files);
    const slow = sorted.filter(({ moduleId }) => SLOW.test(moduleId));
    return [...slow, ...sorted.filter((file) => !slow.includes(file))];
  }
}

const COMPONENTS = ['tests/{client,operator}/**/*.test.tsx'];
/** Components whose tests tell what a page loads, and when, or look at what a document has only once. */
const OWN_DOCUMENT = [
  'tests/client/{stage,platform/media}/**/*.test.tsx',
  'tests/client/areas/auth/passkeyEntrance.test.tsx',
  'tests/client/areas/cases/opening/rouletteWarmUp.test.tsx',
  'tests/client/ui/feedback/toasts.test.tsx',
  'tests/client/app/layout/connectionNotice.test.tsx',
  'tests/client/domain/forms/captcha.test.tsx',
];

/** A project of component tests, which run in a browser. */
const components = (test: ProjectConfig) => ({
  extends: true as const,
  plugins: [spiedModules()],
  // found before the first test: a package met later would reload the page under it
  optimizeDeps: { entries: ['src/{client,operator}/**/*.{ts,tsx}', 'tests/{client,operator}/**/*.tsx'] },
  test: {
    ...test,
    setupFiles: ['tests/support/components/setUp.ts'],
    mockReset: true,
    restoreMocks: true,
    unstubGlobals: true,
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      // the frame of the tests lies in this page
      orchestratorScripts: [{ type: 'text/javascript', content: DRAW_NOTHING }],
      // a machine short of breath loads the first page late
      connectTimeout: 120_000,
      // without the grain over the page, which makes each frame ten times as dear
      provider: playwright({ launchOptions: testLaunchOptions, contextOptions: { contrast: 'more' } }),
      instances: [{ browser: 'chromium' as const }],
    },
  },
});

export default mergeConfig(
  viteConfig({ command: 'serve', mode: 'test' }),
  defineConfig({
    test: {
      clearMocks: true,
      // what hangs, not what is slow on a busy machine
      testTimeout: 120_000,
      hookTimeout: 120_000,
      expect: { poll: { timeout: 30_000 } },
      maxWorkers: availableParallelism(),
      sequence: { sequencer: SlowFirst },
      projects: [
        {
          extends: true,
          test: {
            name: 'pure',
            environment: 'node',
            // each worker loads the site once and not once for each file
            isolate: false,
            include: ['tests/{tree,contract,client,operator,bench}/**/*.test.ts'],
          },
        },
        {
          extends: true,
          resolve: { alias: { '@node-rs/argon2': cheapArgon2 } },
          test: {
            name: 'server',
            environment: 'node',
            // each worker loads the site once and not once for each file
            isolate: false,
            include: ['tests/{server,games}/**/*.test.ts'],
            globalSetup: ['tests/support/app/postgres.ts'],
            // young objects are collected less often, which saves about a twentieth of the processor time
            execArgv: ['--max-semi-space-size=64'],
            // a test waits for PostgreSQL or for time to pass in a third of its time
            maxWorkers: availableParallelism() + 1,
            sequence: { groupOrder: 1 },
          },
        },
        // each worker loads the modules once and not once for each file
        components({ name: 'component', isolate: false, include: COMPONENTS, exclude: OWN_DOCUMENT }),
        components({
          name: 'component-document',
          isolate: true,
          include: OWN_DOCUMENT,
          // after the others: both at once would be twice as many pages as there are cores
          sequence: { groupOrder: 2 },
        }),
      ],
    },
  }),
);
