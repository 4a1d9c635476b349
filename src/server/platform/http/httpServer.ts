import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Counter } from 'prom-client';

/** Time limits of connections. */
export interface HttpLimits {
  /** Time limits for the head of a request, and for a whole request with its body. */
  headersMs: number;
  requestMs: number;
  /** Time limits for an answer that the client does not read: without progress, and in total. */
  stalledMs: number;
  answerMs: number;
  /** Time between two requests. It is longer than common proxies keep connections, so that the proxy closes first. */
  keepAliveMs: number;
  /** Time after a refusal, so that the client can read it. */
  lingerMs: number;
  /** Interval at which the limits are checked. */
  checkEveryMs: number;
}

export const HTTP_LIMITS: HttpLimits = {
  headersMs: 10_000,
  // longer than the database's time limits, and a handler waits for nothing longer than those
  requestMs: 20_000,
  stalledMs: 30_000,
  answerMs: 5 * 60_000,
  keepAliveMs: 75_000,
  lingerMs: 1000,
  checkEveryMs: 2000,
};

export const connectionsRefusedTotal = new Counter({
  name: 'http_connections_refused_total',
  help: 'Connections that were not accepted because MAX_CONNECTIONS were open',
  registers: [],
});

export interface HttpServers {
  /** Creates a server. Fastify creates a second one if a host name has two addresses. */
  create: (listener: RequestListener) => Server;
  /** Closes every connection without a complete request now, and the others after their answer. */
  closeUnused: () => void;
}

/**
 * Creates HTTP servers whose connections are limited in number and time.
 * @param maxConnections open connections of each server; further ones are closed at once
 * @param refusalOf returns the raw answer to malformed or slow requests
 */
export function httpServers(
  limits: HttpLimits,
  maxConnections: number,
  refusalOf: (error: NodeJS.ErrnoException) => string,
): HttpServers {
  const sockets = new Set<Socket>();
  const refused = new WeakSet<Socket>();
  /** Start of each answer under way, by `performance.now()`, the oldest first. */
  const answers = new Map<ServerResponse, number>();
  let isClosing = false;

  const answersOf = (socket: Socket) => [...answers.keys()].filter(({ req }) => req.socket === socket);
  const hasWork = (socket: Socket) => answersOf(socket).some(({ req }) => req.complete);

  const track = (response: ServerResponse) => {
    const { socket } = response.req;
    answers.set(response, performance.now());
    response.once('close', () => {
      answers.delete(response);
      if ((isClosing || refused.has(socket)) && !hasWork(socket)) socket.destroySoon();
    });
  };

  const refuse = (error: NodeJS.ErrnoException, socket: Socket) => {
    if (refused.has(socket)) return;
    refused.add(socket);
    // first sends the answers to earlier requests of the connection
    if (hasWork(socket)) return;
    const isAnswered = answersOf(socket).some(({ headersSent }) => headersSent);
    if (error.code === 'ECONNRESET' || !socket.writable || isAnswered) {
      socket.destroy();
      return;
    }
    socket.end(refusalOf(error));
    // a client that neither reads nor closes would hold the connection for ever
    const linger = setTimeout(() => socket.destroy(), limits.lingerMs);
    socket.once('close', () => clearTimeout(linger));
  };

  const closeOldAnswers = () => {
    const oldest = performance.now() - limits.answerMs;
    for (const [response, startedAt] of answers) {
      if (startedAt > oldest) return;
      if (!isEndless(response)) response.req.socket.destroy();
    }
  };

  const create = (listener: RequestListener) => {
    const server = createServer(
      {
        headersTimeout: limits.headersMs,
        requestTimeout: limits.requestMs,
        keepAliveTimeout: limits.keepAliveMs,
        connectionsCheckingInterval: limits.checkEveryMs,
        // Node.js would refuse without the headers that every answer has, so a hook refuses
        requireHostHeader: false,
      },
      (request, response) => {
        track(response);
        listener(request, response);
      },
    );
    server.maxConnections = maxConnections;
    server.timeout = limits.stalledMs;
    server.on('connection', (socket) => {
      if (isClosing) return socket.destroy();
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
      return undefined;
    });
    server.on('drop', () => connectionsRefusedTotal.inc());
    server.on('clientError', refuse);
    // expectations other than 100-continue may be ignored (RFC 9110, 10.1.1)
    server.on('checkExpectation', (request, response) => server.emit('request', request, response));
    const check = setInterval(closeOldAnswers, limits.checkEveryMs).unref();
    server.once('close', () => clearInterval(check));
    return server;
  };

  return {
    create,
    closeUnused: () => {
      isClosing = true;
      for (const socket of sockets) if (!hasWork(socket)) socket.destroy();
    },
  };
}

/** Streams of events stay open as long as their page; `live.ts` limits them. */
const isEndless = (response: ServerResponse) =>
  String(response.getHeader('content-type')).startsWith('text/event-stream');
