import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ErrorReply } from '#/contract/kernel/errors.ts';
import {
  askSecret,
  codeAt,
  createGuarded,
  makeCodes,
  turnOff,
  turnOn,
  wrongCode,
} from '../../../support/access/authenticator.ts';
import { countByStatus, PASSWORD } from '../../../support/app/factories.ts';
import { summary } from '../../../support/access/reset.ts';
import { createMember, type Member } from '../../../support/players/settings.ts';
import { createTestApp, type TestApp } from '../../../support/app/testApp.ts';

const MINUTE_MS = 60_000;

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

/** Makes the last proof of the password this old. */
const ageSignIn = ({ accountId }: Member, ageMs: number) =>
  app.pool.query('UPDATE sessions SET proven_at = $2 WHERE account_id = $1', [
    accountId,
    new Date(app.deps.now().getTime() - ageMs),
  ]);

type Send = (more: object) => Promise<LightMyRequestResponse>;

/** Calls that ask for a fresh sign-in, each with everything else it needs. */
const changes: [name: string, prepare: () => Promise<[Member, Send]>][] = [
  [
    'turning it on',
    async () => {
      const member = await createMember(app);
      const secret = await askSecret(app, member);
      const body = { verification_code: codeAt(app.deps, secret), google_secret: secret };
      return [member, (more) => turnOn(app, member, { ...body, ...more })];
    },
  ],
  [
    'new recovery codes',
    async () => {
      const member = await createGuarded(app);
      const body = { verification_code: codeAt(app.deps, member.secret) };
      return [member, (more) => makeCodes(app, member, { ...body, ...more })];
    },
  ],
  [
    'turning it off',
    async () => {
      const member = await createGuarded(app);
      const body = { verification_code: member.recoveryCodes[0] };
      return [member, (more) => turnOff(app, member, { ...body, ...more })];
    },
  ],
];

describe('C8 a sign-in of more than ten minutes ago', () => {
  test.each(changes)(
    '%s asks for the password, says when it is wrong, and then goes on',
    async (_, prepare) => {
      const [member, send] = await prepare();
      await ageSignIn(member, 10 * MINUTE_MS + 1);
      expect(summary(await send({}))).toEqual([422, 'passwordNeeded', { password: 'passwordNeeded' }]);
      expect(summary(await send({ password: 'wrong-guess-1' }))).toEqual([
        422,
        'errorOldPasswordInvalid',
        { password: 'errorOldPasswordInvalid' },
      ]);
      expect((await send({ password: PASSWORD })).statusCode).toBe(200);
    },
  );

  test.each(changes)('%s asks for nothing up to then', async (_, prepare) => {
    const [member, send] = await prepare();
    await ageSignIn(member, 10 * MINUTE_MS);
    expect((await send({})).statusCode).toBe(200);
  });

  test('once the password was given, the next ten minutes ask for none', async () => {
    const member = await createMember(app);
    await ageSignIn(member, 60 * MINUTE_MS);
    const secret = await askSecret(app, member);
    const body = { verification_code: wrongCode(app.deps, secret), google_secret: secret };
    expect((await turnOn(app, member, body)).json<ErrorReply>().code).toBe('passwordNeeded');
    const withPassword = { ...body, password: PASSWORD };
    expect((await turnOn(app, member, withPassword)).json<ErrorReply>().code).toBe('errorTwoFaActivated');
    expect((await turnOn(app, member, body)).json<ErrorReply>().code).toBe('errorTwoFaActivated');
  });

  test('of 30 wrong passwords at once ten are evaluated', async () => {
    const member = await createMember(app);
    await ageSignIn(member, 60 * MINUTE_MS);
    const secret = await askSecret(app, member);
    const guess = (at: number) =>
      turnOn(app, member, {
        verification_code: codeAt(app.deps, secret),
        google_secret: secret,
        password: `wrong-guess-${at}`,
      });
    const replies = await Promise.all(Array.from({ length: 30 }, (_, at) => guess(at)));
    expect(countByStatus(replies)).toEqual({ 422: 10, 429: 20 });
  });
});
