import { setTimeout as sleep } from 'node:timers/promises';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { type Asking, serversWithWork } from '#/server/domain/deliveries/leases.ts';

/** Interval of one query of the database for all servers that wait here. Commits of this process wake it earlier. */
const LOOK_EVERY_MS = 500;
/** Delay after a failure, for example while the database restarts. */
const AFTER_FAILURE_MS = 2000;

/** Reason why a held poll ended. */
export type PollEnd = 'work' | 'time' | 'replaced' | 'gone' | 'closing';

/** Held polls of game servers that wait for work in this process. None occupies a connection of the database (D3). */
export interface HeldPolls {
  /** Waits until the server has work, the time is over, its next poll arrives, or the caller has disconnected. */
  hold: (asking: Asking, ms: number, gone: AbortSignal) => Promise<PollEnd>;
  count: () => number;
  /** Ends all held polls, because the process stops. */
  close: () => void;
}

interface Held extends Asking {
  end: (why: PollEnd) => void;
}

/** Creates the held polls of a process. Nothing is read while none is held. */
export function createHeldPolls(deps: Pick<Deps, 'db' | 'now' | 'log' | 'wakeUps'>): HeldPolls {
  const held = new Map<string, Held>();
  let isLooking = false;
  let isClosed = false;

  /** Looks for work while any poll is held. */
  const look = async () => {
    if (isLooking) return;
    isLooking = true;
    try {
      while (held.size > 0) {
        const pause = new AbortController();
        const wake = () => pause.abort();
        // listens before it looks, so that a commit meanwhile is not missed
        deps.wakeUps.once('deliveries', wake);
        const pauseMs = await endThoseWithWork();
        await sleep(pauseMs, undefined, { signal: pause.signal, ref: false }).catch(() => {});
        deps.wakeUps.off('deliveries', wake);
      }
    } finally {
      isLooking = false;
    }
  };

  const endThoseWithWork = async (): Promise<number> => {
    try {
      for (const server of await serversWithWork(deps, [...held.values()])) held.get(server)?.end('work');
      return LOOK_EVERY_MS;
    } catch (error) {
      deps.log.error(error, 'looking for work of the game servers failed and is tried again');
      return AFTER_FAILURE_MS;
    }
  };

  return {
    hold: (asking, ms, gone) => {
      held.get(asking.serverKey)?.end('replaced');
      if (isClosed) return Promise.resolve('closing');
      if (gone.aborted) return Promise.resolve('gone');
      return new Promise((resolve) => {
        const entry: Held = {
          ...asking,
          end: (why) => {
            clearTimeout(timer);
            if (held.get(asking.serverKey) === entry) held.delete(asking.serverKey);
            resolve(why);
          },
        };
        const timer = setTimeout(() => entry.end('time'), ms);
        gone.addEventListener('abort', () => entry.end('gone'));
        held.set(asking.serverKey, entry);
        void look();
      });
    },
    count: () => held.size,
    close: () => {
      isClosed = true;
      for (const { end } of held.values()) end('closing');
      deps.wakeUps.emit('deliveries');
    },
  };
}
