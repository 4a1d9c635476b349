import { expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { useConnectionNotice } from '#/client/app/layout/useConnectionNotice.ts';
import { Toasts } from '#/client/ui/feedback/Toasts.tsx';
import { connection } from '../../../../locales/en/common.json';

function Page() {
  useConnectionNotice();
  return <Toasts label="Notices" closeLabel="Close" />;
}

test('L10 losing and regaining the connection shows a notice for a moment', async () => {
  const { container } = await render(<Page />);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] });
  const told = async () => {
    // notices wait while the window has no focus, as it has none beside other tests
    dispatchEvent(new Event('focus'));
    await vi.advanceTimersByTimeAsync(50);
    const text = document.body.textContent;
    return [text.includes(connection.offline), text.includes(connection.online)];
  };
  // one after the other, because a notice fades in real time
  dispatchEvent(new Event('offline'));
  await expect.poll(told).toEqual([true, false]);
  await expect.poll(told).toEqual([false, false]);
  dispatchEvent(new Event('online'));
  await expect.poll(told).toEqual([false, true]);
  await expect.poll(told).toEqual([false, false]);
  expect(container).toBeInTheDocument();
});
