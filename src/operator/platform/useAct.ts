import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { pendingReply } from '#/contract/operator/people/approvals.ts';
import type { OperatorEndpoint } from '#/contract/operator/people/operatorEndpoint.ts';
import { ApiError } from '#/client/platform/api/api.ts';
import { createSendOnce, type SendOnce } from '#/client/platform/api/retryKey.ts';
import { useOneRequest } from '#/client/platform/forms/useSubmit.ts';
import { errorTextOf } from '#/client/platform/i18n/errorText.ts';
import { callOperator, previewAct } from './operatorApi.ts';

/** An act with everything but its reason. Only endpoints with `act` have a preview. */
export interface PlannedAct {
  endpoint: OperatorEndpoint;
  input: { params?: object; body: object };
}

/** Mark of queries that are not refetched after an act, because the page keeps its own copy. */
export const AS_OPENED = { isAsOpened: true } as const;

/** Failures that do not tell whether the act was done. */
const UNANSWERED = new Set<string>(['offline', 'timeout', 'badReply', 'busy', 'internal']);
const isUnanswered = (error: unknown): boolean => !(error instanceof ApiError) || UNANSWERED.has(error.code);

/** Senders of acts that got no answer, by endpoint, input and note, with the time of the last attempt. */
const unanswered = new Map<string, { sendOnce: SendOnce; atMs: number }>();
/** Time during which a reopened dialog sends the same act under the same key. */
const REOPENED_MS = 10 * 60_000;

/**
 * Returns a function that finds the sender of an act. The same act gets the same sender, so a repeat has the same key, even
 * if its reason was reworded after a lost answer, or if its page has read a newer version of the target meanwhile.
 * @param version of the target when the dialog was opened
 */
function createSenders(version: unknown) {
  const senders = new Map<string, SendOnce>();
  return ({ endpoint, input }: PlannedAct, note: string) => {
    const name = JSON.stringify([endpoint.path, input.params, { ...input.body, version }, note]);
    const earlier = unanswered.get(name);
    const isRecent = earlier !== undefined && Date.now() - earlier.atMs < REOPENED_MS;
    const sendOnce = senders.get(name) ?? (isRecent ? earlier.sendOnce : createSendOnce());
    senders.set(name, sendOnce);
    return {
      sendOnce,
      noteUnanswered: () => unanswered.set(name, { sendOnce, atMs: Date.now() }),
    };
  };
}

/**
 * Runs an act: fetches its consequences first (O8), sends it once however often the button is pressed (O9), and keeps
 * the reason after a failure.
 * @param isNote whether the act consists of its reason, so that another reason is another act
 * @param onDone called when the act is done or waits for a second person (O5)
 */
export function useAct(
  plan: PlannedAct,
  onDone: (reply: unknown, isPending: boolean) => void,
  { isNote = false }: { isNote?: boolean } = {},
) {
  const { endpoint, input } = plan;
  const { t } = useTranslation('operator');
  const client = useQueryClient();
  const { version: newest } = input.body as { version?: unknown };
  const [opened] = useState(newest);
  // sends the version that the operator opened, and a newer one only after a refusal has told them of the change (O9)
  const [isNewestSeen, setIsNewestSeen] = useState(false);
  const version = isNewestSeen ? newest : opened;
  const [senderOf] = useState(() => createSenders(opened));
  const [failure, setFailure] = useState<{ sentences: string[]; reason?: string }>({ sentences: [] });
  const { isPending, run } = useOneRequest();
  const preview = useQuery({
    queryKey: ['preview', endpoint.path, input],
    queryFn: () => previewAct(endpoint, input),
    enabled: endpoint.act === true,
    gcTime: 0,
    staleTime: 0,
    retry: false,
  });

  const act = (reason: string) =>
    run(async () => {
      setFailure({ sentences: [] });
      const added = { ...(version !== undefined && { version }), ...(reason && { reason }) };
      const whole = { ...input, body: { ...input.body, ...added } };
      const either = { ...endpoint, reply: z.union([pendingReply, endpoint.reply]) };
      const { sendOnce, noteUnanswered } = senderOf(plan, isNote ? reason : '');
      const reply = await sendOnce({}, (idempotencyKey) =>
        callOperator(either, whole as never, { idempotencyKey }),
      ).catch((error: unknown) => {
        if (isUnanswered(error)) noteUnanswered();
        throw error;
      });
      void client.invalidateQueries({
        predicate: ({ queryKey, meta }) => queryKey[0] !== 'preview' && meta?.['isAsOpened'] !== true,
      });
      setIsNewestSeen(true);
      onDone(reply, z.safeParse(pendingReply, reply).success);
    }, fail);

  function fail(error: unknown) {
    const isReason = error instanceof ApiError && error.errors.reason !== undefined;
    setFailure(
      isReason
        ? { sentences: [], reason: errorTextOf(error) }
        : { sentences: [isUnanswered(error) ? t('act.unanswered') : errorTextOf(error)] },
    );
    // somebody else was faster: what they did is shown at once
    if (error instanceof ApiError && error.code === 'operatorChanged') {
      setIsNewestSeen(true);
      void client.invalidateQueries();
    }
  }

  return { preview, isReady: !endpoint.act || preview.data !== undefined, act, isPending, failure };
}
