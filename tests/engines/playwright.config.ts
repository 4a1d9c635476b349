import { defineConfig } from '@playwright/test';
import base from '../e2e/playwright.config.ts';
import { engines } from './engines.ts';

/** The built site in the engines beside Chromium that this machine has. */
export default defineConfig({
  ...base,
  testDir: '.',
  // the tests of an engine share its window
  fullyParallel: false,
  // they run beside the server's tests, and the captcha of a purchase is work for the processor
  timeout: 480_000,
  expect: { timeout: 100_000 },
  projects: engines.map(({ name }) => ({ name })),
});
