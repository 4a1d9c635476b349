import { connect, type Socket } from 'node:net';

/** Answer to a request. */
export interface Reply {
  status: number;
  body: Buffer;
  /** The cookies that it sets, as a browser sends them back. */
  cookies: string;
  /** Of this process's monotonic clock. */
  atMs: number;
}

/** Connections to a port. In a crowd that is not answered, requests wait here, and their waiting is counted. */
const MOST_CONNECTIONS = 1000;
const HEAD_END = Buffer.from('\r\n\r\n');
/** Whoever waits longer has been left hanging. */
const GIVE_UP_MS = 60_000;

interface Waiting {
  request: Buffer;
  resolve: (reply: Reply) => void;
}

interface Head {
  status: number;
  size: number;
  cookies: string;
  isLast: boolean;
}

function headOf(text: string): Head {
  const length = /\r\ncontent-length: (\d+)/i.exec(text)?.[1];
  if (length === undefined) throw new Error(`an answer without its length: ${text.slice(0, 300)}`);
  return {
    status: Number(text.slice(9, 12)),
    size: Number(length),
    cookies: [...text.matchAll(/\r\nset-cookie: ([^;\r]+)/gi)].map(([, cookie]) => cookie).join('; '),
    isLast: /\r\nconnection: close/i.test(text),
  };
}

/**
 * Sends requests to a port over connections that are kept, one request at a time on each. It is light on purpose: it
 * shares the machine with what it measures. A connection that breaks, or an answer that does not come, has the status 0.
 */
export function openWire(port: number): { send: (request: Buffer) => Promise<Reply>; close: () => void } {
  const idle: Socket[] = [];
  const open = new Set<Socket>();
  const waiting: Waiting[] = [];
  const serve = new WeakMap<Socket, (next: Waiting) => void>();

  const dial = (first: Waiting) => {
    const socket = connect(port, '127.0.0.1').setNoDelay(true);
    let current: Waiting | undefined;
    let parts: Buffer[] = [];
    let received = 0;
    let head: Head | undefined;
    let bodyAt = 0;
    open.add(socket);
    const begin = (next: Waiting) => {
      current = next;
      socket.write(next.request);
    };
    const finish = (status: number, body: Buffer) => {
      const done = current;
      current = undefined;
      done?.resolve({ status, body, cookies: head?.cookies ?? '', atMs: performance.now() });
    };
    serve.set(socket, begin);
    socket.setTimeout(GIVE_UP_MS, () => current && socket.destroy());
    socket.on('data', (chunk: Buffer) => {
      parts.push(chunk);
      received += chunk.length;
      if (!head) {
        const all = parts.length === 1 ? chunk : Buffer.concat(parts);
        const end = all.indexOf(HEAD_END);
        if (end < 0) return;
        head = headOf(all.toString('latin1', 0, end));
        bodyAt = end + HEAD_END.length;
      }
      if (received < bodyAt + head.size) return;
      const { status, isLast } = head;
      finish(status, Buffer.concat(parts).subarray(bodyAt));
      parts = [];
      received = 0;
      head = undefined;
      if (isLast) socket.destroy();
      else free(socket);
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      open.delete(socket);
      const at = idle.indexOf(socket);
      if (at >= 0) idle.splice(at, 1);
      finish(0, Buffer.from('the connection broke'));
      const next = waiting.shift();
      if (next) dial(next);
    });
    begin(first);
  };
  const free = (socket: Socket) => {
    const next = waiting.shift();
    if (next) serve.get(socket)!(next);
    else idle.push(socket);
  };
  return {
    send: (request) =>
      new Promise((resolve) => {
        const next = { request, resolve };
        const socket = idle.pop();
        if (socket) serve.get(socket)!(next);
        else if (open.size < MOST_CONNECTIONS) dial(next);
        else waiting.push(next);
      }),
    close: () => {
      for (const socket of open) socket.destroy();
    },
  };
}

/** A request as bytes. */
export function requestOf(
  method: 'GET' | 'POST',
  path: string,
  headers: Record<string, string> = {},
  body?: object | string,
): Buffer {
  const isForm = typeof body === 'string';
  const content = Buffer.from(isForm ? body : body ? JSON.stringify(body) : '');
  const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json';
  const all = {
    host: '127.0.0.1',
    'accept-encoding': 'gzip, deflate, br',
    'accept-language': 'ru',
    ...headers,
    ...(body !== undefined && { 'content-type': type, 'content-length': String(content.length) }),
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.concat([
    Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`, 'latin1'),
    content,
  ]);
}
