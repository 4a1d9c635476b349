import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { build } from 'vite';

const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.webm': 'audio/webm',
  '.mp3': 'audio/mpeg',
  '.avif': 'image/avif',
  '.webp': 'image/webp',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};

const STAGE = /node_modules\/(pixi\.js|@pixi|gsap|its-fine|react-reconciler)|client\/stage\//;
/** Renderers that a browser with WebGL never asks for. */
const OTHER_RENDERERS = /renderers\/(gpu|canvas)\//;

const isStage = (modules: readonly string[]) => modules.some((id) => STAGE.test(id));
const isOther = (modules: readonly string[]) =>
  modules.some((id) => OTHER_RENDERERS.test(id)) && !modules.some((id) => id.includes('client/stage/'));

export interface BenchSite {
  url: string;
  /** What the stage adds to a page, compressed (G12): everything of its page but React and the page itself. */
  stageKilobytes: number;
  close: () => Promise<void>;
}

/**
 * Builds the pages of a folder for production in a temporary one and serves them with a fine-grained clock.
 * @param pages where their `index.html` is
 */
export async function serveBench(pages = new URL('.', import.meta.url)): Promise<BenchSite> {
  const folder = await mkdtemp(join(tmpdir(), 'roulette-bench-'));
  const output = await build({
    configFile: false,
    root: fileURLToPath(pages),
    logLevel: 'error',
    plugins: [react()],
    resolve: { tsconfigPaths: true },
    css: { transformer: 'lightningcss' },
    build: {
      outDir: folder,
      target: 'baseline-widely-available',
      assetsInlineLimit: 0,
      rolldownOptions: {
        output: {
          codeSplitting: {
            groups: [
              { name: 'react', priority: 10, test: /node_modules\/(react|react-dom|scheduler)\// },
              // what only one of the renderers needs comes when that renderer is used
              { name: 'peer', priority: 9, test: /node_modules\/react-roulette-pro\// },
            ],
          },
        },
      },
    },
  });
  if (!('output' in output)) throw new Error('the build has no output');
  const chunks = output.output.filter((part) => part.type === 'chunk');
  const stage = chunks.filter(
    ({ moduleIds, name }) =>
      name !== 'react' && isStage(moduleIds) && !isOther(moduleIds) && !name.startsWith('oursPage'),
  );
  const stageKilobytes = stage.reduce((sum, { code }) => sum + gzipSync(code).length / 1024, 0);

  const answer = async (path: string, response: ServerResponse) => {
    try {
      const file = await readFile(join(folder, path));
      response.writeHead(200, {
        'content-type': TYPES[extname(path)] ?? 'application/octet-stream',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-embedder-policy': 'require-corp',
      });
      response.end(file);
    } catch {
      response.writeHead(404).end();
    }
  };
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    void answer(pathname === '/' ? 'index.html' : pathname, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    stageKilobytes,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(folder, { recursive: true });
    },
  };
}
