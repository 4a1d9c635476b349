import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { WaitingDelivery } from '#/contract/game.ts';
import type { Citizen } from './citizen.ts';
import { FakeSite } from './fakeSite.ts';
import { gameOf } from './gameOf.ts';

let folder: string;
let site: FakeSite;
let game: Citizen;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'one-rp-fivem-'));
  site = new FakeSite();
  ({ game } = await gameOf('qb', folder, site));
  await game.pass(500);
});
afterEach(() => {
  game.close();
  rmSync(folder, { recursive: true });
});

/** The player types the command. @returns what they read */
async function type(text = ''): Promise<string[]> {
  await game.pass(4000);
  const from = game.chat.length;
  game.command(1, 'onerp', text);
  await game.pass(500);
  return game.chat.slice(from);
}

const waiting = (no: number, changes: Partial<WaitingDelivery> = {}): WaitingDelivery => ({
  no,
  kind: 'give',
  code: 'cash',
  count: 1,
  title: 'Starter cash',
  state: 'waiting',
  heldUntil: null,
  ...changes,
});

describe('D15 /onerp CODE in FiveM', () => {
  test('ties the character', async () => {
    site.replies['links'] = { login: 'v***a' };
    expect(await type('7k3f-9qxm')).toEqual(['This character is linked to v***a. Confirm it on the site.']);
    expect(site.said.at(-1)).toMatchObject({
      call: 'links',
      body: {
        code: '7K3F9QXM',
        player: 'license2:9f',
        ids: ['license:8e', 'steam:11000010'],
        character: 'QBX1',
        name: 'John Doe',
      },
    });
  });

  test.each([
    ['linkCodeInvalid', 'wrong or has expired'],
    ['linkTaken', 'already linked'],
    ['tooManyRequests', 'in ten minutes'],
    ['busy', 'does not answer'],
  ])('says what is wrong: %s', async (code, text) => {
    site.replies['links'] = { error: { code } };
    expect((await type('7K3F9QXM'))[0]).toContain(text);
  });

  test('is refused with a reason before the player plays a character, and ignored in the console', async () => {
    game.trigger('playerDropped', 1);
    expect(await type('7K3F9QXM')).toEqual(['Enter the game with a character first, then try again.']);
    game.command(0, 'onerp', '7K3F9QXM');
    expect(game.lines.at(-1)).toBe('[onerp] players type this command');
    expect(site.said.filter(({ call }) => call === 'links')).toEqual([]);
  });

  test('asks the site not more than once in three seconds', async () => {
    site.replies['links'] = { login: 'v***a' };
    await type('7K3F9QXM');
    game.command(1, 'onerp', '7K3F9QXM');
    expect(game.chat.at(-1)).toContain('Wait a moment');
    expect(site.said.filter(({ call }) => call === 'links')).toHaveLength(1);
  });
});

describe('D15 /onerp in FiveM', () => {
  test('lists what waits', async () => {
    site.replies['waiting'] = { login: null, deliveries: [] };
    expect(await type()).toEqual([expect.stringContaining('/onerp CODE')]);
    site.replies['waiting'] = { login: 'vasya', deliveries: [] };
    expect(await type()).toEqual(['Nothing waits for you.']);
    site.replies['waiting'] = {
      login: 'vasya',
      deliveries: [
        waiting(1),
        waiting(2, { heldUntil: Date.now() }),
        waiting(3, { state: 'failed', title: null }),
      ],
    };
    expect(await type()).toEqual([
      'Waits for you: Starter cash (comes soon)',
      'Waits for you: Starter cash (new link, waits a day)',
      'Waits for you: cash (is being looked at)',
    ]);
  });

  test('has it handed over to the character who is played', async () => {
    site.replies['waiting'] = { login: 'vasya', deliveries: [waiting(1), waiting(2, { state: 'leased' })] };
    site.replies['take'] = { taken: [1] };
    expect(await type('here')).toEqual(['Will be handed over to this character: 1.']);
    expect(site.said.at(-1)).toMatchObject({
      call: 'take',
      body: { player: 'license2:9f', character: 'QBX1', nos: [1] },
    });
  });
});
