import type { Deps } from '#/server/platform/kernel/deps.ts';
import { type QueueRow, workOff } from '#/server/platform/kernel/durableQueue.ts';
import { SANDBOX_HEADER, sandboxSecret } from '#/server/adapters/payments/sandbox.ts';
import { signWithTime } from '#/server/adapters/payments/signature.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
/** Lease of a webhook. It must exceed the duration of sending. */
const LEASE_MS = 30 * SECOND_MS;
const TIMEOUT_MS = 10 * SECOND_MS;
/** Delays before the retries of a webhook. */
const BACK_OFF_MS = [SECOND_MS, 5 * SECOND_MS, 30 * SECOND_MS, 2 * MINUTE_MS, 10 * MINUTE_MS, 60 * MINUTE_MS];
const BATCH = 5;

interface TakenRow extends QueueRow {
  body: string;
}

type SenderDeps = Pick<Deps, 'pool' | 'now' | 'log' | 'secretKey'>;

/** Sends a webhook. */
type Send = (
  url: string,
  webhook: { headers: Record<string, string>; body: string },
) => Promise<{ ok: boolean; status: number }>;

/**
 * Posts the due webhooks of the sandbox, as a real provider would.
 * @param ownUrl address of the site on this machine
 * @param send transport of a webhook; absent for HTTP
 * @returns the number of accepted webhooks; the others are due again later
 */
export const sendSandboxWebhooks = (
  deps: SenderDeps,
  ownUrl: string,
  send: Send = sendByHttp,
): Promise<number> =>
  workOff<TakenRow>(deps, {
    table: 'sandbox_webhooks',
    waiting: 'sent_at IS NULL AND failed_at IS NULL',
    columns: ['body'],
    done: 'sent_at = $2',
    postponed: 'run_at = $2',
    givenUp: 'failed_at = $2',
    leaseMs: LEASE_MS,
    backOffMs: BACK_OFF_MS,
    batch: BATCH,
    attempt: ({ body }) => post(deps, send, `${ownUrl}/api/payments/sandbox/webhook`, body),
    onOutcome: ({ id, attempts }, outcome, reason) => {
      if (outcome === 'done') return;
      deps.log.warn({ webhook: id, attempts, reason }, 'a webhook of the sandbox was not taken');
    },
  });

async function post(deps: SenderDeps, send: Send, url: string, body: string): Promise<void> {
  const unixSeconds = Math.floor(deps.now().getTime() / 1000);
  const answer = await send(url, {
    headers: {
      'content-type': 'application/json',
      [SANDBOX_HEADER]: signWithTime(body, sandboxSecret(deps), unixSeconds),
    },
    body,
  });
  if (!answer.ok) throw new Error(`answered ${answer.status}`);
}

const sendByHttp: Send = async (url, webhook) => {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const answer = await fetch(url, { method: 'POST', ...webhook, redirect: 'error', signal });
  await answer.arrayBuffer();
  return answer;
};
