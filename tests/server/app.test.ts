import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { createTestApp } from '../support/app/testApp.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

async function closedSite() {
  const site = await createTestApp();
  expect((await site.get('/metrics')).statusCode).toBe(200);
  await site.close();
  return [new WeakRef(site.app), new WeakRef(site.deps)];
}

test('N7 nothing of a site that was stopped stays in memory', async () => {
  const parts = await closedSite();
  const left = () => {
    collectGarbage();
    return parts.filter((part) => part.deref() !== undefined).length;
  };
  await expect.poll(left).toBe(0);
});
