import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { PREVIEW_HEADER } from '#/contract/page.ts';
import type { Config } from '#/server/platform/config/config.ts';
import { hostCookie } from '#/server/platform/config/hostCookie.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { decrypt, encrypt } from '#/server/platform/kernel/encryption.ts';
import { fail } from '#/server/platform/kernel/errors.ts';

const PREVIEW_MS = 30 * 60_000;
const PURPOSE = 'preview';

const sealed = z.object({ draft: z.int(), operator: z.int(), until: z.iso.datetime() });

/** A look at a draft of the catalogue on the pages of the players. */
export interface Preview {
  draft: number;
  /** Id of the operator who looks. */
  operator: number;
  /** When it ends. */
  until: string;
}

const cookieName = (config: Pick<Config, 'isHttps'>) => hostCookie('preview', config);
const cookieOptions = ({ isHttps }: Config): CookieSerializeOptions => ({
  path: '/',
  sameSite: 'strict',
  secure: isHttps,
  httpOnly: true,
});

/** Lets the browser of an operator look at a draft for `PREVIEW_MS`. The cookie is encrypted, so nobody can make one. */
export function sendPreview(
  { config, secretKey, now }: Pick<Deps, 'config' | 'secretKey' | 'now'>,
  reply: FastifyReply,
  { draft, operator }: Omit<Preview, 'until'>,
): Preview {
  const preview = { draft, operator, until: new Date(now().getTime() + PREVIEW_MS).toISOString() };
  const text = encrypt(secretKey, PURPOSE, '', JSON.stringify(preview)).toString('base64url');
  void reply.setCookie(cookieName(config), text, { ...cookieOptions(config), maxAge: PREVIEW_MS / 1000 });
  return preview;
}

/** Ends the look of this browser. Safe to repeat. */
export function clearPreview({ config }: Pick<Deps, 'config'>, reply: FastifyReply): void {
  void reply.clearCookie(cookieName(config), cookieOptions(config));
}

/**
 * Whether a request carries the cookie of a preview, valid or not, or comes from a page that was opened in one: such a
 * page stays open when the browser drops the cookie.
 */
export const hasPreview = ({ config }: Pick<Deps, 'config'>, request: FastifyRequest): boolean =>
  Boolean(request.cookies[cookieName(config)]) || PREVIEW_HEADER in request.headers;

/** Whether a request comes from a page that was opened with another draft, for example in another tab. */
export const isOfOtherDraft = ({ headers }: FastifyRequest, { draft }: Preview): boolean =>
  PREVIEW_HEADER in headers && headers[PREVIEW_HEADER] !== String(draft);

/** Reads the preview of a request; null if there is none, it has ended, or this site did not make it. */
export function previewOf(
  { config, secretKey, now }: Pick<Deps, 'config' | 'secretKey' | 'now'>,
  request: FastifyRequest,
): Preview | null {
  const text = request.cookies[cookieName(config)];
  if (!text) return null;
  try {
    const stored = Buffer.from(text, 'base64url');
    const preview = z.parse(sealed, JSON.parse(decrypt(secretKey, PURPOSE, '', stored)));
    return new Date(preview.until) > now() ? preview : null;
  } catch {
    return null;
  }
}

/** Refuses every effect while a draft is looked at, because pages show what is not for sale. @throws AppError previewOnly */
export function refuseInPreview(deps: Pick<Deps, 'config'>, request: FastifyRequest): void {
  if (hasPreview(deps, request)) fail('previewOnly');
}
