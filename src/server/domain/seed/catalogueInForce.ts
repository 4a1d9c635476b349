import { asc, desc, eq } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { parseOdds } from '#/contract/fair.ts';
import type { CaseFile } from '#/contract/operator/catalogue/caseSchema.ts';
import type { ReferralFile } from '#/contract/operator/catalogue/referralSchema.ts';
import type { Catalogue, GoodsFile, ProductsFile } from '#/contract/operator/catalogue/shopSchema.ts';
import { newestRevision, recordRevision } from '#/server/domain/catalogue/revisions.ts';
import { caseItems, caseOdds, cases } from '#/server/platform/db/tables/cases.ts';
import { news, promos } from '#/server/platform/db/tables/site/news.ts';
import { referralMilestones, referralStatuses } from '#/server/platform/db/tables/referral.ts';
import { servers } from '#/server/platform/db/tables/servers.ts';
import {
  bonusTiers,
  goods,
  paymentGroups,
  paymentMethods,
  products,
} from '#/server/platform/db/tables/shop.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { lockCatalogue } from './importCatalogue.ts';

/**
 * Stores the catalogue that an older version of the site imported as the first revision, so that it can be edited in
 * the browser. Does nothing if a revision exists, or there is no catalogue.
 */
export function recordCatalogueInForce(pool: pg.Pool, { now }: Pick<Deps, 'now'>): Promise<void> {
  return withTx(pool, async (tx) => {
    await lockCatalogue(tx);
    if (await newestRevision(tx)) return;
    const content = await readTables(tx);
    if (content.cases.length === 0) return;
    await recordRevision(tx, { content, changes: [], at: now() }, { source: 'site' });
  });
}

/** Reads the catalogue from the tables that `importCatalogue` fills. */
export async function readTables(tx: NodePgDatabase): Promise<Catalogue> {
  return {
    servers: await readServers(tx),
    cases: await readCases(tx),
    products: await readProducts(tx),
    goods: await readGoods(tx),
    paymentGroups: await readPaymentGroups(tx),
    referral: await readReferral(tx),
    landing: await readLanding(tx),
  };
}

async function readServers(tx: NodePgDatabase): Promise<Catalogue['servers']> {
  const rows = await tx.select().from(servers).orderBy(asc(servers.sortOrder), asc(servers.key));
  return rows.map(({ key, names, sortOrder, address, districts, facts, points }) => ({
    key,
    name: names,
    sortOrder,
    address: address ?? undefined,
    district: districts.en ? districts : undefined,
    facts: facts.en ? facts : undefined,
    points:
      points.length > 0
        ? points.map(({ icon, titles, texts }) => ({ icon, title: titles, text: texts }))
        : undefined,
  }));
}

async function readCases(tx: NodePgDatabase): Promise<CaseFile[]> {
  const rows = await tx.select().from(cases).orderBy(asc(cases.sortOrder), asc(cases.id));
  const items = new Map((await tx.select().from(caseItems)).map((item) => [item.id, item] as const));
  const odds = await tx
    .selectDistinctOn([caseOdds.caseId])
    .from(caseOdds)
    .orderBy(asc(caseOdds.caseId), desc(caseOdds.revision));
  return rows.map(({ id, key, imageName, plate, names, descriptions, sortOrder }) => ({
    id,
    slug: key,
    imageName,
    plate,
    name: names,
    description: descriptions,
    sortOrder,
    items: parseOdds(odds.find(({ caseId }) => caseId === id)?.text ?? '')
      .map(({ itemId, tickets }): CaseFile['items'][number] => {
        const item = items.get(itemId)!;
        return {
          id: itemId,
          name: item.names,
          imageName: item.imageName,
          color: item.color,
          sortOrder: item.sortOrder,
          tickets,
          isSwapAvailable: item.isSwapAvailable,
          premiumCoinsPrice: item.premiumCoinsPrice,
          gives: item.gives ?? undefined,
        };
      })
      .toSorted((a, b) => a.sortOrder - b.sortOrder),
  }));
}

async function readProducts(tx: NodePgDatabase): Promise<ProductsFile> {
  const rows = await tx
    .select()
    .from(products)
    .where(eq(products.isWithdrawn, false))
    .orderBy(asc(products.sortOrder));
  const tiers = await tx.select().from(bonusTiers).orderBy(asc(bonusTiers.fromCents));
  return rows.map((row) => {
    const { id, type, titles, tabTitles, image, isComingSoon, sortOrder } = row;
    const tab = { id, title: titles, tabTitle: tabTitles, image, isComingSoon, sortOrder };
    if (type !== 'one_coin') return Object.assign(tab, { type });
    return Object.assign(tab, {
      type,
      basePriceCents: row.basePriceCents!,
      oneCoinPriceRange: { fromCents: row.priceFromCents!, toCents: row.priceToCents! },
      oneCoinBonuses: tiers
        .filter(({ productId }) => productId === id)
        .map(({ fromCents, toCents, coefficientBasisPoints, image: picture, titles: title }) => {
          return { fromCents, toCents, coefficientBasisPoints, image: picture, title };
        }),
    });
  });
}

async function readGoods(tx: NodePgDatabase): Promise<GoodsFile> {
  const rows = await tx.select().from(goods).where(eq(goods.isWithdrawn, false)).orderBy(asc(goods.id));
  return rows.map((row) => ({
    id: row.id,
    type: row.type,
    caseId: row.caseId ?? undefined,
    name: row.names,
    description: row.descriptions,
    image: row.image,
    price: row.priceCents === null ? { coins: row.priceCoins! } : { cents: row.priceCents },
    servers: row.serverKeys ?? undefined,
    sortOrder: row.sortOrder,
    saleLimit: row.saleLimit ?? undefined,
    grants: row.grants,
  }));
}

async function readPaymentGroups(tx: NodePgDatabase): Promise<Catalogue['paymentGroups']> {
  const groups = await tx.select().from(paymentGroups).orderBy(asc(paymentGroups.sortOrder));
  const methods = await tx
    .select()
    .from(paymentMethods)
    .where(eq(paymentMethods.isWithdrawn, false))
    .orderBy(asc(paymentMethods.sortOrder));
  return groups
    .map(({ key, titles }) => ({
      key,
      title: titles,
      methods: methods
        .filter(({ groupKey }) => groupKey === key)
        .map(({ name, titles: title, badges }) => ({ name, title, badges })),
    }))
    .filter((group) => group.methods.length > 0);
}

async function readReferral(tx: NodePgDatabase): Promise<ReferralFile> {
  const statuses = await tx.select().from(referralStatuses).orderBy(asc(referralStatuses.level));
  const milestones = await tx
    .select()
    .from(referralMilestones)
    .where(eq(referralMilestones.isWithdrawn, false))
    .orderBy(asc(referralMilestones.requiredReferrals));
  return {
    statuses: statuses.map((row) => ({
      level: row.level,
      name: row.names,
      image: row.imageName,
      cashBackBasisPoints: row.cashBackBasisPoints,
      fromReferrals: row.fromReferrals,
      toReferrals: row.toReferrals,
      isLeader: row.isLeader ? true : undefined,
    })),
    milestones: milestones.map(({ id, requiredReferrals, names, imageName, grants }) => ({
      id,
      requiredReferrals,
      name: names,
      image: imageName,
      // milestones cannot give items of the game
      grants: grants.filter((grant) => grant.kind !== 'game'),
    })),
  };
}

async function readLanding(tx: NodePgDatabase): Promise<Catalogue['landing']> {
  const banners = await tx
    .select()
    .from(promos)
    .where(eq(promos.isWithdrawn, false))
    .orderBy(asc(promos.sortOrder));
  const entries = await tx
    .select()
    .from(news)
    .where(eq(news.isWithdrawn, false))
    .orderBy(desc(news.publishedOn), asc(news.key));
  return {
    promos: banners.map(({ code, titles }) => ({ code, title: titles })),
    news: entries.map(({ key, publishedOn, titles, texts }) => {
      return { key, publishedOn, title: titles, text: texts };
    }),
  };
}
