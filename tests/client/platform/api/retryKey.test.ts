import { expect, test } from 'vitest';
import { createSendOnce } from '#/client/platform/api/retryKey.ts';

/** Sends with keys 1, 2, 3 and records which were used; its answers are given. */
function sender() {
  let made = 0;
  const used: string[] = [];
  const sendOnce = createSendOnce(() => String((made += 1)));
  const send = (request: object, status?: number) =>
    sendOnce(request, async (key) => {
      used.push(key);
      if (status !== undefined) throw Object.assign(new Error('no'), { status });
      return key;
    }).catch((error: { status: number }) => error.status);
  return { used, send };
}

test.each([0, 500, 503, 200])(
  'ID1 after status %s, which decides nothing, a retry is the same effect',
  async (status) => {
    const { used, send } = sender();
    await send({ good: 1 }, status);
    await send({ good: 1 }, status);
    await send({ good: 1 });
    expect(used).toEqual(['1', '1', '1']);
  },
);

test.each([401, 403, 408, 429])(
  'ID1 a refusal with status %s, which comes before the key, says nothing about an earlier attempt',
  async (status) => {
    const { used, send } = sender();
    await send({ good: 1 }, 0);
    await send({ good: 1 }, status);
    await send({ good: 1 });
    expect(used).toEqual(['1', '1', '1']);
  },
);

test('ID1 after an answer the same wish is another effect', async () => {
  const { used, send } = sender();
  expect(await send({ good: 1 })).toBe('1');
  await send({ good: 1 });
  await send({ good: 1 }, 409);
  await send({ good: 1 });
  expect(used).toEqual(['1', '2', '3', '4']);
});

test('ID1 something else is never sent under the key of what was not answered', async () => {
  const { used, send } = sender();
  await send({ good: 1 }, 0);
  await send({ good: 2 });
  expect(used).toEqual(['1', '2']);
});
