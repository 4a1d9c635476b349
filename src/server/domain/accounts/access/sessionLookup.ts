import type { Locale } from '#/contract/kernel/locale.ts';
import { shortRead } from '#/server/platform/db/readPool.ts';
import { sharedLookup } from '#/server/platform/kernel/sharedLookup.ts';
import { IDLE_MS } from './liveSessions.ts';

const FIND = {
  name: shortRead('sessionFind'),
  text: `SELECT s.id, s.kind, s.token_hash, s.handle_hash, s.last_seen_at, s.account_id, a.server_key,
      a.is_in_debt, a.locale
    FROM sessions s JOIN accounts a ON a.id = s.account_id
    WHERE s.token_hash = ANY($1) AND s.ended_at IS NULL AND s.expires_at > $2 AND s.last_seen_at > $3
      AND a.status = 'active'`,
};

export interface FoundRow {
  id: string;
  kind: 'ticket' | 'bearer' | 'browser';
  token_hash: Buffer;
  handle_hash: Buffer | null;
  last_seen_at: Date;
  account_id: string;
  server_key: string;
  is_in_debt: boolean;
  locale: Locale;
}

/**
 * Finds the live sessions of these token hashes; the result may hold sessions of other requests. Nothing is cached, so an
 * ended session stops working at once.
 */
export const liveSessionsOf = sharedLookup<Buffer, FoundRow>(FIND, (hashes, now) => [
  hashes,
  now,
  new Date(now.getTime() - IDLE_MS),
]);
