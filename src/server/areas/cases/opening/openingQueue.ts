import type { OpenCaseReply } from '#/contract/cases.ts';
import { isOfOneRow } from '#/server/platform/db/tx.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { isSettledInTime } from '#/server/platform/kernel/sharedLookup.ts';
import { openCase } from './openCase.ts';
import type { Opening } from './opening.ts';
import { type OpenedTogether, openTogether } from './openTogether.ts';

/** Openings of one transaction. */
const MOST_TOGETHER = 50;
/** Openings that wait for the next transaction. More run by themselves. */
const MOST_WAITING = 2 * MOST_TOGETHER;

interface Waiting {
  opening: Opening;
  resolve: (reply: OpenCaseReply | Promise<OpenCaseReply>) => void;
  reject: (error: unknown) => void;
}

/**
 * Returns a function that opens one piece of a case, as `openCase` does. Openings that arrive while others are under
 * way share a transaction (`openTogether`), which costs PostgreSQL and the network a fraction of one each. A player
 * has at most one opening in it. What the shared transaction leaves out is opened alone.
 */
export function queueOpenings(deps: Deps): (opening: Opening) => Promise<OpenCaseReply> {
  const waiting: Waiting[] = [];
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

  /** Takes the oldest waiting opening of each account that has none under way. */
  function takeWaiting(): Waiting[] {
    const taken: Waiting[] = [];
    for (const one of waiting) {
      if (taken.length === MOST_TOGETHER) break;
      if (busy.has(one.opening.accountId)) continue;
      busy.add(one.opening.accountId);
      taken.push(one);
    }
    for (const one of taken) waiting.splice(waiting.indexOf(one), 1);
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
    // its players may open again
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
      if (!isOfOneRow(error)) {
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
    if (opening.isInDebt || waiting.length >= MOST_WAITING) return openCase(deps, opening);
    if (alone === 0 && !busy.has(opening.accountId)) return openAlone(opening);
    return new Promise((resolve, reject) => {
      waiting.push({ opening, resolve, reject });
      openWaiting();
    });
  };
}
