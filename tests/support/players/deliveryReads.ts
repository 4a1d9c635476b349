import { Registry } from 'prom-client';
import { listServers } from '#/server/areas/operator/game/listServers.ts';
import type { DeliveryFilters } from '#/contract/operator/deliveries.ts';
import { catchUpReady } from '#/server/domain/deliveries/readyAt.ts';
import { readDeliveries } from '#/server/domain/deliveries/deliveryList.ts';
import { deliveryMetrics } from '#/server/domain/deliveries/deliveryMetrics.ts';
import { gameAlarms } from '#/server/domain/deliveries/gameAlarms.ts';
import { serversWithWork, settledThrough } from '#/server/domain/deliveries/leases.ts';
import { playerDeliveries } from '#/server/domain/deliveries/playerDeliveries.ts';
import {
  forgetPlayers,
  joinPlayers,
  leavePlayers,
  readyOffline,
} from '#/server/domain/deliveries/presence.ts';
import { listWaiting } from '#/server/domain/deliveries/waitingFor.ts';
import { remindWaiting } from '#/server/jobs/remindWaiting.ts';
import { findDeliveries } from '#/server/operator/findDeliveries.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';

/** A player with deliveries who is not on their server. */
interface Somebody {
  accountId: number;
  login: string;
  serverKey: string;
}

/** All code that reads or changes deliveries besides handing them over: lists, alarms, metrics, jobs, presence. */
export function deliveryReads(
  deps: Deps,
  { accountId, login, serverKey }: Somebody,
): Record<string, () => Promise<unknown>> {
  const register = new Registry();
  deliveryMetrics(register, deps);
  const list = (filter: Parameters<typeof findDeliveries>[1]) => () => findDeliveries(deps, filter);
  const page = (filters: DeliveryFilters, before?: number) => () =>
    readDeliveries(deps, filters, { before, limit: 51 });
  const changing = (run: (tx: Parameters<Parameters<typeof withTx>[1]>[0]) => Promise<unknown>) => () =>
    withTx(deps.pool, run);
  return {
    'list of a player': () => playerDeliveries(deps, accountId, undefined, 'ru'),
    'next page of a player': () => playerDeliveries(deps, accountId, 2 ** 40, 'ru'),
    'list in the game': () => listWaiting(deps.db, deps, { accountId, serverKey }, 'ru'),
    'list of an operator': list({}),
    'list of a server': list({ server: serverKey }),
    'list of a state': list({ state: 'failed' }),
    'list of waiting things of a server': list({ server: serverKey, state: 'waiting' }),
    'list of a code': list({ code: 'rare' }),
    'list of an account': list({ account: `${login}@${serverKey}` }),
    'page of an operator': page({}),
    'old page of an operator': page({}, 2000),
    'page of a state': page({ state: 'failed' }),
    'page of what is over': page({ state: 'done' }),
    'page of a server': page({ server: serverKey }),
    'page of waiting things of a server': page({ server: serverKey, state: 'waiting' }),
    'page of a code': page({ code: 'rare' }),
    'page of a player': page({ player: String(accountId) }),
    'page of an order': page({ order: 'no-such-order' }),
    'page of trouble': page({ mark: 'trouble' }),
    'page of silent servers': page({ mark: 'silent' }),
    'page of what is open for long': page({ openForHours: '720' }),
    'lanes of the servers': () => listServers(deps),
    'page of one server': () => listServers(deps, serverKey),
    alarms: () => gameAlarms(deps.db, deps.now),
    metrics: () => register.metrics(),
    'look for work': () => serversWithWork(deps, [{ serverKey, ledgerId: 'ledger' }]),
    settled: () => settledThrough(deps, serverKey),
    'player joins': changing((tx) => joinPlayers(tx, deps, serverKey, [{ player: login }])),
    'player leaves': changing((tx) => leavePlayers(tx, deps, serverKey, [login])),
    'adapter starts': changing(async (tx) => {
      await forgetPlayers(tx, deps, serverKey);
      await readyOffline(tx, deps, serverKey);
    }),
    'job catchUpReady': () => catchUpReady(deps),
    'job remindWaiting': () => remindWaiting(deps),
  };
}
