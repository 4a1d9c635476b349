import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface Asked {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage['headers'];
  body: string;
}

export interface FakeService {
  url: string;
  asked: Asked[];
  /**
   * Next answers, in place of the service's own. `cut` does the work and drops the connection; `hang` never answers.
   */
  instead: ({ status: number; body: string } | 'cut' | 'hang')[];
  close: () => Promise<void>;
}

interface Answer {
  status?: number;
  body: unknown;
}

/** A service of another company on loopback. It answers requests, records them, and can fail on demand. */
export async function fakeService(answer: (asked: Asked) => Answer): Promise<FakeService> {
  const asked: Asked[] = [];
  const instead: FakeService['instead'] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const url = new URL(request.url ?? '/', 'http://fake');
      const call: Asked = {
        method: request.method ?? '',
        path: url.pathname,
        query: url.searchParams,
        headers: request.headers,
        body: await text(request),
      };
      asked.push(call);
      const { status = 200, body } = answer(call);
      const other = instead.shift();
      if (other === 'cut') request.socket.destroy();
      else if (other !== 'hang')
        response
          .writeHead(other?.status ?? status, { 'content-type': 'application/json' })
          .end(other?.body ?? JSON.stringify(body));
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    instead,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
