import { mkdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestDatabase } from '../../support/app/postgres.ts';
import { buy, exchange, type Load, look, open, pay, signIn } from './acts.ts';
import type { Cluster, Fault, Way } from './cluster.ts';
import { type Customer, makeCustomers } from './customers.ts';
import { FAULTS, type Phase } from './faults.ts';
import { type Settlement, settle } from './settle.ts';
import { startSites } from './sites.ts';

/** What a customer does in turn. */
const TURNS = [buy, open, exchange, look, pay, buy, open, exchange, pay, look, buy, open, pay, signIn];
/** Between two acts of a customer: the load must leave room for the cluster on a small machine. */
const PAUSE_MS = 120;
/** Load before a fault and after it. */
const CALM_MS = 3000;

export interface Campaign extends Settlement {
  way: Way;
  phases: Phase[];
  /** Answers that acknowledged something. */
  acknowledged: number;
  /** Answers that said "try again". */
  refused: number;
  wrong: string[];
  /** Processes of the site that ended. */
  ended: number;
}

/**
 * Lets customers sign in, buy, pay, open and exchange on three processes, while one fault after the other befalls the
 * database. At the end each customer finishes what is unanswered, and everything is counted.
 */
export async function runCampaign(
  cluster: Cluster,
  template: Pick<TestDatabase, 'adminUrl' | 'templates'>,
  way: Way,
  faults: readonly Fault[],
  folder: string,
): Promise<Campaign> {
  const { customers, database } = await makeCustomers(template);
  mkdirSync(folder, { recursive: true });
  const sites = await startSites(cluster.urlOf(way, database), cluster.replicaUrl(database), folder);
  try {
    const load: Load = { urls: sites.urls, answers: [], wrong: [], isOver: false };
    const phases = await befall(cluster, way, faults, load, customers);
    const settlement = await settle(await cluster.primaryUrl(database), customers);
    const isRefusal = ({ status }: { status: number }) => status === 503;
    return {
      way,
      phases,
      acknowledged: load.answers.filter(
        ({ kind, status }) => kind !== 'look' && kind !== 'show' && status < 400 && status > 0,
      ).length,
      refused: load.answers.filter(isRefusal).length,
      wrong: [...new Set(load.wrong)],
      ended: sites.ended(),
      ...settlement,
    };
  } finally {
    await sites.stop();
  }
}

/** Lets the customers live while the faults come, and finish afterwards. */
async function befall(
  cluster: Cluster,
  way: Way,
  faults: readonly Fault[],
  load: Load,
  customers: readonly Customer[],
): Promise<Phase[]> {
  const tell = (what: string) => console.error(`${way}: ${what}`);
  tell('the site is up');
  const work = Promise.all(customers.map((customer) => live(load, customer)));
  const phases: Phase[] = [];
  try {
    for (const fault of faults) {
      await sleep(CALM_MS);
      tell(fault);
      phases.push(await FAULTS[fault](cluster, load));
      await sleep(CALM_MS);
      await cluster.heal();
    }
    await sleep(CALM_MS);
  } finally {
    load.isOver = true;
    tell('customers finish');
    await work;
  }
  tell('counting');
  return phases;
}

async function live(load: Load, customer: Customer): Promise<void> {
  const hasMore = () => {
    const { unanswered, cart, order } = customer;
    return Object.keys(unanswered).length > 0 || cart !== undefined || order !== undefined;
  };
  // each customer begins at another act and at another process
  for (let turn = customer.at; !load.isOver || hasMore(); turn++) {
    const site = turn % load.urls.length;
    if (load.isOver) await finish(load, site, customer);
    else await TURNS[turn % TURNS.length]!(load, site, customer);
    await sleep(PAUSE_MS);
  }
}

async function finish(load: Load, site: number, customer: Customer): Promise<void> {
  const { unanswered, cart, order } = customer;
  if (unanswered.buy) await buy(load, site, customer);
  if (unanswered.open) await open(load, site, customer);
  if (unanswered.exchange) await exchange(load, site, customer);
  if (cart !== undefined || order !== undefined) await pay(load, site, customer);
}
