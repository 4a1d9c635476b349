import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** One address in front of a cluster, which leads to its primary, as a proxy with role checks or a moving IP does. */
export interface MovingAddress {
  port: number;
  /** Leads to another node from now on. Connections to the former one are closed. */
  moveTo: (port: number) => void;
  close: () => Promise<void>;
}

/** Opens the address. */
export async function openMovingAddress(): Promise<MovingAddress> {
  let target = 0;
  const ends = new Set<Socket>();
  const server = createServer((site) => {
    const database = connect(target, '127.0.0.1');
    for (const [end, other] of [
      [site, database],
      [database, site],
    ] as const) {
      ends.add(end);
      end.on('error', () => {});
      end.on('close', () => {
        ends.delete(end);
        other.destroy();
      });
      end.pipe(other);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const closeAll = () => {
    for (const end of ends) end.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    moveTo: (port) => {
      target = port;
      closeAll();
    },
    close: () => {
      closeAll();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
