import type { QueryClient } from '@tanstack/react-query';
import { spendPermitQuery } from '#/client/areas/cabinet/game/gameLinkQueries.ts';
import { passkeysQuery, sessionsQuery } from '#/client/domain/queries/cabinetQueries.ts';
import { playerQuery } from '#/client/domain/queries/player.ts';
import { ApiError } from '#/client/platform/api/api.ts';
import { errorTextOf } from '#/client/platform/i18n/errorText.ts';
import { notify } from '#/client/ui/feedback/notify.ts';

/**
 * Reads again what a new password, a change of the second factor and new recovery codes end (SE2): other sessions, trusted
 * devices, passkeys, a change of the e-mail address, and the permit of the game to spend coins.
 */
export function refreshAccess(client: QueryClient): void {
  for (const { queryKey } of [sessionsQuery, passkeysQuery, playerQuery, spendPermitQuery])
    void client.invalidateQueries({ queryKey });
}

/** Refusals of a change of the second factor that another tab, or a request without an answer, has already made. */
const CHANGED_ALREADY = new Set<string>(['twoFaEnabledAlready', 'twoFaDisabledAlready']);

/** Shows the state of the second factor, and says it, if that differs from the one on the page. */
export function readStateAfter(error: unknown, client: QueryClient): void {
  if (!(error instanceof ApiError) || !CHANGED_ALREADY.has(error.code)) return;
  notify({ type: 'success', title: errorTextOf(error) });
  refreshAccess(client);
}
