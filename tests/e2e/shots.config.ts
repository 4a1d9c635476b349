import { defineConfig } from '@playwright/test';
import base from './playwright.config.ts';

/** Pictures of every page and state, in three languages and at four widths, into `shots/`. */
export default defineConfig({
  ...base,
  testMatch: 'shots.ts',
  timeout: 180_000,
  projects: [390, 768, 1170, 1440].map((width) => ({
    name: String(width),
    use: { viewport: { width, height: width < 768 ? 844 : 900 }, reducedMotion: 'reduce' as const },
  })),
});
