import type { FastifyInstance } from 'fastify';
import { Histogram, type Registry } from 'prom-client';

/** Logs one line for each answer, and counts how long each route takes. */
export function accessLog(app: FastifyInstance, register: Registry): void {
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'From the first byte of a request to the last of its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [register],
  });
  // its lines have nothing to hide, and looking for it takes as long as writing them
  const log = app.log.child({}, { redact: [] });
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown';
    const { elapsedTime: elapsedMs, statusCode: status } = reply;
    durations.observe({ method: request.method, route, status }, elapsedMs / 1000);
    const isRoutine = route.startsWith('/assets/') || route === '/healthz' || route === '/readyz';
    // requests refused outside the usual limit are counted above and not logged, so that a flood writes no log
    const isFlood = status === 429 && request.routeOptions.config.isUncounted === true;
    const line = {
      reqId: request.id,
      req: request,
      route,
      status,
      elapsedMs: Math.round(elapsedMs * 10) / 10,
    };
    log[isRoutine || isFlood ? 'debug' : 'info'](line, 'answered');
    done();
  });
}
