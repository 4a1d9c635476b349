import { expect, test, vi } from 'vitest';
import { signInByPasskey } from '#/client/areas/auth/passkeyEntrance.ts';
import { ApiError, call } from '#/client/platform/api/api.ts';

test('A12 a press on the button before the offer has its challenge waits for that answer, whose cookie belongs to both', async () => {
  const refusals: ((error: ApiError) => void)[] = [];
  vi.mocked(call).mockImplementation(() => new Promise((_, refuse) => refusals.push(refuse)));
  const offered = signInByPasskey(true);
  const pressed = signInByPasskey(false);
  await expect.poll(() => refusals.length).toBe(1);
  // a challenge that could not be had keeps no other one away
  refusals[0]?.(new ApiError('internal', 500));
  await expect(offered).rejects.toThrow(ApiError);
  await expect.poll(() => refusals.length).toBe(2);
  refusals[1]?.(new ApiError('tooManyRequests', 429));
  await expect(pressed).rejects.toMatchObject({ status: 429 });
});
