import { randomBytes } from 'node:crypto';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import type { OperatorEndpoint } from '#/contract/operator/people/operatorEndpoint.ts';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import type { OperatorRole } from '#/contract/operator/people/permissions.ts';
import { CSRF_HEADER } from '#/contract/page.ts';
import { inviteOperator } from '#/server/domain/operators/invitations.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import type { TestApp } from '../app/testApp.ts';
import { codeAt } from '../access/authenticator.ts';

export const OPERATOR_PASSWORD = 'quiet-harbour-19';
const STEP_MS = 30_000;

interface Given {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: object | undefined;
  /** A raw body; JSON unless the headers say otherwise. */
  raw?: string | Buffer | undefined;
  headers?: Record<string, string>;
  /** Suffix of the path that asks for the consequences of an act. */
  suffix?: '/preview' | undefined;
  ip?: string;
}

/** A browser on the operator's page: keeps its cookies, and sends the page's token with every call. */
export class OperatorBrowser {
  readonly cookies: Record<string, string> = {};
  private csrfToken = '';
  private readonly site: TestApp;

  constructor(site: TestApp) {
    this.site = site;
  }

  async call(endpoint: OperatorEndpoint, given: Given = {}): Promise<LightMyRequestResponse> {
    if (endpoint.method !== 'GET' && !this.csrfToken) await this.load();
    const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => given.params?.[name] ?? '');
    const answer = await this.site.app.inject({
      method: endpoint.method,
      url: `${path}${given.suffix ?? ''}`,
      ...(given.query && { query: given.query }),
      ...(given.body && { payload: given.body }),
      ...(given.raw !== undefined && { payload: given.raw }),
      ...(given.ip && { remoteAddress: given.ip }),
      cookies: this.cookies,
      headers: {
        [CSRF_HEADER]: this.csrfToken,
        ...(given.raw !== undefined && { 'content-type': 'application/json' }),
        ...given.headers,
      },
    } as InjectOptions);
    for (const { name, value } of answer.cookies)
      if (value) this.cookies[name] = value;
      else delete this.cookies[name];
    return answer;
  }

  /** The headers of a call, for a request that is sent byte by byte. */
  async headers(): Promise<Record<string, string>> {
    if (!this.csrfToken) await this.load();
    const cookies = Object.entries(this.cookies).map(([name, value]) => `${name}=${value}`);
    return { cookie: cookies.join('; '), [CSRF_HEADER]: this.csrfToken };
  }

  /** Loads the page. */
  async load(): Promise<{ csrfToken: string; operator: { id: number } | null }> {
    const reply = (await this.call(operatorCalls.session)).json();
    this.csrfToken = reply.csrfToken;
    return reply;
  }
}

export interface TestOperator {
  id: number;
  email: string;
  /** Secret of the authenticator. */
  secret: string;
  recoveryCodes: string[];
  browser: OperatorBrowser;
}

/** Makes the link of a new operator. */
export async function invited(
  site: TestApp,
  role: OperatorRole,
  email = `${randomBytes(6).toString('hex')}@example.org`,
) {
  const made = await withTx(site.pool, (tx) =>
    inviteOperator(tx, site.deps, { email, name: role, role, invitedBy: null }),
  );
  return { id: made!.row.id, token: made!.token, email };
}

/** Makes an operator who has opened their link and is signed in. */
export async function createOperator(site: TestApp, role: OperatorRole): Promise<TestOperator> {
  const { id, token, email } = await invited(site, role);
  const browser = new OperatorBrowser(site);
  const { secret } = (await browser.call(operatorCalls.invitation, { body: { token } })).json();
  const code = codeAt(site.deps, secret);
  const accepted = await browser.call(operatorCalls.acceptInvitation, {
    body: { token, password: OPERATOR_PASSWORD, code },
  });
  if (accepted.statusCode !== 200) throw new Error(accepted.body);
  return { id, email, secret, recoveryCodes: accepted.json().recoveryCodes, browser };
}

/** Waits for the next step of an operator's authenticator, and returns its unused code. */
export function nextCode(site: TestApp, { secret }: Pick<TestOperator, 'secret'>): string {
  site.advanceMs(STEP_MS);
  return codeAt(site.deps, secret);
}
