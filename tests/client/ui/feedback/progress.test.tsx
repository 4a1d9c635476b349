import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { page } from 'vitest/browser';
import { Progress } from '#/client/ui/feedback/Progress.tsx';

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

test('what comes and goes is a meter, not a progress', async () => {
  await render(<Progress kind="meter" label="Everest" value={642} max={1000} reading="642" />);
  const meter = page.getByRole('meter', { name: 'Everest' });
  await expect.element(meter).toHaveAttribute('aria-valuetext', '642');
  expect(page.getByRole('progressbar').query()).toBeNull();
});
