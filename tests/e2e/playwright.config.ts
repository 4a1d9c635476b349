import { defineConfig } from '@playwright/test';
import { testLaunchOptions } from '../support/tools/chromium.ts';

/** `E2E_PORT` lets two checkouts of one machine run their browser tests at the same time. */
const PORT = Number(process.env.E2E_PORT ?? 4300);

/** The built site with the demo catalogue, in Chromium, at the widths of a desk and of a phone. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.test.ts',
  outputDir: '../../test-results',
  fullyParallel: true,
  // a page waits for the site or for time to pass in a seventh of its time
  workers: 3,
  forbidOnly: true,
  // a machine short of breath may miss a deadline once; what fails twice has failed, and the report names both kinds
  retries: 1,
  reporter: [['line']],
  // what hangs, not what is slow on a busy machine
  timeout: 240_000,
  expect: { timeout: 40_000 },
  use: {
    // a press on what never comes fails sooner than its test
    actionTimeout: 80_000,
    baseURL: `http://localhost:${PORT}`,
    launchOptions: testLaunchOptions,
    // drawing what moves costs most of the time; tests of what moves ask for it
    reducedMotion: 'reduce',
    // the grain over a page makes each of its frames ten times as dear; the other engines draw it
    contrast: 'more',
    // drawing every step of every test costs a third of the run: only what failed is filmed, at its second try
    trace: 'on-first-retry',
  },
  projects: [
    { name: 'desktop', use: { viewport: { width: 1440, height: 900 } } },
    {
      name: 'phone',
      // what a hand and a narrow window may change
      grep: /@phone/,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
  ],
  webServer: {
    command: 'node --import tsx tests/e2e/serve.ts',
    cwd: '../..',
    env: { PORT: String(PORT) },
    url: `http://127.0.0.1:${PORT}/healthz`,
    timeout: 60_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
  },
});
