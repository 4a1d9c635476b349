import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as nextTick } from 'node:timers/promises';
import { Client, type PoolClient } from 'pg';
import type { TestApp } from '../../support/app/testApp.ts';

/** One of two parallel operations. */
interface Side {
  /** Statements that wait to be sent. */
  waiting: (() => void)[];
  inFlight: number;
  /** Process id of the connection on which the last statement was sent. */
  processId: number;
  isDone: boolean;
}

/**
 * Whose turn it is each time both could send a statement. After the end of the list it is the first one's.
 */
export type Turns = readonly (0 | 1)[];

export interface TurnGate {
  /** Runs two operations side by side; statement after statement, the turns say which of them goes on. */
  race: <T>(first: () => Promise<T>, second: () => Promise<T>, turns: Turns) => Promise<[T, T]>;
  /** Statements that were sent by turns, and how often one waited for a lock of the other. */
  figures: { statements: number; lockWaits: number };
  close: () => Promise<void>;
}

type Query = (...args: unknown[]) => unknown;
type Answer = (...results: unknown[]) => void;
/** The object that pg and `joinedQuery` pass instead of a text. */
type Submitted = { name?: string; callback?: Answer; submit?: unknown };

/** Without news for so many looks, an operation waits for something else of the other: that one goes on. */
const PATIENCE = 2000;

/** Lets the tests steer which of two operations sends its next statement to the database. */
export async function createTurnGate(site: TestApp): Promise<TurnGate> {
  const sides = new AsyncLocalStorage<Side>();
  const figures = { statements: 0, lockWaits: 0 };
  const observer = new Client({ connectionString: site.databaseUrl });
  await observer.connect();
  const gated = new WeakSet<PoolClient>();
  site.pool.on('acquire', (client) => {
    if (gated.has(client)) return;
    gated.add(client);
    gate(client, sides);
  });

  const isBlocked = async ({ processId }: Side) => {
    const { rowCount } = await observer.query(
      `SELECT FROM pg_stat_activity WHERE pid = $1 AND wait_event_type = 'Lock'`,
      [processId],
    );
    return rowCount === 1;
  };

  /** @returns the sides that may send, once all others are done, or wait for a lock */
  async function whoMaySend(both: readonly Side[]): Promise<Side[]> {
    for (let looks = 0; ; looks++) {
      const going = both.filter(({ isDone }) => !isDone);
      const ready = going.filter(({ waiting, inFlight }) => waiting.length > 0 && inFlight === 0);
      if (ready.length === going.length) return ready;
      const busy = going.find((side) => !ready.includes(side))!;
      const isWaiting = busy.inFlight > 0 && (await isBlocked(busy));
      // it may have been answered during the look
      if (isWaiting && busy.inFlight > 0 && ready.length > 0) {
        figures.lockWaits++;
        return ready;
      }
      if (looks > PATIENCE && ready.length > 0) return ready;
      await nextTick();
    }
  }

  async function race<T>(first: () => Promise<T>, second: () => Promise<T>, turns: Turns): Promise<[T, T]> {
    const both = [0, 1].map((): Side => ({ waiting: [], inFlight: 0, processId: 0, isDone: false }));
    const running = Promise.allSettled(
      [first, second].map((work, at) =>
        sides.run(both[at]!, work).finally(() => {
          both[at]!.isDone = true;
        }),
      ),
    );
    for (let turn = 0; ;) {
      const ready = await whoMaySend(both);
      if (ready.length === 0) break;
      const side = ready.length === 2 ? ready[turns[turn++] ?? 0]! : ready[0]!;
      side.inFlight++;
      figures.statements++;
      side.waiting.shift()!();
    }
    const results = await running;
    for (const result of results) if (result.status === 'rejected') throw result.reason;
    return results.map((result) => (result as PromiseFulfilledResult<T>).value) as [T, T];
  }

  return { race, figures, close: () => observer.end() };
}

/** Makes the statements of a connection wait for their turn when one of two operations sends them. */
function gate(client: PoolClient, sides: AsyncLocalStorage<Side>): void {
  const send = (client.query as unknown as Query).bind(client);
  const { processID } = client as unknown as { processID: number };
  const gatedQuery: Query = (...args) => {
    const side = sides.getStore();
    // requests share the look-ups of their sessions: neither side owns one
    if (!side || (args[0] as Submitted).name === 'sessionFind') return send(...args);
    const turn = new Promise<void>((resolve) => {
      side.waiting.push(() => {
        side.processId = processID;
        resolve();
      });
    });
    const answered = () => {
      side.inFlight--;
    };
    const query = args[0] as Submitted;
    const last = args.at(-1);
    const notify =
      (answer: Answer): Answer =>
      (...results) => {
        answered();
        answer(...results);
      };
    if (typeof last === 'function') args[args.length - 1] = notify(last as Answer);
    else if (query.submit && query.callback) query.callback = notify(query.callback);
    else return turn.then(() => send(...args)).finally(answered);
    void turn.then(() => send(...args));
    return undefined;
  };
  (client as unknown as { query: Query }).query = gatedQuery;
}
