import { and, asc, desc, eq, gt, isNull, lte, or } from 'drizzle-orm';
import type { LandingData } from '#/contract/landing.ts';
import type { Locale } from '#/contract/kernel/locale.ts';
import { discountCodes } from '#/server/platform/db/tables/shop.ts';
import { news, promos } from '#/server/platform/db/tables/site/news.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import type { ServerRow } from './listServers.ts';

const NEWS_SHOWN = 6;

/** Reads the catalogue data of the landing page, in all languages. */
export async function landingData(
  deps: Pick<Deps, 'db' | 'now'>,
  servers: readonly ServerRow[],
): Promise<(locale: Locale) => LandingData> {
  const [promo, entries] = await Promise.all([
    promoInForce(deps),
    deps.db
      .select()
      .from(news)
      .where(eq(news.isWithdrawn, false))
      .orderBy(desc(news.publishedOn), asc(news.key))
      .limit(NEWS_SHOWN),
  ]);
  return (locale) => ({
    promo: promo && {
      title: promo.titles[locale],
      code: promo.code,
      endsAt: promo.endsAt.toISOString(),
    },
    servers: servers.map(({ key, names, address, districts, facts, points }) => ({
      key,
      name: names[locale],
      address,
      district: districts[locale],
      facts: facts[locale],
      points: points.map(({ icon, titles, texts }) => ({
        icon,
        title: titles[locale],
        text: texts[locale],
      })),
    })),
    news: entries.map(({ key, publishedOn, titles, texts }) => ({
      id: key,
      publishedOn,
      title: titles[locale],
      text: texts[locale],
    })),
  });
}

/** The times at which a promotion begins or ends. */
export async function promoTimes({ db }: Pick<Deps, 'db'>): Promise<Date[]> {
  const codes = await db
    .select({ startsAt: discountCodes.startsAt, endsAt: discountCodes.endsAt })
    .from(promos)
    .innerJoin(discountCodes, eq(discountCodes.code, promos.code));
  return codes.flatMap(({ startsAt, endsAt }) => [startsAt ?? [], endsAt ?? []].flat());
}

/** Finds the first promotion whose discount code is valid now and has an end to count down to (L5). */
async function promoInForce({ db, now }: Pick<Deps, 'db' | 'now'>) {
  const at = now();
  const [promo] = await db
    .select({ code: promos.code, titles: promos.titles, endsAt: discountCodes.endsAt })
    .from(promos)
    .innerJoin(discountCodes, eq(discountCodes.code, promos.code))
    .where(
      and(
        eq(promos.isWithdrawn, false),
        eq(discountCodes.isActive, true),
        or(isNull(discountCodes.startsAt), lte(discountCodes.startsAt, at)),
        gt(discountCodes.endsAt, at),
      ),
    )
    .orderBy(asc(promos.sortOrder), asc(promos.code))
    .limit(1);
  return promo?.endsAt ? { ...promo, endsAt: promo.endsAt } : null;
}
