import { afterEach, beforeEach, expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { page, userEvent } from 'vitest/browser';
import { SoundControls } from '#/client/areas/cases/opening/SoundControls.tsx';
import { useSound } from '#/client/platform/media/sound.ts';

// what another file left in the browser is another visit
beforeEach(() => useSound.setState({ muted: true, volume: 0.7 }));
afterEach(() => useSound.getState().setMuted(true));

const volume = () => page.getByRole('slider', { name: 'Sound volume' });
const remembered = () => JSON.parse(localStorage.getItem('sound') ?? '') as unknown;

test('R3 keys set the volume, it is read as a percentage, turns the sound on and is remembered', async () => {
  await render(<SoundControls />);
  await expect.element(volume()).toHaveAttribute('aria-valuetext', '70%');
  // a screen reader that announces the plain number must not announce a fraction
  await expect.element(volume()).toHaveAttribute('aria-valuenow', '70');
  await expect.element(volume()).toHaveValue('70');
  (volume().element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowLeft}');
  await expect.element(volume()).toHaveAttribute('aria-valuetext', '65%');
  await expect.element(page.getByRole('button', { name: 'Sound' })).toHaveAttribute('aria-pressed', 'true');
  expect(remembered()).toMatchObject({ state: { muted: false, volume: 0.65 } });
  await userEvent.keyboard('{End}');
  await expect.element(volume()).toHaveAttribute('aria-valuetext', '100%');
  // silence is the switch's business
  await userEvent.keyboard('{Home}');
  await expect.element(volume()).toHaveAttribute('aria-valuetext', '5%');
});

test('R3 the next visit begins with the volume and the silence of the last', async () => {
  localStorage.setItem('sound', JSON.stringify({ state: { muted: false, volume: 0.3 }, version: 1 }));
  await useSound.persist.rehydrate();
  await render(<SoundControls />);
  await expect.element(volume()).toHaveAttribute('aria-valuetext', '30%');
  const button = page.getByRole('button', { name: 'Sound' });
  await expect.element(button).toHaveAttribute('aria-pressed', 'true');
  await button.click();
  await expect.element(button).toHaveAttribute('aria-pressed', 'false');
  expect(remembered()).toMatchObject({ state: { muted: true, volume: 0.3 } });
});

test('R3 switch and slider are large enough for a finger and fit a phone', async () => {
  const { container } = await render(
    <div style={{ width: 280 }}>
      <SoundControls />
    </div>,
  );
  await expect.element(volume()).toBeVisible();
  const frame = container.querySelector('.cut')?.getBoundingClientRect();
  expect(frame?.width).toBeLessThanOrEqual(280);
  const button = page.getByRole('button', { name: 'Sound' }).element().getBoundingClientRect();
  const thumb = volume().element().closest('[data-index]')?.getBoundingClientRect();
  for (const target of [button, thumb]) {
    expect(target?.height).toBeGreaterThanOrEqual(44);
    expect(target?.width).toBeGreaterThanOrEqual(44);
  }
  // neither lies upon the other, wherever the knob stands
  useSound.getState().setVolume(0);
  await expect.element(volume()).toHaveAttribute('aria-valuetext', '5%');
  const lowest = volume().element().closest('[data-index]')?.getBoundingClientRect();
  expect(lowest?.left).toBeGreaterThanOrEqual(button.right);
});
