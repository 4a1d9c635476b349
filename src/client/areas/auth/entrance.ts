import { storeToken } from '#/client/domain/queries/player.ts';
import { formFailureOf, isRefusedInput } from '#/client/platform/forms/formFailure.ts';
import { forgetLanguageDraft } from './languageDraft.ts';
import { errorText } from '#/client/platform/i18n/errorText.ts';

/**
 * Signs in or up: a success stores the token and reloads the page, which then leads to the cabinet (A5). After a success
 * it never resolves, so the form stays busy until the page is gone.
 */
export async function enter(request: Promise<{ token: string }>): Promise<never> {
  const { token } = await request;
  forgetLanguageDraft();
  await storeToken(token);
  location.reload();
  return new Promise(() => {});
}

/**
 * The sentences after a failed sign-in (A2). They say that the credentials are wrong only if the server checked them.
 * A badRequest, for input that cannot be a login or password, gets the same sentences.
 * @param unchecked added to a failure that says nothing about the password
 */
export function signInFailure(error: unknown, unchecked: string): string[] {
  if (isRefusedInput(error) && error.code === 'badRequest') return [errorText('errorCredentials')];
  return formFailureOf(error, { unchecked }).sentences;
}
