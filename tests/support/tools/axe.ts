import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { default as Axe, Result, RunOptions } from 'axe-core';
import type { Page } from 'playwright';

/** The code of axe, which a page gets once: sending it takes longer than most looks at a page. */
const CODE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Without them axe tells nothing of the contrast of a text that lies on the light of the page, a pseudo-element. */
const CHECKS = { 'color-contrast': { options: { ignorePseudo: true } } };

/** Transitions and animations up to this length are ended before axe looks; longer ones are part of the page. */
const SHORT_MS = 1000;

/** Gives a page the code of axe, once. @throws Error if the page has frames, because axe would not look into them */
async function loadAxe(page: Page): Promise<void> {
  if (page.frames().length > 1) throw new Error(`${page.url()} has frames`);
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(CODE);
}

/** Everything that axe finds on the page as it stands. @throws Error if the page has frames */
export async function axeFaults(page: Page, options: RunOptions = {}): Promise<Result[]> {
  await loadAxe(page);
  return page.evaluate(
    async ({ given, shortMs }) => {
      const { axe } = globalThis as unknown as { axe: typeof Axe };
      // a text that fades in, or whose colour is changing, has another contrast for a moment
      await new Promise(requestAnimationFrame);
      for (const motion of document.getAnimations())
        if (Number(motion.effect?.getComputedTiming().endTime) <= shortMs) motion.finish();
      const { violations } = await axe.run(document, given);
      return violations;
    },
    { given: { resultTypes: ['violations' as const], checks: CHECKS, ...options }, shortMs: SHORT_MS },
  );
}

/**
 * Selectors of the texts whose contrast axe cannot tell, because they lie on pictures or gradients.
 * @param part selector of the part of the page that counts
 * @throws Error if the page has frames
 */
export async function textsOnPictures(page: Page, part: string): Promise<string[]> {
  await loadAxe(page);
  return page.evaluate(
    async ({ within, given }) => {
      const { axe } = globalThis as unknown as { axe: typeof Axe };
      const { incomplete } = await axe.run(within, given);
      return incomplete.flatMap(({ nodes }) => nodes.map(({ target }) => String(target[0])));
    },
    {
      within: part,
      given: { resultTypes: ['incomplete' as const], runOnly: ['color-contrast'], checks: CHECKS },
    },
  );
}
