import { beforeEach, expect, test, vi } from 'vitest';
import { withCaptcha } from '#/client/domain/forms/captcha.ts';
import { ApiError, call } from '#/client/platform/api/api.ts';
import { showNoticesIn } from '#/client/ui/feedback/notify.ts';
import errors from '../../../../locales/en/errors.json';

const add = vi.fn(() => '');
const send = vi.fn(async () => 'done');

beforeEach(() => {
  showNoticesIn({ add } as never);
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});

const isNoticed = () =>
  expect
    .poll(() => add.mock.calls)
    .toEqual([[expect.objectContaining({ type: 'error', description: errors.errorCaptcha })]]);

test('S16 without a token nothing is sent, and a notice says so', async () => {
  vi.mocked(call).mockRejectedValue(new ApiError('notFound', 404));
  await expect(withCaptcha('order', send)).rejects.toMatchObject({ code: 'errorCaptcha' });
  expect(send).not.toHaveBeenCalled();
  await isNoticed();
});

test('S16 without a connection nothing is sent, the failure is told, and a notice says that too', async () => {
  vi.mocked(call).mockRejectedValue(new ApiError('offline', 0));
  await expect(withCaptcha('order', send)).rejects.toMatchObject({ code: 'offline' });
  expect(send).not.toHaveBeenCalled();
  await isNoticed();
});
