import type { ErrorCode } from '#/contract/kernel/errors.ts';
import { ApiError } from '#/client/platform/api/api.ts';
import { errorTextOf } from '#/client/platform/i18n/errorText.ts';

/** Errors that a form shows after a failed call. */
export interface FormFailure {
  /** Errors of fields, in the order of the form. */
  fields: { name: string; message: ErrorCode }[];
  /** The sentence for everything else. */
  sentences: string[];
}

export interface FormFailureOptions {
  /** Names of the form's fields, in their order. */
  fields?: readonly string[];
  /** Field errors for refusals that name no field, although the specification assigns them to fields. */
  refused?: FormFailure['fields'];
  /**
   * Sentence for failures of the server or the network, for example "This doesn't mean that your password is wrong".
   */
  unchecked?: string;
}

/**
 * Whether the server checked the input and refused it. Limits, failures and the captcha say nothing about the input.
 */
export function isRefusedInput(error: unknown): error is ApiError {
  if (!(error instanceof ApiError)) return false;
  const { status, code } = error;
  return status >= 400 && status < 500 && ![401, 403, 429].includes(status) && code !== 'errorCaptcha';
}

/**
 * Builds the errors that a form shows after a failed call (E2). Sentences about the input appear only if the server
 * refused the input. A limit shows its waiting time, and a failure of the server or the network is named as such. The
 * captcha has its own notice (S16).
 */
export function formFailureOf(
  error: unknown,
  { fields: names = [], refused = [], unchecked }: FormFailureOptions = {},
): FormFailure {
  if (error instanceof ApiError && error.code === 'errorCaptcha') return { fields: [], sentences: [] };
  if (isRefusedInput(error)) {
    const { errors } = error;
    const named = names.flatMap((name) => (errors[name] ? [{ name, message: errors[name] }] : []));
    const fields = named.length > 0 || Object.keys(errors).length > 0 ? named : refused;
    return { fields, sentences: fields.length > 0 ? [] : [errorTextOf(error)] };
  }
  const isUnchecked = !(error instanceof ApiError) || error.status < 400 || error.status >= 500;
  return {
    fields: [],
    sentences: [errorTextOf(error), ...(isUnchecked && unchecked ? [unchecked] : [])],
  };
}
