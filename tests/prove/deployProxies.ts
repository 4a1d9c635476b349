import { spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '#/server/platform/config/projectRoot.ts';
import type { Image } from './deployImage.ts';
import { run, stop, until } from './deployPrograms.ts';

const PORTS = [4291, 4292] as const;
const TLS_PORT = 4293;
const PLAIN_PORT = 4294;

export interface Proxy {
  program: string;
  /** File in `deploy/`. */
  file: string;
  /** Changes addresses, ports, certificates and the number of open files for this machine; nothing else. */
  adapt: (text: string, folder: string) => string;
  /** Arguments that run it in the foreground with the adapted file. */
  args: (file: string, folder: string) => string[];
}

const toPorts = (text: string) =>
  text
    .replaceAll('127.0.0.1:3000', `127.0.0.1:${PORTS[0]}`)
    .replaceAll('127.0.0.1:3001', `127.0.0.1:${PORTS[1]}`);

export const PROXIES: readonly Proxy[] = [
  {
    program: 'nginx',
    file: 'nginx.conf',
    adapt: (text, folder) => `
daemon off; pid ${folder}/nginx.pid; error_log ${folder}/nginx.log; events {}
# beside the line of the distribution, as in its sites-enabled
http { access_log ${folder}/access.log; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy;
fastcgi_temp_path ${folder}/f; uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;
${toPorts(text)
  .replaceAll('/var/log/nginx/one_rp.', `${folder}/one_rp.`)
  .replace('listen 443 ssl', `listen ${TLS_PORT} ssl`)
  .replace('listen 80', `listen ${PLAIN_PORT}`)
  .replaceAll(/\/etc\/letsencrypt\S+fullchain\.pem/g, `${folder}/cert.pem`)
  .replaceAll(/\/etc\/letsencrypt\S+privkey\.pem/g, `${folder}/key.pem`)}
}`,
    args: (file, folder) => ['-p', folder, '-c', file],
  },
  {
    program: 'haproxy',
    file: 'haproxy.cfg',
    adapt: (text, folder) =>
      toPorts(text)
        .replace('bind :443', `bind :${TLS_PORT}`)
        .replace('bind :80', `bind :${PLAIN_PORT}`)
        // HAProxy does not start where fewer files may be open
        .replace(/maxconn \d+/, 'maxconn 1000')
        .replace('/etc/haproxy/one-rp.pem', `${folder}/both.pem`),
    args: (file) => ['-db', '-f', file],
  },
  {
    program: 'caddy',
    file: 'Caddyfile',
    adapt: (text, folder) =>
      `{\n\tadmin off\n\tauto_https disable_redirects\n\tgrace_period 1s\n\tstorage file_system ${folder}/caddy${text
        .replace('{', '')
        .replace('{$SITE_DOMAIN}', `https://localhost:${TLS_PORT}`)
        .replaceAll('site-a:3000', `127.0.0.1:${PORTS[0]}`)
        .replaceAll('site-b:3000', `127.0.0.1:${PORTS[1]}`)
        .replace(`:${TLS_PORT} {\n`, `:${TLS_PORT} {\n\ttls ${folder}/cert.pem ${folder}/key.pem\n`)}`,
    args: (file) => ['run', '--adapter', 'caddyfile', '--config', file],
  },
];

interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  /** The first bytes, as text. */
  start: string;
}

/** Stands in an address as the token of a mailed link does. */
const TOKEN = 'a-token-of-a-mailed-link';

const toProxy = (path: string) => ({
  host: '127.0.0.1',
  port: TLS_PORT,
  servername: 'localhost',
  path,
  rejectUnauthorized: false,
  agent: false as const,
});

/** Asks through the proxy, whose certificate is made up. Resolves with the first bytes, before the answer has ended. */
const ask = (path: string, { method = 'GET', body = Buffer.alloc(0), headers = {} } = {}): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const asked = request(
      { ...toProxy(path), method, headers: { host: `localhost:${TLS_PORT}`, ...headers } },
      (reply) => {
        const tell = (start: string) => {
          resolve({ status: reply.statusCode ?? 0, headers: reply.headers, start });
          asked.destroy();
        };
        reply.once('data', (chunk) => tell(String(chunk)));
        reply.once('end', () => tell(''));
        reply.once('error', () => {});
      },
    );
    asked.setTimeout(20_000, () => asked.destroy(new Error('no answer')));
    asked.once('error', reject);
    asked.end(body);
  });

/** The status of an answer through the proxy; 0 without one. */
const statusOf = (path: string, method = 'GET'): Promise<number> =>
  ask(path, { method }).then(
    ({ status }) => status,
    () => 0,
  );

/** Starts a proxy with its example file before two processes, and looks at what a proxy can spoil. */
export async function proveProxy(proxy: Proxy, image: Image, broken: string[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'one-rp-proxy-'));
  await run(
    'openssl',
    [
      ...'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost -keyout'.split(
        ' ',
      ),
      join(folder, 'key.pem'),
      '-out',
      join(folder, 'cert.pem'),
    ],
    { stdio: 'ignore' },
  );
  writeFileSync(
    join(folder, 'both.pem'),
    ['cert.pem', 'key.pem'].map((name) => readFileSync(join(folder, name))).join(''),
  );
  const file = join(folder, proxy.file);
  writeFileSync(file, proxy.adapt(readFileSync(join(projectRoot, 'deploy', proxy.file), 'utf8'), folder));
  const settings = {
    TRUST_PROXY: '1',
    DRAIN_SECONDS: '4',
    PUBLIC_URL: `https://localhost:${TLS_PORT}`,
    OPERATOR: '1',
    // every request of the proof comes from one address
    RATE_LIMIT_SCALE: '1000',
    LIVE_STREAMS: '1',
  };
  const sites = [await image.start(PORTS[0], settings)];
  const newerFile = `newerThanFirst-${proxy.program}.js`;
  image.addFile(newerFile);
  sites.push(await image.start(PORTS[1], settings));
  const said = openSync(join(folder, 'said.log'), 'w');
  const child = spawn(proxy.program, proxy.args(file, folder), { stdio: ['ignore', said, said] });
  const note = (what: string, isGood: boolean) => {
    if (!isGood) broken.push(`${proxy.program}: ${what}`);
  };
  try {
    await until(`an answer of ${proxy.program}`, async () => (await ask('/healthz')).status === 200);
    await ask(`/email-verification?token=${TOKEN}`, { headers: { referer: `https://x/?token=${TOKEN}` } });
    const page = await ask('/en', { headers: { 'accept-encoding': 'br' } });
    note('the page is compressed', page.status === 200 && page.headers['content-encoding'] === 'br');
    note('the metrics are not for everybody', (await ask('/metrics')).status === 404);
    const stream = await ask('/api/v1/live', { headers: { accept: 'text/event-stream' } });
    note('a live stream is not held back', stream.status === 200 && stream.start.length > 0);
    const files = Array.from({ length: 10 }, () => ask(`/assets/${newerFile}`));
    const found = (await Promise.all(files)).every(({ status }) => status === 200);
    note('a file that only one process has is found', found);
    note('a file that no process has is missing', (await ask('/assets/none.js')).status === 404);
    const upload = {
      method: 'POST',
      body: Buffer.alloc(8_000_000),
      headers: { 'content-type': 'application/octet-stream', 'content-length': '8000000' },
    };
    const refused = await ask('/api/operator/v1/pictures', upload).catch(() => ({ status: 0, headers: {} }));
    note('a picture of 8 MB reaches the site', refused.status !== 413);
    note('a process that refuses is asked again', await isShownBesideRefusals());
    // both processes keep what they have been asked for
    await askForEverybodys();
    image.line.silenceAll();
    const hidden = (await askForEverybodys()).filter((status) => status !== 200);
    note(`without the database everybody is shown the site, but: ${hidden.join(', ')}`, hidden.length === 0);
    image.line.resumeAll();
    const lost = await failuresDuringStop(sites[0]!);
    note(`a stop of one process loses no request, but: ${lost.join(', ')}`, lost.length === 0);
    for (let times = 0; times < 4; times += 1) await statusOf(`/email-verification?token=${TOKEN}`);
    const logs = readdirSync(folder).filter((name) => name.endsWith('.log'));
    note(
      'no token is logged',
      !logs.some((name) => readFileSync(join(folder, name), 'utf8').includes(TOKEN)),
    );
  } finally {
    await stop(child);
    closeSync(said);
    for (const site of sites) await stop(site);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Asks for what the site shows to everybody, also without its database (N9). @returns the statuses */
const askForEverybodys = () =>
  Promise.all(['/en', '/api/v1/servers'].flatMap((path) => Array.from({ length: 6 }, () => statusOf(path))));

/** Opens all streams that both processes allow, is refused, and looks whether the site is still shown. */
async function isShownBesideRefusals(): Promise<boolean> {
  const held = Array.from({ length: 2 }, () =>
    request({ ...toProxy('/api/v1/live'), headers: { accept: 'text/event-stream' } }).end(),
  );
  for (const stream of held) stream.on('error', () => {});
  try {
    await until('a refused stream', async () => (await ask('/api/v1/live')).status === 503);
    await Promise.all(Array.from({ length: 6 }, () => ask('/api/v1/live').catch(() => {})));
    const shown = await Promise.all(Array.from({ length: 8 }, () => ask('/en')));
    return shown.every(({ status }) => status === 200);
  } finally {
    for (const stream of held) stream.destroy();
  }
}

/** Stops a process while requests with and without an effect come in one after the other. @returns those that failed */
async function failuresDuringStop(site: Parameters<typeof stop>[0]): Promise<string[]> {
  const failures: string[] = [];
  const stopped = stop(site);
  while (site.exitCode === null)
    for (const [path, method, expected] of [
      ['/api/v1/servers', 'GET', 200],
      ['/api/v1/user/resend-verify', 'POST', 401],
    ] as const) {
      const status = await statusOf(path, method);
      if (status !== expected) failures.push(`${method} ${status}`);
    }
  await stopped;
  return failures;
}
