import { once } from 'node:events';
import { connect } from 'node:net';

// light on purpose, it shares the machine with what it measures: node openLoad.ts <port> <connections> <seconds>,
// the players' tokens by message; sends back how many openings were answered

const [port, connections, seconds] = process.argv.slice(2).map(Number) as [number, number, number];

const [tokens] = (await once(process, 'message')) as [string[]];
const run = `${process.pid}-${process.hrtime.bigint()}`;
const latenciesMs: number[] = [];
let failed = 0;
let sent = 0;

function nextRequest(): string {
  const token = tokens[sent % tokens.length];
  return [
    'POST /api/v1/cases/open/ HTTP/1.1',
    'host: 127.0.0.1',
    `authorization: Bearer ${token}`,
    `idempotency-key: ${run}-${sent++}`,
    'content-type: application/json',
    'content-length: 13',
    '',
    '{"case_id":1}',
  ].join('\r\n');
}

/** One connection that opens case after case until the time is over. */
function open(endMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1').setNoDelay(true).setEncoding('latin1');
    let answer = '';
    let sentMs = 0;
    const send = () => {
      sentMs = performance.now();
      if (sentMs < endMs) socket.write(nextRequest());
      else socket.end(resolve);
    };
    socket.on('error', reject).on('connect', send);
    socket.on('data', (chunk: string) => {
      answer += chunk;
      const head = answer.indexOf('\r\n\r\n');
      if (head < 0) return;
      const length = Number(/content-length: (\d+)/.exec(answer.slice(0, head))?.[1]);
      if (answer.length < head + 4 + length) return;
      if (answer.startsWith('HTTP/1.1 200')) latenciesMs.push(performance.now() - sentMs);
      else if (failed++ === 0) console.error(answer);
      answer = '';
      send();
    });
  });
}

const startMs = performance.now();
await Promise.all(Array.from({ length: connections }, () => open(startMs + seconds * 1000)));
const perSecond = (latenciesMs.length * 1000) / (performance.now() - startMs);
const sorted = latenciesMs.toSorted((a, b) => a - b);
const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
process.send?.({ perSecond, failed, p50Ms: at(0.5), p99Ms: at(0.99) });
process.disconnect();
