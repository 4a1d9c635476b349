import { setTimeout as sleep } from 'node:timers/promises';
import type { Load } from './acts.ts';
import type { Cluster, Fault } from './cluster.ts';
import type { Answer, Kind } from './requests.ts';

/** What was seen of one fault. Times in milliseconds. */
export interface Phase {
  fault: Fault;
  /** From the fault until the cluster had a primary again, or commits waited no longer. */
  clusterMs: number;
  /** From then on until the first purchase was acknowledged, and until every process had acknowledged an effect. */
  firstPurchaseMs: number;
  allProcessesMs: number;
  slowestMs: number;
  refused: number;
  /** Effects that were acknowledged although no commit can have been safe. */
  falseYes: number;
  /** Looks at what everybody sees that were served during the fault, in percent. */
  shownPercent: number;
  /** Looks at what is the player's that were served while commits waited, in percent; null for faults without such a time. */
  looksServedPercent: number | null;
}

const EFFECTS: ReadonlySet<Kind> = new Set(['buy', 'open', 'exchange', 'signIn', 'cart', 'order', 'pay']);
/** Longer than the deadlines of the site's statements, so that every kind of waiting is seen. */
const WAIT_MS = 22_000;
/** Time for a process to be back, after which it counts as lost. */
const BACK_DEADLINE_MS = 60_000;

const isEffect = ({ kind, status }: Answer) => EFFECTS.has(kind) && status > 0 && status < 400;

/** The faults, each until the site is back. */
export const FAULTS: Record<Fault, (cluster: Cluster, load: Load) => Promise<Phase>> = {
  kill: (cluster, load) => lose('kill', load, cluster.kill),
  isolate: (cluster, load) => lose('isolate', load, cluster.isolate),
  switchOver: (cluster, load) => lose('switchOver', load, cluster.switchOver),
  standby: (cluster, load) => lose('standby', load, () => cluster.loseStandby!()),
  standbys: async (cluster, load) => {
    const fromMs = performance.now();
    await cluster.loseStandbys();
    const lostAtMs = performance.now();
    await sleep(WAIT_MS);
    const toMs = performance.now();
    const phase = await back('standbys', load, fromMs, await cluster.returnStandbys());
    return { ...phase, ...whileWaiting(load, lostAtMs, toMs) };
  },
  alone: async (cluster, load) => {
    const fromMs = performance.now();
    await cluster.loseStandbys();
    const lostAtMs = performance.now();
    await sleep(WAIT_MS / 4);
    // what waited is now visible on the primary, and nowhere else
    await cluster.crashAlone!();
    await sleep(WAIT_MS);
    const toMs = performance.now();
    const phase = await back('alone', load, fromMs, await cluster.loseAlone!());
    return { ...phase, falseYes: whileWaiting(load, lostAtMs, toMs).falseYes };
  },
};

async function lose(fault: Fault, load: Load, strike: () => Promise<number>): Promise<Phase> {
  const fromMs = performance.now();
  return back(fault, load, fromMs, await strike());
}

/** Waits until every process acknowledges effects again, and a purchase was one of them. */
async function back(fault: Fault, load: Load, fromMs: number, backAtMs: number): Promise<Phase> {
  const isBack = (answer: Answer) => isEffect(answer) && answer.answeredAtMs > backAtMs;
  const firstOf = (site: number) => load.answers.find((answer) => answer.site === site && isBack(answer));
  const deadline = performance.now() + BACK_DEADLINE_MS;
  const firsts = () => load.urls.map((_, site) => firstOf(site)?.answeredAtMs ?? Infinity);
  const purchaseNow = () => load.answers.find((answer) => answer.kind === 'buy' && isBack(answer));
  while ((!purchaseNow() || Math.max(...firsts()) === Infinity) && performance.now() < deadline)
    await sleep(50);
  const purchase = purchaseNow();
  const during = load.answers.filter(({ answeredAtMs }) => answeredAtMs > fromMs);
  return {
    fault,
    clusterMs: Math.round(backAtMs - fromMs),
    firstPurchaseMs: Math.round((purchase?.answeredAtMs ?? Infinity) - backAtMs),
    allProcessesMs: Math.round(Math.max(...firsts()) - backAtMs),
    slowestMs: Math.round(
      Math.max(0, ...during.map(({ sentAtMs, answeredAtMs }) => answeredAtMs - sentAtMs)),
    ),
    refused: during.filter(({ status }) => status === 503).length,
    falseYes: 0,
    shownPercent: servedPercent(during, 'show'),
    looksServedPercent: null,
  };
}

/** What was answered to requests that came after the last standby was gone, and before one came back. */
function whileWaiting(
  load: Load,
  fromMs: number,
  toMs: number,
): Pick<Phase, 'falseYes' | 'looksServedPercent'> {
  const during = load.answers.filter(
    ({ sentAtMs, answeredAtMs }) => sentAtMs > fromMs && answeredAtMs < toMs,
  );
  return {
    falseYes: during.filter(isEffect).length,
    looksServedPercent: servedPercent(during, 'look'),
  };
}

function servedPercent(answers: readonly Answer[], wanted: Kind): number {
  const asked = answers.filter(({ kind }) => kind === wanted);
  const served = asked.filter(({ status }) => status === 200);
  return Math.round((100 * served.length) / asked.length);
}
