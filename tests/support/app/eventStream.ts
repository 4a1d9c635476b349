import { get, type IncomingMessage } from 'node:http';
import { once } from 'node:events';

export interface EventStream {
  status: number;
  headers: IncomingMessage['headers'];
  /** Waits for the next part of the stream: an event, a comment or a `retry`. */
  next: () => Promise<string>;
  /** Waits for the next event with this name and skips others. */
  nextOf: (name: string) => Promise<unknown>;
  /** Waits until the server ends the stream. */
  ended: () => Promise<void>;
  /** Stops reading, as a page on a stalled network does. */
  stall: () => void;
  close: () => void;
}

/** Listens to server-sent events as a browser does. */
export async function openEventStream(
  url: string,
  headers: Record<string, string> = {},
): Promise<EventStream> {
  const request = get(url, { headers, agent: false });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const parts: string[] = [];
  let unfinished = '';
  let wake = () => {};
  let isOver = false;
  response.setEncoding('utf8').on('data', (text: string) => {
    const pieces = (unfinished + text).split('\n\n');
    unfinished = pieces.pop() ?? '';
    parts.push(...pieces);
    wake();
  });
  const over = new Promise<void>((resolve) => {
    response.on('error', () => {});
    response.on('close', () => {
      isOver = true;
      wake();
      resolve();
    });
  });
  const next = async (): Promise<string> => {
    for (;;) {
      const part = parts.shift();
      if (part !== undefined) return part;
      if (isOver) throw new Error(`the stream has ended: ${unfinished}`);
      await new Promise<void>((resolve) => (wake = resolve));
    }
  };
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    next,
    nextOf: async (name) => {
      for (;;) {
        const [event, data = ''] = (await next()).split('\n');
        if (event === `event: ${name}`) return JSON.parse(data.replace('data: ', ''));
      }
    },
    ended: () => over,
    stall: () => void response.pause(),
    close: () => request.destroy(),
  };
}
