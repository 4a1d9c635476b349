import { connect } from 'node:net';

/** A connection that sends one request after the other. */
export interface Line {
  /** @returns the body of the answer */
  post: (path: string, headers: Record<string, string | number>, body: string) => Promise<string>;
  end: () => void;
}

/** Opens a connection. Its code is light, because it shares the machine with what it measures. */
export function openLine(port: number): Line {
  const socket = connect(port, '127.0.0.1').setNoDelay(true).setEncoding('utf8');
  let answer = '';
  let settle: { resolve: (body: string) => void; reject: (error: Error) => void } | undefined;
  socket.on('error', (error) => settle?.reject(error));
  socket.on('data', (chunk: string) => {
    answer += chunk;
    const head = answer.indexOf('\r\n\r\n');
    if (head < 0) return;
    const length = Number(/content-length: (\d+)/i.exec(answer.slice(0, head))?.[1]);
    const body = answer.slice(head + 4);
    if (Buffer.byteLength(body) < length) return;
    answer = '';
    settle?.resolve(body);
  });
  return {
    post: (path, headers, body) =>
      new Promise((resolve, reject) => {
        settle = { resolve, reject };
        const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
        socket.write(`POST ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${lines.join('')}\r\n${body}`);
      }),
    end: () => socket.destroy(),
  };
}
