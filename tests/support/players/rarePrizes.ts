import type { Coupon, DropFeedReply, OpenMultipleReply } from '#/contract/cases.ts';
import { createPlayer, type Player } from '../app/factories.ts';
import type { TestApp } from '../app/testApp.ts';

/** A player with prizes that they have not seen. */
export interface Winner {
  player: Player;
  coupons: Coupon[];
}

/** Deals a new player ten prizes: of items 100 to 107, which have all rarities, and 100 and 101 again. */
export async function dealPrizes(site: TestApp): Promise<Winner> {
  const player = await createPlayer(site.deps, { 1: 10 });
  const reply = await site.post('/api/v1/cases/open-multiple/', { case_id: 1, count: 10 }, player.headers);
  const { coupons } = reply.json<OpenMultipleReply>();
  // the tests do not depend on which prizes these are
  await site.pool.query('ALTER TABLE draws DISABLE TRIGGER append_only');
  for (const [at, { id }] of coupons.entries()) {
    const itemId = 100 + (at % 8);
    await site.pool.query('UPDATE coupons SET item_id = $2 WHERE id = $1', [id, itemId]);
    await site.pool.query(
      'UPDATE draws SET item_id = $2 FROM coupons c WHERE c.draw_id = draws.id AND c.id = $1',
      [id, itemId],
    );
  }
  await site.pool.query('ALTER TABLE draws ENABLE TRIGGER append_only');
  return { player, coupons };
}

/** Lets the winner see their prizes, or only the ones from a place in the list on. */
export const revealPrizesOf = (app: TestApp, { player, coupons }: Winner, from = 0, to = coupons.length) =>
  app.post('/api/v1/cases/reveal', { ids: coupons.slice(from, to).map(({ id }) => id) }, player.headers);

/** What the feed shows, of all cases or of one. */
export const feedOf = async (
  app: TestApp,
  { locale = 'ru', caseId }: { locale?: string; caseId?: number } = {},
) =>
  (
    await app.get(`/api/v1/drops${caseId === undefined ? '' : `?case=${caseId}`}`, {
      'accept-language': locale,
    })
  ).json<DropFeedReply>();
