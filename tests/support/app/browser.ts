import type { LightMyRequestResponse } from 'fastify';
import { CSRF_HEADER } from '#/contract/page.ts';
import { TOKEN_COOKIE } from '#/contract/kernel/pageNames.ts';
import type { TestApp } from './testApp.ts';

type Method = 'GET' | 'POST' | 'DELETE';

export interface Browser {
  /** Its cookies now, as the server set them. */
  cookies: Map<string, string>;
  send: (
    method: Method,
    url: string,
    body?: object,
    headers?: Record<string, string>,
  ) => Promise<LightMyRequestResponse>;
  /** Loads a page, as every visit does, then posts with the CSRF token of the page. */
  storeToken: (token: string) => Promise<LightMyRequestResponse>;
  /** Calls the API as the client does, with the bearer from the readable cookie. */
  call: (method: Method, url: string, body?: object) => Promise<LightMyRequestResponse>;
}

/** Creates a visitor's browser as the server sees it: a cookie jar and Fetch Metadata. */
export function createBrowser(app: TestApp, remoteAddress = '127.0.0.1'): Browser {
  const cookies = new Map<string, string>();
  const send: Browser['send'] = async (method, url, body, headers = {}) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const reply = await app.inject({
      method,
      url,
      remoteAddress,
      headers: { 'sec-fetch-site': 'same-origin', ...(cookie && { cookie }), ...headers },
      ...(body && { payload: body }),
    });
    for (const set of reply.cookies) {
      const isGone = set.maxAge === 0 || (set.expires && set.expires.getTime() <= Date.now());
      if (isGone || set.value === '') cookies.delete(set.name);
      else cookies.set(set.name, set.value);
    }
    return reply;
  };
  const storeToken: Browser['storeToken'] = async (token) => {
    const page = await send('GET', '/auth');
    const csrf = /name="csrf-token" content="([^"]+)"/.exec(page.body)?.[1];
    if (!csrf) throw new Error('the page has no CSRF token');
    return send('POST', '/auth-store-token', { token }, { [CSRF_HEADER]: csrf });
  };
  const call: Browser['call'] = (method, url, body) => {
    const handle = cookies.get(TOKEN_COOKIE);
    return send(method, url, body, handle ? { authorization: `Bearer ${handle}` } : {});
  };
  return { cookies, send, storeToken, call };
}
