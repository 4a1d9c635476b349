import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';
import { pendingReply } from '#/contract/operator/people/approvals.ts';
import type { OperatorEndpoint } from '#/contract/operator/people/operatorEndpoint.ts';
import { ApiError } from '#/client/platform/api/api.ts';
import { createSendOnce } from '#/client/platform/api/retryKey.ts';
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

/**
 * Runs an act: fetches its consequences first (O8), sends it once however often the button is pressed (O9), and keeps
 * the reason after a failure.
 * @param onDone called when the act is done or waits for a second person (O5)
 */
export function useAct(
  { endpoint, input }: PlannedAct,
  onDone: (reply: unknown, isPending: boolean) => void,
) {
  const client = useQueryClient();
  const [sendOnce] = useState(() => createSendOnce());
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
      const whole = { ...input, body: { ...input.body, ...(reason && { reason }) } };
      const either = { ...endpoint, reply: z.union([pendingReply, endpoint.reply]) };
      const reply = await sendOnce(whole, (idempotencyKey) =>
        callOperator(either, whole as never, { idempotencyKey }),
      );
      void client.invalidateQueries({
        predicate: ({ queryKey, meta }) => queryKey[0] !== 'preview' && meta?.['isAsOpened'] !== true,
      });
      onDone(reply, z.safeParse(pendingReply, reply).success);
    }, fail);

  function fail(error: unknown) {
    const isReason = error instanceof ApiError && error.errors.reason !== undefined;
    setFailure(
      isReason
        ? { sentences: [], reason: errorTextOf(error) }
        : // somebody else was faster: what they did is shown at once
          { sentences: [errorTextOf(error)] },
    );
    if (error instanceof ApiError && error.code === 'operatorChanged') void client.invalidateQueries();
  }

  return { preview, isReady: !endpoint.act || preview.data !== undefined, act, isPending, failure };
}
