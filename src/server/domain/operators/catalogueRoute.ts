import type { FastifyInstance } from 'fastify';
import type { Endpoint, ParsedOf, ReplyOf } from '#/contract/calls/endpoint.ts';
import type { Locale } from '#/contract/kernel/locale.ts';
import { readyAnswers } from '#/server/platform/http/readyAnswers.ts';
import { type CallerOf, route } from '#/server/platform/http/route.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { readForAll } from '#/server/platform/watch/readForAll.ts';
import type { ReadyBytes } from '#/server/platform/pages/readyBytes.ts';
import { previewed } from './previewedReads.ts';

/** What an answer depends on besides the catalogue. */
interface Dependence {
  /** As in `readyAnswers`. */
  stampOf?: Parameters<typeof readyAnswers>[2];
  /** Whether the answer tells how many pieces of limited goods are left. */
  hasPieces?: boolean;
}

/**
 * Serves a read of the catalogue as ready bytes, and to an operator who looks at a draft, the draft (O18).
 * @param read must read through `db` alone
 */
export function catalogueRoute<E extends Endpoint>(
  app: FastifyInstance,
  deps: Deps,
  endpoint: E,
  read: (deps: Deps, locale: Locale, input: ParsedOf<E>) => Promise<ReplyOf<E>>,
  { stampOf, hasPieces = false }: Dependence = {},
): void {
  const answers = readyAnswers(
    deps,
    endpoint,
    hasPieces ? ({ catalogue, stock }) => catalogue + stock : stampOf,
  );
  route(app, deps, endpoint, (input, caller: CallerOf<E>) =>
    previewed<ReplyOf<E> | ReadyBytes>(
      deps,
      caller,
      (seen) => read(seen, caller.locale, input),
      () =>
        answers(`${caller.locale} ${JSON.stringify(input)}`, (version) =>
          readForAll(deps, hasPieces ? version : { catalogue: version.catalogue }, (seen) =>
            read(seen, caller.locale, input),
          ),
        ),
    ),
  );
}
