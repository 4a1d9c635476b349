import { pipeline } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import {
  GAME_BODIES,
  GAME_KEY_HEADER,
  GAME_SIGN_HEADER,
  gameBodyMaxBytes,
  gamePath,
  type GameBody,
  type GameCall,
  type GameReplies,
} from '#/contract/game.ts';
import type { GameScope } from '#/server/platform/db/tables/game.ts';
import { findGameKey, type LiveGameKey } from '#/server/domain/gameServers/gameKeys.ts';
import { isSignedBy, NO_SECRET, signAnswer } from '#/server/domain/gameServers/signing.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { refuseWhileReadOnly } from '#/server/platform/watch/diskGuard.ts';
import { type AppError, fail, toAppError } from '#/server/platform/kernel/errors.ts';
import { addressSubject, networkSubject } from '#/server/platform/kernel/rateLimit.ts';
import type { Speaker } from '#/server/domain/gameServers/instances.ts';
import { DroppedBody } from './droppedBody.ts';

/** Requests of a key in a window. An adapter makes one or two a second. */
const REQUESTS_PER_WINDOW = 100;
const WINDOW_MS = 10_000;
/** Requests of one address in a window, signed or not. A dozen game servers may share an address. */
const ADDRESS_PER_WINDOW = 1200;
/** Badly signed requests of one address in a minute, and of one address under one key. */
const FORGED_PER_MINUTE = 30;
const MINUTE_MS = 60_000;
/** Bodies up to this size are stored before the key is looked up. Few calls have a longer one. */
const STORED_BYTES = 32 * 1024;
/** Clocks that differ by more than this are reported to the adapter, which corrects its time. */
const CLOCK_SKEW_MS = 5 * MINUTE_MS;
/** FXServer drops an answer if no byte arrives for 5 s. JSON allows spaces before it. */
const PADDING_EVERY_MS = 3000;

/**
 * Sends the head of the answer, and a space every `PADDING_EVERY_MS` until the answer is ready.
 * @returns a signal that aborts when the caller disconnects
 */
export type HoldAnswer = () => AbortSignal;

type Handler<Call extends GameCall> = (
  body: GameBody<Call>,
  speaker: Speaker,
  key: LiveGameKey,
  holdAnswer: HoldAnswer,
) => Promise<GameReplies[Call]>;

declare module 'fastify' {
  interface FastifyRequest {
    /** The body under an unknown key, of which nothing is stored. */
    dropped: DroppedBody | null;
  }
}

/** Serves one call of the protocol. */
export type ServeCall = <Call extends GameCall>(call: Call, scope: GameScope, handler: Handler<Call>) => void;

/**
 * Registers the calls of game servers (D8). Every request with a bad signature gets the same code, which reveals
 * nothing about the keys. Every answer to a signed request is signed together with the request's number. Of a long body
 * under an unknown key nothing is stored, and beyond the limit of forged requests a body is not read.
 */
export async function signedCalls(
  app: FastifyInstance,
  deps: Deps,
  register: (serve: ServeCall, scope: FastifyInstance) => void,
): Promise<void> {
  const countForged = app.createRateLimit({
    max: FORGED_PER_MINUTE * deps.config.rateLimitScale,
    timeWindow: MINUTE_MS,
  });
  // Counted for each key, whether there is such a key or not. A server with a wrong key stops no other one at its
  // address, and nobody learns from the limit which keys there are.
  const countForgedOfKey = app.createRateLimit({
    max: FORGED_PER_MINUTE * deps.config.rateLimitScale,
    timeWindow: MINUTE_MS,
    keyGenerator: (request) => `${keyIdOf(request)} of ${addressSubject(request.ip)}`,
  });
  const countOfAddress = app.createRateLimit({
    max: ADDRESS_PER_WINDOW * deps.config.rateLimitScale,
    timeWindow: WINDOW_MS,
    keyGenerator: ({ ip }) => `game calls of ${addressSubject(ip)}`,
  });
  const countOfKey = app.createRateLimit({
    max: REQUESTS_PER_WINDOW,
    timeWindow: WINDOW_MS,
    keyGenerator: (request) => `game ${String(request.headers[GAME_KEY_HEADER])}`,
  });
  const refuseForged = async (request: FastifyRequest): Promise<never> => {
    await countForgedOfKey(request);
    refuseBeyond(await countForged(request));
    return fail('gameKeyInvalid');
  };
  await app.register(async (scope) => {
    scope.decorateRequest('dropped', null);
    // the signature covers the raw bytes
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    register((call, needed, handler) => {
      const path = gamePath(call);
      scope.post(
        path,
        {
          bodyLimit: gameBodyMaxBytes(call),
          // it has a wider limit of its own
          config: { isUncounted: true },
          onRequest: async (request) => {
            refuseBeyond(await countOfAddress(request));
            const { [GAME_KEY_HEADER]: key, [GAME_SIGN_HEADER]: sign } = request.headers;
            if (typeof key !== 'string' || typeof sign !== 'string') await refuseForged(request);
            const forged = await countForgedOfKey(request, { increment: false });
            if (!forged.isAllowed && forged.remaining === 0)
              fail('tooManyRequests', { retryAfterSeconds: forged.ttlInSeconds });
          },
          preParsing: async (request, _reply, payload) => {
            const announced = Number(request.headers['content-length']);
            // one that is announced as too long is refused unread
            if (announced <= STORED_BYTES || announced > gameBodyMaxBytes(call)) return payload;
            if (await findGameKey(deps, keyIdOf(request))) return payload;
            request.dropped = new DroppedBody(gameBodyMaxBytes(call));
            return pipeline(payload, request.dropped, () => {});
          },
        },
        async (request, reply) => {
          const key = await findGameKey(deps, keyIdOf(request));
          const raw = bytesOf(request);
          const isSigned = isSignedBy(
            key?.secret ?? NO_SECRET,
            path,
            raw,
            String(request.headers[GAME_SIGN_HEADER]),
          );
          if (!key || !isSigned) return refuseForged(request);
          const answer = signedAnswer(deps, reply, key, raw);
          try {
            refuseBeyond(await countOfKey(request));
            refuseWhileReadOnly(deps);
            if (!key.scopes.includes(needed)) fail('gameScope');
            const body = bodyOf(call, raw);
            const clockOffsetMs = body.at - deps.now().getTime();
            if (Math.abs(clockOffsetMs) > CLOCK_SKEW_MS) fail('clockSkew');
            const network = networkSubject(request.ip);
            const speaker = { serverKey: key.serverKey, keyId: key.id, network, clockOffsetMs };
            return answer.send(await handler(body, speaker, key, answer.hold));
          } catch (thrown) {
            const error = toAppError(thrown);
            if (error.status >= 500 && error.code !== 'readOnly')
              request.log.error({ err: thrown, req: request }, error.message);
            return answer.fail(error);
          }
        },
      );
    }, scope);
  });
}

const keyIdOf = ({ headers }: FastifyRequest): string => String(headers[GAME_KEY_HEADER]).slice(0, 40);

/** The body, or as many zeros as were dropped, so that refusing them takes as long as refusing a wrong signature. */
function bytesOf({ body, dropped }: FastifyRequest): Buffer {
  if (dropped) return Buffer.alloc(dropped.receivedEncodedLength);
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0);
}

type Counted = Awaited<ReturnType<ReturnType<FastifyInstance['createRateLimit']>>>;

/** @throws AppError tooManyRequests if a rate limit is exceeded */
function refuseBeyond(count: Counted): void {
  if (!count.isAllowed && count.isExceeded)
    fail('tooManyRequests', { retryAfterSeconds: count.ttlInSeconds });
}

/** @throws AppError badRequest */
function bodyOf<Call extends GameCall>(call: Call, raw: Buffer): GameBody<Call> {
  const parsed = z.safeParse(GAME_BODIES[call], jsonOf(raw));
  if (parsed.success) return parsed.data as GameBody<Call>;
  const field = parsed.error.issues[0]?.path.join('.');
  return fail('badRequest', field ? { field } : {});
}

function jsonOf(raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** Reads the fields of a request that its answer's signature covers; empty if the body has none. */
function requestOf(raw: Buffer): { instance: string; seq: number } {
  const { instance, seq } = (jsonOf(raw) ?? {}) as Record<string, unknown>;
  return {
    instance: typeof instance === 'string' ? instance.slice(0, 64) : '',
    seq: Number.isSafeInteger(seq) ? Number(seq) : 0,
  };
}

/** An answer that is sent at once or after a hold, signed in both cases. */
function signedAnswer(deps: Pick<Deps, 'now'>, reply: FastifyReply, { secret }: LiveGameKey, raw: Buffer) {
  const { instance, seq } = requestOf(raw);
  let padding: NodeJS.Timeout | undefined;
  const textOf = (content: object) => {
    const body = JSON.stringify({ now: deps.now().getTime(), ...content });
    return JSON.stringify({ sign: signAnswer(secret, instance, seq, body), body });
  };
  const finish = (status: number, content: object, retryAfterS = 0) => {
    const text = textOf(content);
    if (padding) {
      clearInterval(padding);
      reply.raw.end(text);
      return reply;
    }
    if (retryAfterS > 0) void reply.header('retry-after', retryAfterS);
    return reply
      .code(status)
      .header('cache-control', 'no-store')
      .type('application/json; charset=utf-8')
      .send(text);
  };
  return {
    send: (content: object) => finish(200, content),
    fail: ({ status, code, details }: AppError) => {
      const retryAfterS = Math.max(details.retryAfterSeconds ?? 0, status === 429 || status === 503 ? 1 : 0);
      const { field } = details;
      return finish(
        status,
        { error: { code, ...(field && { field }), ...(retryAfterS > 0 && { retryAfterS }) } },
        retryAfterS,
      );
    },
    hold: () => {
      void reply.hijack();
      const response = reply.raw;
      for (const [name, value] of Object.entries(reply.getHeaders()))
        if (value !== undefined) response.setHeader(name, value);
      response.writeHead(200, {
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'no-store, no-transform',
        // without it nginx holds the spaces back
        'x-accel-buffering': 'no',
      });
      response.write(' ');
      padding = setInterval(() => response.write(' '), PADDING_EVERY_MS);
      const gone = new AbortController();
      response.once('close', () => {
        clearInterval(padding);
        gone.abort();
      });
      if (response.destroyed) gone.abort();
      return gone.signal;
    },
  };
}
