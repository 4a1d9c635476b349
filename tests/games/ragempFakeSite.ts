import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { GameResult, PresentPlayer } from '#/contract/game.ts';
import type { ErrorCode } from '#/contract/kernel/errors.ts';
import { signAnswer } from '#/server/domain/gameServers/signing.ts';
import { statusOf } from '#/server/platform/kernel/errors.ts';

export const SECRET = 'secret';

/** The fields of a request that tests read. */
export interface Asked {
  instance: string;
  seq: number;
  waitS?: number;
  part?: number;
  of?: number;
  players?: PresentPlayer[];
  joined?: PresentPlayer[];
  left?: string[];
  results?: GameResult[];
  /** Key of a purchase. */
  key?: string;
}

export interface FakeSite {
  url: string;
  close: () => void;
}

/** A site that signs what a test wants it to answer. @param bytes of the body as it came */
export async function startFakeSite(
  contentOf: (path: string, asked: Asked, bytes: number) => object | Promise<object>,
): Promise<FakeSite> {
  const site = createServer((request, reply) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      void (async () => {
        const raw = Buffer.concat(chunks);
        const asked = JSON.parse(raw.toString('utf8')) as Asked;
        const content = await Promise.resolve(contentOf(request.url!, asked, raw.length)).catch(
          () => undefined,
        );
        // the answer is lost
        if (!content) {
          reply.destroy();
          return;
        }
        const { error } = content as { error?: { code: ErrorCode } };
        if (error) reply.statusCode = statusOf(error.code);
        const body = JSON.stringify(content);
        reply.end(JSON.stringify({ sign: signAnswer(SECRET, asked.instance, asked.seq, body), body }));
      })();
    });
  });
  await new Promise<void>((resolve) => {
    site.listen(0, '127.0.0.1', resolve);
  });
  const close = () => {
    site.close();
    site.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${(site.address() as AddressInfo).port}`, close };
}
