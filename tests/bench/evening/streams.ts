import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

// The open pages of the evening, which listen for events: node streams.ts <ports> <streams>. Answers each message with
// what it counts.

/** What the streams have seen so far. */
export interface StreamCounts {
  open: number;
  closed: number;
  /** Chunks that arrived; one may hold several events. */
  received: number;
}

/** Opened at once; the site accepts them as a crowd of browsers would come after a restart. */
const AT_ONCE = 50;

const ports = process.argv[2]!.split(',').map(Number);
const wanted = Number(process.argv[3]);
const counts: StreamCounts = { open: 0, closed: 0, received: 0 };

function listen(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let isOpen = false;
    socket.on('connect', () =>
      socket.write(
        'GET /api/v1/live?locale=ru HTTP/1.1\r\nhost: 127.0.0.1\r\naccept: text/event-stream\r\n\r\n',
      ),
    );
    socket.on('data', (chunk: Buffer) => {
      counts.received += 1;
      if (isOpen) return;
      isOpen = true;
      counts.open += 1;
      if (chunk.subarray(0, 12).toString() === 'HTTP/1.1 200') resolve();
      else reject(new Error(`a stream was refused: ${chunk.toString('latin1', 0, 200)}`));
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      if (!isOpen) reject(new Error('a stream was not accepted'));
      else counts.closed += 1;
    });
  });
}

for (let opened = 0; opened < wanted; opened += AT_ONCE) {
  const few = Array.from({ length: Math.min(AT_ONCE, wanted - opened) }, (_, at) => opened + at);
  await Promise.all(few.map((at) => listen(ports[at % ports.length]!)));
  await sleep(1);
}
process.on('message', () => process.send?.(counts));
process.on('disconnect', () => process.exit());
process.send?.('ready');
await once(process, 'disconnect');
