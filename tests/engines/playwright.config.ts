import { defineConfig } from '@playwright/test';
import base from '../e2e/playwright.config.ts';
import { engines } from './engines.ts';

/** The built site in the engines beside Chromium that this machine has. */
export default defineConfig({
  ...base,
  testDir: '.',
  // the tests of an engine share its window
  fullyParallel: false,
  projects: engines.map(({ name }) => ({ name })),
});
