import { connect } from 'node:net';

// light on purpose, it shares the machine with what it measures: node openLoad.ts <port> <connections> <seconds>,
// the players' tokens by message; sends back how many openings were answered

const [port, connections, seconds] = process.argv.slice(2).map(Number) as [number, number, number];

process.once('message', (tokens: string[]) => {
  const latenciesMs: number[] = [];
  let failed = 0;
  let sent = 0;
  let startMs = 0;
  const run = `${process.pid}-${process.hrtime.bigint()}`;
  const endMs = performance.now() + seconds * 1000;

  const nextRequest = () => {
    const token = tokens[sent % tokens.length];
    return `POST /api/v1/cases/open/ HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${token}\r\nidempotency-key: ${run}-${sent++}\r\ncontent-type: application/json\r\ncontent-length: 13\r\n\r\n{"case_id":1}`;
  };

  const open = () =>
    new Promise<void>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1').setNoDelay(true).setEncoding('latin1');
      let answer = '';
      let sentMs = 0;
      const send = () => {
        sentMs = performance.now();
        if (sentMs >= endMs) return void socket.end(resolve);
        socket.write(nextRequest());
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

  startMs = performance.now();
  void Promise.all(Array.from({ length: connections }, open)).then(() => {
    const elapsedSeconds = (performance.now() - startMs) / 1000;
    const sorted = latenciesMs.toSorted((a, b) => a - b);
    const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
    process.send?.({ perSecond: sorted.length / elapsedSeconds, failed, p50Ms: at(0.5), p99Ms: at(0.99) });
    process.disconnect();
  });
});
