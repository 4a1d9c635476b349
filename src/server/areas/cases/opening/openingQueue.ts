import type { OpenCaseReply } from '#/contract/cases.ts';
import { hasState } from '#/server/platform/db/errorCauses.ts';
import { isOfOneRow } from '#/server/platform/db/tx.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { AppError } from '#/server/platform/kernel/errors.ts';
import { isSettledInTime } from '#/server/platform/kernel/sharedLookup.ts';
import { openCase } from './openCase.ts';
import type { Opening } from './opening.ts';
import { type OpenedTogether, openTogether } from './openTogether.ts';

/** Openings of one transaction. */
const MOST_TOGETHER = 50;

interface Waiting {
  opening: Opening;
  resolve: (reply: OpenCaseReply | Promise<OpenCaseReply>) => void;
  reject: (error: unknown) => void;
  /** Refuses it when it has waited for too long. */
  timer: NodeJS.Timeout;
}

/** lock_not_available: TAKE_TOGETHER has waited for a key for too long. */
const LOCK_TIMEOUT = '55P03';

/** Whether the shared transaction was rolled back for what one opening brings, so that the others may succeed. */
const isOfOneOpening = (error: unknown) =>
  isOfOneRow(error) || hasState(error, (state) => state === LOCK_TIMEOUT);

/**
 * Returns a function that opens one piece of a case, as `openCase` does. Openings that arrive while others are under
 * way share a transaction (`openTogether`), which costs PostgreSQL and the network a fraction of one each. It holds one
 * opening of a player at most. What it leaves out is opened alone. An opening that has waited as long as a request waits
 * for a connection is refused as `busy`, without an effect.
 */
export function queueOpenings(deps: Deps): (opening: Opening) => Promise<OpenCaseReply> {
  const mostMs = deps.pool.options.connectionTimeoutMillis;
  /** Waiting openings by account, the oldest first. */
  const waiting = new Map<number, Set<Waiting>>();
  /** Accounts with an opening under way: another one would only wait for its locks. */
  const busy = new Set<number>();
  /** Openings that run by themselves. */
  let alone = 0;
  /** Whether a shared transaction is under way; one that hangs does not count. */
  let isShared = false;

  async function openAlone(opening: Opening): Promise<OpenCaseReply> {
    alone++;
    busy.add(opening.accountId);
    try {
      return await openCase(deps, opening);
    } finally {
      alone--;
      busy.delete(opening.accountId);
      openWaiting();
    }
  }

  function leave(one: Waiting): void {
    clearTimeout(one.timer);
    const { accountId } = one.opening;
    const own = waiting.get(accountId);
    own?.delete(one);
    waiting.delete(accountId);
    // the next one of this player waits behind those of all others
    if (own && own.size > 0) waiting.set(accountId, own);
  }

  /** Takes the oldest waiting opening of each account that has none under way. */
  function takeWaiting(): Waiting[] {
    const taken: Waiting[] = [];
    for (const [accountId, [oldest]] of waiting) {
      if (taken.length === MOST_TOGETHER) break;
      if (!oldest || busy.has(accountId)) continue;
      busy.add(accountId);
      taken.push(oldest);
      leave(oldest);
    }
    return taken;
  }

  function openWaiting(): void {
    if (isShared) return;
    const taken = takeWaiting();
    if (taken.length === 0) return;
    isShared = true;
    const work = openAll(taken);
    const makeRoom = () => {
      isShared = false;
      openWaiting();
    };
    // the players of this transaction may open again
    void work.then(openWaiting);
    void isSettledInTime(work).then(makeRoom);
  }

  /** Never rejects: each opening gets its own reply or error. */
  async function openAll(taken: readonly Waiting[]): Promise<void> {
    const openings = taken.map(({ opening }) => opening);
    let opened: OpenedTogether = new Map();
    try {
      opened = await openTogether(deps, openings);
    } catch (error) {
      if (!isOfOneOpening(error)) {
        for (const { opening, reject } of taken) {
          busy.delete(opening.accountId);
          reject(error);
        }
        return;
      }
    }
    for (const { opening, resolve } of taken) {
      const reply = opened.get(opening.accountId);
      if (reply) busy.delete(opening.accountId);
      resolve(reply ?? openAlone(opening));
    }
  }

  return (opening) => {
    const { accountId } = opening;
    if (opening.isInDebt) return openCase(deps, opening);
    if (alone === 0 && !busy.has(accountId)) return openAlone(opening);
    return new Promise((resolve, reject) => {
      const refuse = () => {
        leave(one);
        reject(new AppError('busy', { retryAfterSeconds: 1 }));
      };
      const one: Waiting = { opening, resolve, reject, timer: setTimeout(refuse, mostMs) };
      waiting.set(accountId, (waiting.get(accountId) ?? new Set()).add(one));
      openWaiting();
    });
  };
}
