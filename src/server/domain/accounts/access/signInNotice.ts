import { createHash } from 'node:crypto';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { FastifyRequest } from 'fastify';
import type { Locale } from '#/contract/kernel/locale.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { browserName, deviceName } from './deviceName.ts';
import { isKnownDevice, placeOf } from './devices.ts';
import { queueSecurityMail } from '../securityMails.ts';

interface Recipient {
  id: number;
  login: string;
  email: string;
  locale: Locale;
  isVerified: boolean;
}

/**
 * Mails the player about a sign-in from a browser that is new to the account, once a day for each place (a network
 * and a kind of browser). An unconfirmed address gets at most one such mail a day, because it may belong to a
 * stranger.
 */
export async function noticeSignIn(
  tx: NodePgDatabase,
  deps: Deps,
  request: FastifyRequest,
  account: Recipient,
): Promise<void> {
  const { id, isVerified } = account;
  if (await isKnownDevice({ ...deps, db: tx }, request, id)) return;
  const at = deps.now().toISOString();
  const { userAgent, address } = placeOf(request);
  // a stranger's mailbox gets no name that a program gives itself
  const device = isVerified ? deviceName(userAgent) : browserName(userAgent);
  const place = isVerified ? createHash('sha256').update(`${address}|${device}`).digest('hex') : 'any';
  const cause = `newSignIn:${id}:${at.slice(0, 10)}:${place}`;
  await queueSecurityMail(tx, deps, account, cause, 'newSignIn', { device, address, at });
}
