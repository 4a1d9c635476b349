import i18next from 'i18next';
import type { BlockNotice } from '#/contract/kernel/blocks.ts';
import { isErrorCode, OPERATOR_ERROR_CODES } from '#/contract/kernel/errors.ts';
import { ApiError } from '#/client/platform/api/api.ts';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { formatDateTime, formatWait } from '#/client/platform/i18n/formatDate.ts';
import type Resources from './i18nResources';

/** The sentence for an error code, in the page's language (E2). */
export function errorText(code: ApiError['code']): string {
  return isOperators(code) ? i18next.t(`operatorErrors:${code}`) : sharedText(code);
}

type SharedKey = Exclude<
  keyof Resources['errors'],
  'blockedScopes' | 'accountBlockedUntil' | 'accountBlockedForGood'
>;
/** Whether operatorFormal.json has the sentence. Only the operators' program loads it; it addresses its readers formally. */
const isFormal = (key: SharedKey): key is keyof Resources['operatorFormal'] =>
  i18next.exists(`operatorFormal:${key}`);

/**
 * A sentence that both programs know.
 * @param when for the sentences that tell a time
 */
const sharedText = (key: SharedKey, when = ''): string =>
  isFormal(key) ? i18next.t(`operatorFormal:${key}`, { when }) : i18next.t(`errors:${key}`, { when });

/** Whether only operators meet the code. */
const isOperators = (code: ApiError['code']): code is (typeof OPERATOR_ERROR_CODES)[number] =>
  OPERATOR_ERROR_CODES.some((one) => one === code);

const LIMITS = ['tooManyRequests', 'tooManyEmails', 'mailSentRecently'] as const;
const isLimit = (code: ApiError['code']): code is (typeof LIMITS)[number] =>
  LIMITS.some((limit) => limit === code);

/** The sentence for any error of a call. For a limit it contains the time until the next attempt, from the server. */
export function errorTextOf(error: unknown): string {
  if (!(error instanceof ApiError)) return errorText('internal');
  const { code, retryAfterSeconds, block } = error;
  if (block) return blockText(block);
  if (isLimit(code) && retryAfterSeconds > 0)
    return sharedText(`${code}Until`, formatWait(retryAfterSeconds));
  return errorText(code);
}

/** The sentence where something could not be loaded: the given one if no answer came, else the server's reason. */
export const loadErrorText = (error: unknown, offlineText: string): string =>
  error instanceof ApiError && error.status > 0 ? errorTextOf(error) : offlineText;

/** The sentence for a block: its scope, its end, and the address of the support (O14). */
function blockText({ scope, until }: BlockNotice): string {
  const told = { what: i18next.t(`errors:blockedScopes.${scope}`), support: pageConfig.supportEmail };
  return until === null
    ? i18next.t('errors:accountBlockedForGood', told)
    : i18next.t('errors:accountBlockedUntil', { ...told, when: formatDateTime(until) });
}

/** The sentence for a validation error of a form, whose schema carries a code. Undefined without an error. */
export function fieldErrorText(message: string | undefined): string | undefined {
  if (message === undefined) return undefined;
  return errorText(isErrorCode(message) ? message : 'badRequest');
}
