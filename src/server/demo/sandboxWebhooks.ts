import type { Deps } from '#/server/platform/kernel/deps.ts';
import { errorLine } from '#/server/platform/kernel/logging.ts';
import { SANDBOX_HEADER, sandboxSecret } from '#/server/adapters/payments/sandbox.ts';
import { signWithTime } from '#/server/adapters/payments/signature.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
/** Lease of a webhook: for this time no other server sends it. Longer than sending may take. */
const LEASE_MS = 30 * SECOND_MS;
const TIMEOUT_MS = 10 * SECOND_MS;
/** Delays before the retries. After the last one the webhook is given up. */
const BACK_OFF_MS = [SECOND_MS, 5 * SECOND_MS, 30 * SECOND_MS, 2 * MINUTE_MS, 10 * MINUTE_MS, 60 * MINUTE_MS];
const BATCH = 5;

/** Servers take different rows at the same time. An attempt is counted before it is made. */
const TAKE = {
  name: 'sandboxWebhooksTake',
  text: `UPDATE sandbox_webhooks w SET run_at = $2, attempts = attempts + 1
    FROM (SELECT id FROM sandbox_webhooks WHERE sent_at IS NULL AND failed_at IS NULL AND run_at <= $1
      ORDER BY run_at, id LIMIT $3 FOR UPDATE SKIP LOCKED) due
    WHERE w.id = due.id
    RETURNING w.id, w.body, w.attempts`,
};
const SENT = 'UPDATE sandbox_webhooks SET sent_at = $2 WHERE id = $1 AND sent_at IS NULL';
const RETRY = 'UPDATE sandbox_webhooks SET run_at = $2 WHERE id = $1 AND sent_at IS NULL';
const GIVE_UP = 'UPDATE sandbox_webhooks SET failed_at = $2 WHERE id = $1 AND sent_at IS NULL';

interface TakenRow {
  id: string;
  body: string;
  attempts: number;
}

type SenderDeps = Pick<Deps, 'pool' | 'now' | 'log' | 'secretKey'>;

/**
 * Posts the webhooks of the sandbox that are due, as a real provider would.
 * @param ownUrl address of the site on this machine
 * @returns how many were accepted; the others are due again later
 */
export async function sendSandboxWebhooks(deps: SenderDeps, ownUrl: string): Promise<number> {
  for (let sent = 0; ;) {
    const now = deps.now();
    const lease = new Date(now.getTime() + LEASE_MS);
    const { rows } = await deps.pool.query<TakenRow>({ ...TAKE, values: [now, lease, BATCH] });
    const outcomes = await Promise.all(rows.map((row) => attempt(deps, ownUrl, row)));
    sent += outcomes.filter((isSent) => isSent).length;
    if (rows.length < BATCH) return sent;
  }
}

async function attempt(deps: SenderDeps, ownUrl: string, { id, body, attempts }: TakenRow): Promise<boolean> {
  try {
    await post(deps, `${ownUrl}/api/payments/sandbox/webhook`, body);
  } catch (error) {
    const delayMs = BACK_OFF_MS[attempts - 1];
    const at = deps.now();
    if (delayMs === undefined) await deps.pool.query(GIVE_UP, [id, at]);
    else await deps.pool.query(RETRY, [id, new Date(at.getTime() + delayMs)]);
    deps.log.warn(
      { webhook: id, attempts, reason: errorLine(error) },
      'a webhook of the sandbox was not taken',
    );
    return false;
  }
  await deps.pool.query(SENT, [id, deps.now()]);
  return true;
}

async function post(deps: SenderDeps, url: string, body: string): Promise<void> {
  const unixSeconds = Math.floor(deps.now().getTime() / 1000);
  const answer = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      [SANDBOX_HEADER]: signWithTime(body, sandboxSecret(deps), unixSeconds),
    },
    body,
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`answered ${answer.status}`);
}
