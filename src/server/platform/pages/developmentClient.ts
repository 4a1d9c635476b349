import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { TemplateFor } from './pages.ts';
import { projectRoot } from './projectRoot.ts';
import { serveTuningFile } from './tuningFile.ts';

/** Vite inside this server: one process and one origin also while developing. */
export async function developmentClient(app: FastifyInstance): Promise<TemplateFor> {
  const { createServer } = await import('vite');
  const vite = await createServer({
    root: projectRoot,
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server: app.server } },
  });
  app.addHook('onRequest', (request, reply, done) => vite.middlewares(request.raw, reply.raw, done));
  app.addHook('onClose', () => vite.close());
  serveTuningFile(app, join(projectRoot, 'src/client/tuning.json'));
  return async (url) => vite.transformIndexHtml(url, await readFile(join(projectRoot, 'index.html'), 'utf8'));
}
