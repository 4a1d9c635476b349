import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DEFAULT_LOCALE } from '#/contract/kernel/locale.ts';
import { acceptedLocale } from '#/server/platform/kernel/acceptedLocale.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { refuseWhileReadOnly } from '#/server/platform/watch/diskGuard.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import { sandboxPath } from '#/server/adapters/payments/sandbox.ts';
import {
  closePayment,
  dispute,
  failRefund,
  readPayment,
  type SandboxPayment,
  winDispute,
} from '#/server/adapters/payments/sandboxBook.ts';
import { fontFaces, SANDBOX_CSS } from './sandboxLook.ts';
import {
  missingSandboxPage,
  OPERATOR_ACTIONS,
  SANDBOX_ACTIONS,
  type SandboxAction,
  sandboxPage,
} from './sandboxPage.ts';
import { isOwnPage } from './forThisMachine.ts';
import { isFromThisMachine } from '#/server/platform/config/thisMachine.ts';

/** Delay between the return to the shop and the webhook, for "pay late". */
const LATE_MS = 15_000;

interface OfPayment {
  Params: { ref: string };
}

/** Serves `/sandbox/pay/{ref}`: the hosted page of the test payment system. It needs no script, and no money moves. */
export async function sandboxPages(app: FastifyInstance, deps: Deps): Promise<void> {
  if (!deps.payments.providers.has('sandbox')) return;
  const { config } = deps;
  // in development Vite serves the fonts under other addresses
  const faces = config.mode === 'development' ? '' : await fontFaces(config.clientDir);
  const css = faces + SANDBOX_CSS;
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(css).digest('base64')}'`,
    "font-src 'self'",
    "img-src 'self'",
    "base-uri 'none'",
    // allows the redirect after the form to the shop, which may have another host name
    `form-action 'self' ${new URL(config.publicUrl).origin}`,
    "frame-ancestors 'none'",
  ].join(';');
  const show = (reply: FastifyReply, html: string) =>
    reply
      .header('content-security-policy', policy)
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(html);
  const showMissing = ({ headers }: FastifyRequest, reply: FastifyReply) =>
    show(
      reply.code(404),
      missingSandboxPage(css, acceptedLocale(headers['accept-language']) ?? DEFAULT_LOCALE),
    );

  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 1024 },
      (_request, body, done) => done(null, new URLSearchParams(String(body)).get('action')),
    );
    scope.get<OfPayment>(sandboxPath(':ref'), async (request, reply) => {
      const payment = await readPayment(deps, request.params.ref);
      if (!payment) return showMissing(request, reply);
      return show(reply, sandboxPage(css, payment, isFromThisMachine(request)));
    });
    scope.post<OfPayment>(sandboxPath(':ref'), async (request, reply) => {
      if (!isOwnPage(request, config.publicUrl)) fail('csrfInvalid');
      refuseWhileReadOnly(deps);
      const { ref } = request.params;
      const action = SANDBOX_ACTIONS.find((known) => known === request.body) ?? fail('badRequest');
      if (OPERATOR_ACTIONS.has(action) && !isFromThisMachine(request)) fail('notFound');
      if (!(await readPayment(deps, ref))) return showMissing(request, reply);
      await act(deps, ref, action);
      const payment = (await readPayment(deps, ref)) ?? fail('notFound');
      return reply.header('cache-control', 'no-store').redirect(targetOf(payment, action), 303);
    });
  });
}

/** Carries out a pressed button. If buttons are pressed twice, or in two tabs, the first press counts. */
async function act(deps: Deps, ref: string, action: SandboxAction): Promise<void> {
  if (action === 'pay') await closePayment(deps, ref, 'paid');
  if (action === 'late') await closePayment(deps, ref, 'paid', LATE_MS);
  if (action === 'decline') await closePayment(deps, ref, 'declined');
  if (action === 'failRefund') await failRefund(deps, ref);
  if (action === 'chargeBack') await dispute(deps, ref);
  if (action === 'win') await winDispute(deps, ref);
}

/** Address to which the buyer goes next. It depends on the state of the payment, not on the button. */
function targetOf({ ref, state, request }: SandboxPayment, action: SandboxAction): string {
  if (OPERATOR_ACTIONS.has(action) || state === 'expired') return sandboxPath(ref);
  return state === 'paid' ? request.successUrl : request.failUrl;
}
