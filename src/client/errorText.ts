import i18next from 'i18next';
import { isErrorCode } from '#/contract/errors.ts';
import { ApiError } from './api.ts';

/** The sentence for a code of the contract or of the wire, in the page's language (E2). */
export function errorText(code: ApiError['code']): string {
  return i18next.t(`errors:${code}`);
}

/** The sentence for whatever a call threw. */
export function errorTextOf(error: unknown): string {
  return errorText(error instanceof ApiError ? error.code : 'internal');
}

/** The sentence for what a form found wrong with a field: schemas carry codes; undefined while nothing is. */
export function fieldErrorText(message: string | undefined): string | undefined {
  if (message === undefined) return undefined;
  return errorText(isErrorCode(message) ? message : 'badRequest');
}
