import { once } from 'node:events';
import { connect } from 'node:net';

// light on purpose, it shares the machine with what it measures: node readLoad.ts <port> <connections> <seconds>, the
// heads of the requests by message; sends back how many were answered with 200, and how fast

const [port, connections, seconds] = process.argv.slice(2).map(Number) as [number, number, number];

const [heads] = (await once(process, 'message')) as [string[]];
const requests = heads.map((head) => Buffer.from(head, 'latin1'));
const LENGTH = Buffer.from('\r\ncontent-length: ');
const HEAD_END = Buffer.from('\r\n\r\n');
const OK = Buffer.from('HTTP/1.1 200');
const latenciesMs: number[] = [];
let failed = 0;
let sent = 0;

/** Bytes of an answer whose head is whole; undefined for another. */
function sizeOf(answer: Buffer): number | undefined {
  const headEnd = answer.indexOf(HEAD_END);
  if (headEnd < 0) return undefined;
  const at = answer.indexOf(LENGTH) + LENGTH.length;
  return headEnd + HEAD_END.length + Number.parseInt(answer.toString('latin1', at, at + 9), 10);
}

/** One connection that reads again and again until the time is over. */
function read(endMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1').setNoDelay(true);
    const parts: Buffer[] = [];
    let received = 0;
    let size: number | undefined;
    let sentMs = 0;
    const send = () => {
      sentMs = performance.now();
      if (sentMs < endMs) socket.write(requests[sent++ % requests.length]!);
      else socket.end(resolve);
    };
    socket.on('error', reject).on('connect', send);
    socket.on('data', (chunk: Buffer) => {
      parts.push(chunk);
      received += chunk.length;
      size ??= sizeOf(parts.length === 1 ? chunk : Buffer.concat(parts));
      if (size === undefined || received < size) return;
      const first = parts[0]!;
      if (first.subarray(0, OK.length).equals(OK)) latenciesMs.push(performance.now() - sentMs);
      else if (failed++ === 0) console.error(first.toString('latin1'));
      parts.length = 0;
      received = 0;
      size = undefined;
      send();
    });
  });
}

const startMs = performance.now();
await Promise.all(Array.from({ length: connections }, () => read(startMs + seconds * 1000)));
const perSecond = (latenciesMs.length * 1000) / (performance.now() - startMs);
const sorted = latenciesMs.toSorted((a, b) => a - b);
const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
process.send?.({ perSecond, failed, p50Ms: at(0.5), p99Ms: at(0.99) });
process.disconnect();
