import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { page } from 'vitest/browser';
import { Progress } from '#/client/ui/Progress.tsx';
import '#/client/global.css';

test.each([
  [7, 70],
  [25, 100],
  [-3, 0],
])('%s of 10 is shown as %s %%', async (value, percent) => {
  await render(<Progress label="Friends" value={value} max={10} reading={`${value} / 10`} />);
  const bar = page.getByRole('progressbar', { name: 'Friends' });
  await expect.element(bar).toHaveAttribute('aria-valuenow', String(percent / 10));
  await expect.element(bar).toHaveAttribute('aria-valuetext', `${value} / 10`);
  const track = bar.element().querySelector('[style*="--done"]') as HTMLElement;
  const whole = track.parentElement?.clientWidth ?? 0;
  await expect.poll(() => Math.round((100 * track.offsetWidth) / whole)).toBe(percent);
});
