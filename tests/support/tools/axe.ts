import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { default as Axe, Result, RunOptions } from 'axe-core';
import type { Page } from 'playwright';

/** The code of axe, which a page gets once: sending it takes longer than most looks at a page. */
const CODE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Without them axe tells nothing of the contrast of a text that lies on the light of the page, a pseudo-element. */
const CHECKS = { 'color-contrast': { options: { ignorePseudo: true } } };

/**
 * Everything that axe finds on the page as it stands.
 * @throws Error if the page has frames, because axe would not look into them
 */
export async function axeFaults(page: Page, options: RunOptions = {}): Promise<Result[]> {
  if (page.frames().length > 1) throw new Error(`${page.url()} has frames`);
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(CODE);
  return page.evaluate(
    async (given) => {
      const { axe } = globalThis as unknown as { axe: typeof Axe };
      const { violations } = await axe.run(document, given);
      return violations;
    },
    { resultTypes: ['violations' as const], checks: CHECKS, ...options },
  );
}
