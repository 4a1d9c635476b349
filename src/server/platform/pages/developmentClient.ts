import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { TemplateFor } from './pages.ts';
import { projectRoot } from '#/server/platform/config/projectRoot.ts';
import { serveTuningFile } from './tuningFile.ts';

/** Runs Vite inside this server, so that development also has one process and one origin. */
export async function developmentClient(app: FastifyInstance): Promise<TemplateFor> {
  const { createServer } = await import('vite');
  const vite = await createServer({
    root: projectRoot,
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server: app.server } },
  });
  app.addHook('onRequest', (request, reply, done) => vite.middlewares(request.raw, reply.raw, done));
  app.addHook('onClose', () => vite.close());
  serveTuningFile(app, join(projectRoot, 'src/client/platform/theme/tuning.json'));
  return async (url) => {
    const file = /^\/operator\b/.test(url) ? 'operator.html' : 'index.html';
    return vite.transformIndexHtml(url, await readFile(join(projectRoot, file), 'utf8'));
  };
}
