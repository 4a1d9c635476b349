import { AxiosError, AxiosHeaders, type AxiosRequestConfig } from 'axios';
import { expect, onTestFinished, test, vi } from 'vitest';
import { signOut } from '#/client/domain/queries/player.ts';
import { call, onSessionLost, sendBy } from '#/client/platform/api/api.ts';
import { TOKEN_COOKIE } from '#/contract/kernel/pageNames.ts';
import { sessionCalls } from '#/contract/calls/session.ts';

/** The answer of a server that has ended the session. */
function refusal({ url = '' }: AxiosRequestConfig): AxiosError {
  const headers = new AxiosHeaders();
  const response = { status: 401, statusText: '', data: {}, headers, config: { url, headers } };
  return new AxiosError('401', undefined, response.config, undefined, response);
}

test('L4 who signs out is led nowhere else by a request that the server refuses meanwhile', async () => {
  const lost = vi.fn();
  onSessionLost(lost);
  onTestFinished(() => {
    onSessionLost(() => {});
    sendBy(() => new Promise(() => {}));
  });
  document.cookie = `${TOKEN_COOKIE}=handle; Path=/`;
  let endSession = () => {};
  sendBy(async (sent) => {
    if (sent.url === sessionCalls.user.path) throw refusal(sent);
    if (sent.url === sessionCalls.signOut.path) await new Promise<void>((resolve) => (endSession = resolve));
    throw new AxiosError('no connection');
  });
  await expect(call(sessionCalls.user, {})).rejects.toMatchObject({ status: 401 });
  expect(lost).toHaveBeenCalledTimes(1);

  const left = signOut();
  await expect(call(sessionCalls.user, {})).rejects.toMatchObject({ status: 401 });
  endSession();
  await left;
  expect(lost).toHaveBeenCalledTimes(1);
});
