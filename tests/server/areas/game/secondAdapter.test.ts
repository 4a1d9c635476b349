import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../support/app/testApp.ts';
import { GameAdapter, gameKeyOf, forgetGames } from '../../../support/services/gameAdapter.ts';

let app: TestApp;
let key: { id: string; secret: string };
let adapter: GameAdapter;

beforeAll(async () => {
  app = await createTestApp();
});
beforeEach(async () => {
  // foreign keys of deliveries do not lead here
  await forgetGames(app);
  key = await gameKeyOf(app);
  adapter = new GameAdapter(app, key);
});
afterAll(() => app.close());

describe('D7 a second adapter', () => {
  test('is refused while the first lives, and the first is told of it', async () => {
    await adapter.hello();
    const copy = new GameAdapter(app, key);
    expect(await copy.hello({ host: 'gta-2' })).toEqual({ refused: 'instanceActive', retryAfterS: 60 });
    expect(await adapter.pull()).toMatchObject({ rival: { host: 'gta-2' } });
    expect(await copy.pull()).toEqual({ refused: 'instanceReplaced' });
  });

  test('takes over at once from one that said bye', async () => {
    await adapter.hello();
    expect(await adapter.call('bye', {})).not.toHaveProperty('refused');
    const next = Object.assign(new GameAdapter(app, key), { ledger: adapter.ledger });
    expect(await next.hello()).toMatchObject({ server: 'everest' });
    expect(await adapter.pull()).toEqual({ refused: 'instanceReplaced' });
  });

  test('takes over from one that was silent for a minute', async () => {
    await adapter.hello();
    app.advanceMs(60_000);
    const next = Object.assign(new GameAdapter(app, key), { ledger: adapter.ledger });
    expect(await next.hello()).toMatchObject({ server: 'everest' });
  });

  test('D8 is not kept away by a captured hello of one that it has replaced', async () => {
    const captured = adapter.body(adapter.about());
    await adapter.send('hello', captured);
    const startNext = () => Object.assign(new GameAdapter(app, key), { ledger: adapter.ledger });
    const second = startNext();
    await adapter.call('bye', {});
    await second.hello();
    await second.call('bye', {});
    expect((await adapter.send('hello', captured)).statusCode).toBe(409);
    expect(await startNext().hello()).toMatchObject({ server: 'everest' });
  });

  test('comes back after the one that replaced it has stopped', async () => {
    await adapter.hello();
    await adapter.call('bye', {});
    const copy = Object.assign(new GameAdapter(app, key), { ledger: adapter.ledger });
    await copy.hello();
    await copy.call('bye', {});
    expect(await adapter.hello()).toMatchObject({ server: 'everest' });
  });

  test('of ten that come at once one begins', async () => {
    const copies = Array.from({ length: 10 }, () =>
      Object.assign(new GameAdapter(app, key), { ledger: adapter.ledger }),
    );
    const replies = await Promise.all(copies.map((copy) => copy.hello()));
    expect(replies.filter((reply) => !('refused' in reply))).toHaveLength(1);
  });
});
