import type { FastifyInstance } from 'fastify';
import { endpoints } from '#/contract/calls/endpoints.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { clearPreview } from '#/server/platform/pages/previewCookie.ts';
import { route } from '#/server/platform/http/route.ts';
import { passkeySignIn, passkeySignInOptions } from './passkeySignIn.ts';
import { resetPassword } from './resetPassword.ts';
import { signIn } from './signIn.ts';
import { signOut } from './signOut.ts';
import { signUp } from './signUp.ts';
import { storeToken } from './storeToken.ts';
import { verifyEmail } from './verifyEmail.ts';

export function authRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, endpoints.signIn, ({ body }, { request }) => signIn(deps, request, body));
  route(app, deps, endpoints.passkeySignInOptions, (_, { request, reply }) =>
    passkeySignInOptions(deps, request, reply),
  );
  route(app, deps, endpoints.passkeySignIn, ({ body }, { request }) => passkeySignIn(deps, request, body));
  route(app, deps, endpoints.signUp, ({ body }, { request }) => signUp(deps, request, body));
  route(app, deps, endpoints.signOut, (_, { request, reply }) => signOut(deps, request, reply));
  route(app, deps, endpoints.csrfToken, async (_, { reply }) => ({ csrfToken: reply.generateCsrf() }));
  route(app, deps, endpoints.endPreview, async (_, { reply }) => {
    clearPreview(deps, reply);
    return {};
  });
  route(app, deps, endpoints.resetPassword, ({ body }, { request, reply }) =>
    resetPassword(deps, request, reply, body),
  );
  route(app, deps, endpoints.storeToken, ({ body }, { request, reply }) =>
    storeToken(deps, request, reply, body.token),
  );
  route(app, deps, endpoints.verifyEmail, ({ body }, { request, reply }) =>
    verifyEmail(deps, request, reply, body),
  );
}
