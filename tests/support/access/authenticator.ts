import { HOTP, Secret } from 'otpauth';
import type { LightMyRequestResponse } from 'fastify';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { type Member, createMember } from '../players/settings.ts';
import type { TestApp } from '../app/testApp.ts';

const STEP_MS = 30_000;

/** The six digits of an authenticator whose clock is this many seconds ahead of the server's. */
export function codeAt({ now }: Pick<Deps, 'now'>, secret: string, aheadSeconds = 0): string {
  const counter = Math.floor((now().getTime() + aheadSeconds * 1000) / STEP_MS);
  return HOTP.generate({ secret: Secret.fromBase32(secret), counter });
}

/** Six digits that are wrong for the current step and its neighbours. */
export function wrongCode(deps: Pick<Deps, 'now'>, secret: string): string {
  const near = new Set([-30, 0, 30].map((seconds) => codeAt(deps, secret, seconds)));
  return ['111111', '222222', '333333', '444444'].find((code) => !near.has(code)) ?? '';
}

export interface GuardedMember extends Member {
  /** Secret of the second factor, in base32. */
  secret: string;
  recoveryCodes: string[];
}

/** Requests the secret that waits for activation, as the settings do. */
export async function askSecret(app: TestApp, { headers }: Pick<Member, 'headers'>): Promise<string> {
  return (await app.get('/api/v1/user/2fa/secret', headers)).json<{ secret: string }>().secret;
}

export function turnOn(
  app: TestApp,
  { headers }: Pick<Member, 'headers'>,
  body: object,
): Promise<LightMyRequestResponse> {
  return app.post('/api/v1/user/2fa/verify', body, headers);
}

export function turnOff(
  app: TestApp,
  { headers }: Pick<Member, 'headers'>,
  body: object,
): Promise<LightMyRequestResponse> {
  return app.inject({ method: 'DELETE', url: '/api/v1/user/2fa/destroy', payload: body, headers });
}

/** Requests new recovery codes. */
export function makeCodes(
  app: TestApp,
  { headers }: Pick<Member, 'headers'>,
  body: object,
): Promise<LightMyRequestResponse> {
  return app.post('/api/v1/user/2fa/recovery-codes', body, headers);
}

/** Creates a player with a second factor that was turned on one step ago, so that the current code is unused. */
export async function createGuarded(app: TestApp): Promise<GuardedMember> {
  const member = await createMember(app);
  const secret = await askSecret(app, member);
  const body = { verification_code: codeAt(app.deps, secret), google_secret: secret };
  const reply = await turnOn(app, member, body);
  if (reply.statusCode !== 200) throw new Error(`two-factor authentication stays off: ${reply.body}`);
  app.advanceMs(STEP_MS);
  return { ...member, secret, ...reply.json<{ recoveryCodes: string[] }>() };
}
