import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** One connection between the site and PostgreSQL. */
export interface Line {
  /** Drops everything in both directions, and neither end notices: not even that the other one closed. */
  silence: () => void;
  /** Drops answers of PostgreSQL; requests of the site still arrive. */
  loseAnswers: () => void;
  /** Delivers what was held back, and everything sent from now on. */
  resume: () => void;
  /** Closes the connection at both ends. */
  cut: () => void;
  isClosedBySite: () => boolean;
}

/** A proxy in front of PostgreSQL whose connections can fall silent, lose answers, be slow and be cut. */
export interface DatabaseLine {
  /** Address of the database through the proxy. */
  url: string;
  /** All connections so far, the oldest first. */
  lines: Line[];
  /** Called with each request of the site before it is passed on. */
  onRequest: ((text: string, line: Line) => void) | undefined;
  /** Delays everything that passes. */
  delayMs: number;
  /** Silences all connections, and those opened from now on. */
  silenceAll: () => void;
  resumeAll: () => void;
  close: () => Promise<void>;
}

/** Starts the proxy. @param databaseUrl where PostgreSQL listens, on TCP or with `?host=` on a socket */
export async function openDatabaseLine(databaseUrl: string): Promise<DatabaseLine> {
  const target = new URL(databaseUrl);
  const socketFolder = target.searchParams.get('host');
  const port = target.port || '5432';
  const dial = () =>
    socketFolder ? connect(`${socketFolder}/.s.PGSQL.${port}`) : connect(Number(port), target.hostname);
  let isSilent = false;
  const server = createServer((site) => {
    const line = joinEnds(site, dial(), proxy);
    if (isSilent) line.silence();
    proxy.lines.push(line);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(target);
  url.searchParams.delete('host');
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  const proxy: DatabaseLine = {
    url: url.href,
    lines: [],
    onRequest: undefined,
    delayMs: 0,
    silenceAll: () => {
      isSilent = true;
      for (const line of proxy.lines) line.silence();
    },
    resumeAll: () => {
      isSilent = false;
      for (const line of proxy.lines) line.resume();
    },
    close: () => {
      for (const line of proxy.lines) line.cut();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  return proxy;
}

function joinEnds(site: Socket, database: Socket, proxy: DatabaseLine): Line {
  let state: 'passes' | 'silent' | 'losesAnswers' = 'passes';
  const held: (() => void)[] = [];
  const pass = (deliver: () => void) => {
    const deliverNow = () => (state === 'silent' ? held.push(deliver) : deliver());
    if (proxy.delayMs > 0) setTimeout(deliverNow, proxy.delayMs);
    else deliverNow();
  };
  const line: Line = {
    silence: () => {
      state = 'silent';
    },
    loseAnswers: () => {
      state = 'losesAnswers';
    },
    resume: () => {
      state = 'passes';
      for (const deliver of held.splice(0)) deliver();
    },
    cut: () => {
      site.destroy();
      database.destroy();
    },
    isClosedBySite: () => site.destroyed,
  };
  site.on('data', (bytes) => {
    proxy.onRequest?.(bytes.toString('latin1'), line);
    pass(() => database.write(bytes));
  });
  database.on('data', (bytes) => {
    if (state !== 'losesAnswers') pass(() => site.write(bytes));
  });
  site.on('close', () => pass(() => database.destroy()));
  database.on('close', () => pass(() => site.destroy()));
  // if one end closes, the other one is closed too
  for (const end of [site, database]) end.on('error', () => {});
  return line;
}
