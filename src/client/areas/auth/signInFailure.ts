import { errorText } from '#/client/platform/i18n/errorText.ts';
import { formFailureOf, isRefusedInput } from '#/client/domain/forms/formFailure.ts';

/**
 * What the sign-in shows after a refusal (A2). Only if the server checked the credentials, it says that they are wrong.
 * Input that cannot be anybody's login or password is refused as badRequest, and is the same to the player.
 * @param unchecked added to a failure that says nothing about the password
 */
export function signInFailure(error: unknown, unchecked: string): string[] {
  if (isRefusedInput(error) && error.code === 'badRequest') return [errorText('errorCredentials')];
  return formFailureOf(error, { unchecked }).sentences;
}
