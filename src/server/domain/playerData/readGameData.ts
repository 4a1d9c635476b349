import { desc, eq, or, sql, type AnyColumn } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { Locale } from '#/contract/kernel/locale.ts';
import type { PlayerData } from '#/contract/playerData.ts';
import { caseItems, caseLots, cases } from '#/server/platform/db/tables/cases.ts';
import { coupons, sharedPrizes } from '#/server/platform/db/tables/prizes.ts';
import { draws, fairChains, fairEpochs } from '#/server/platform/db/tables/fairness.ts';
import { ledgerAccounts, ledgerTransfers } from '#/server/platform/db/tables/ledger.ts';
import { isoTime } from './isoTime.ts';

type GameData = Pick<PlayerData, 'balances' | 'transfers' | 'cases' | 'draws' | 'coupons'>;

/** Reads coins, cases, openings and coupons of a player with their causes; the newest first. */
export async function readGameData(tx: NodePgDatabase, accountId: number, locale: Locale): Promise<GameData> {
  const nameIn = (names: AnyColumn) => sql<string>`${names}->>${locale}::text`;
  const ofOwnAccount = or(
    eq(ledgerTransfers.fromId, ledgerAccounts.id),
    eq(ledgerTransfers.toId, ledgerAccounts.id),
  );
  const whereIncoming = eq(ledgerTransfers.toId, ledgerAccounts.id);
  return {
    balances: await tx
      .select({ kind: ledgerAccounts.kind, balance: ledgerAccounts.balance })
      .from(ledgerAccounts)
      .where(eq(ledgerAccounts.ownerId, accountId)),
    transfers: await tx
      .select({
        id: ledgerTransfers.id,
        ledgerAccount: ledgerAccounts.kind,
        amount:
          sql<number>`CASE WHEN ${whereIncoming} THEN ${ledgerTransfers.amount} ELSE -${ledgerTransfers.amount} END`.mapWith(
            Number,
          ),
        reason: ledgerTransfers.reason,
        refType: ledgerTransfers.refType,
        refId: ledgerTransfers.refId,
        createdAt: isoTime(ledgerTransfers.createdAt),
      })
      .from(ledgerAccounts)
      .innerJoin(ledgerTransfers, ofOwnAccount)
      .where(eq(ledgerAccounts.ownerId, accountId))
      .orderBy(desc(ledgerTransfers.id)),
    cases: await tx
      .select({
        id: caseLots.id,
        caseId: caseLots.caseId,
        name: nameIn(cases.names),
        bought: caseLots.bought,
        opened: caseLots.opened,
        oddsHash: caseLots.oddsHash,
        reason: caseLots.reason,
        refType: caseLots.refType,
        refId: caseLots.refId,
        createdAt: isoTime(caseLots.createdAt),
      })
      .from(caseLots)
      .innerJoin(cases, eq(cases.id, caseLots.caseId))
      .where(eq(caseLots.accountId, accountId))
      .orderBy(desc(caseLots.id)),
    draws: await tx
      .select({
        id: draws.id,
        lotId: draws.lotId,
        itemId: draws.itemId,
        name: nameIn(caseItems.names),
        ticket: draws.ticket,
        epochId: fairEpochs.publicId,
        commitment: fairEpochs.commitment,
        nonce: draws.nonce,
        clientSeed: draws.clientSeed,
        clientSeedOrigin: draws.clientSeedOrigin,
        oddsHash: draws.oddsHash,
        createdAt: isoTime(draws.createdAt),
      })
      .from(fairChains)
      .innerJoin(fairEpochs, eq(fairEpochs.chainId, fairChains.id))
      .innerJoin(draws, eq(draws.epochId, fairEpochs.id))
      .innerJoin(caseItems, eq(caseItems.id, draws.itemId))
      .where(eq(fairChains.accountId, accountId))
      .orderBy(desc(draws.id)),
    coupons: await tx
      .select({
        id: coupons.id,
        drawId: coupons.drawId,
        itemId: coupons.itemId,
        name: nameIn(caseItems.names),
        state: coupons.state,
        isSwapAvailable: coupons.isSwapAvailable,
        premiumCoinsPrice: coupons.premiumCoinsPrice,
        createdAt: isoTime(coupons.createdAt),
        revealedAt: isoTime(coupons.revealedAt),
        sharedAt: isoTime(sharedPrizes.at),
      })
      .from(coupons)
      .leftJoin(sharedPrizes, eq(sharedPrizes.couponId, coupons.id))
      .innerJoin(caseItems, eq(caseItems.id, coupons.itemId))
      .where(eq(coupons.accountId, accountId))
      .orderBy(desc(coupons.id)),
  };
}
