import { CSRF_HEADER } from '#/contract/page.ts';
import { csrfToken } from '#/client/platform/api/pageConfig.ts';

/**
 * Writes changed numbers into `tuning.json`; only a development server does that.
 * @param numbers by their paths, as in `roulette.spin.tilePx`
 * @throws Error with a sentence for the developer
 */
export async function saveTuning(numbers: Readonly<Record<string, number>>): Promise<void> {
  const answer = await fetch('/playground/tuning', {
    method: 'PUT',
    headers: { 'content-type': 'application/json', [CSRF_HEADER]: csrfToken() },
    body: JSON.stringify(numbers),
  });
  if (!answer.ok) throw new Error(`Not saved: the server answered ${answer.status}.`);
}
