import type { Endpoint } from '#/contract/calls/endpoint.ts';
import { needsProof, type Permission } from './permissions.ts';

/**
 * A call of the operators' pages. `page`: anybody who loaded the page; `operator`: everybody who is
 * signed in; otherwise the permission that it needs (O4). An act also needs a reason, and a fresh
 * code where the permission says so; its consequences can be asked for at `{path}/preview` (O8).
 * Beyond a limit of the caller it answers `pendingReply` (O5).
 */
export type OperatorEndpoint = Omit<Endpoint, 'access' | 'effect' | 'writes'> & {
  needs: 'page' | 'operator' | Permission;
  act?: true;
  /**
   * True for calls that need a fresh code although they are no act or their permission needs none.
   * False for acts that need no code.
   */
  proof?: boolean;
  /** True for acts that wait for a second person whatever the role of the caller. */
  forTwo?: true;
};

/** Whether a call needs a code of the second factor from the last ten minutes. A read needs one only if its row says so. */
export const needsFreshCode = ({ needs, act, proof }: OperatorEndpoint): boolean =>
  proof ?? (act === true && needs !== 'page' && needs !== 'operator' && needsProof(needs));
