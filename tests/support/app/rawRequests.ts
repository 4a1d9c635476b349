import { connect, type Socket } from 'node:net';

/** A connection that the client never closes and, unless asked to, never reads. */
export interface RawConnection {
  socket: Socket;
  /** Returns the text received so far. */
  received: () => string;
  /** Whether the server has ended it. */
  isClosed: () => boolean;
}

/** Opens a connection and sends these bytes. */
export async function openRaw(port: number, bytes = '', { reads = true } = {}): Promise<RawConnection> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  let received = '';
  let isClosed = false;
  // a reset by the server counts as closed too
  socket.on('error', () => {
    isClosed = true;
  });
  socket.on('close', () => {
    isClosed = true;
  });
  socket.on('end', () => {
    isClosed = true;
  });
  if (reads) socket.on('data', (chunk) => (received += chunk.toString('latin1')));
  await new Promise<void>((resolve) => {
    socket.once('connect', () => resolve());
    socket.once('error', () => resolve());
  });
  socket.write(bytes, 'latin1');
  return { socket, received: () => received, isClosed: () => isClosed };
}

/** Status lines of the answers in the received text. */
export const statusesOf = (received: string): number[] =>
  [...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
