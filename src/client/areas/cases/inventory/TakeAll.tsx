import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { type RefObject, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CouponPage } from '#/contract/cases.ts';
import { TAKEN_AT_ONCE } from '#/contract/kernel/limits.ts';
import { Button } from '#/client/ui/inputs/Button.tsx';
import styles from './Coupons.module.css';
import { TakeDialog } from './TakeDialog.tsx';

type ListQuery = UseInfiniteQueryResult<InfiniteData<CouponPage>>;

/** Coupons that the game can deliver, at most as many as one request accepts. */
const takable = (pages: readonly CouponPage[]) =>
  pages
    .flatMap(({ coupons }) => coupons)
    .filter(({ state, gives }) => state === 'owned' && gives !== null)
    .slice(0, TAKEN_AT_ONCE);

/** Takes all prizes of the list to the game (D14). Not shown for a single one, which has its own button. */
export function TakeAll({ query, list }: { query: ListQuery; list: RefObject<HTMLElement | null> }) {
  const { t } = useTranslation('cases');
  const [isReading, setIsReading] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const coupons = takable(query.data?.pages ?? []);
  if (coupons.length < 2 && !isAsking) return null;
  const ask = async () => {
    setIsReading(true);
    await readEnough(query);
    setIsReading(false);
    setIsAsking(true);
  };
  return (
    <div className={styles.all}>
      <Button variant="secondary" size="small" icon="backpack" busy={isReading} onClick={() => void ask()}>
        {t('coupons.take.all')}
      </Button>
      {isAsking && (
        <TakeDialog coupons={coupons} focusAfterTaking={list} onClose={() => setIsAsking(false)} />
      )}
    </div>
  );
}

/**
 * Reads further pages until there are enough coupons for one request. After a failure the rest is left for the next
 * press.
 */
async function readEnough(query: ListQuery): Promise<void> {
  let seen: Pick<ListQuery, 'data' | 'hasNextPage' | 'isError'> = query;
  while (seen.hasNextPage && !seen.isError && takable(seen.data?.pages ?? []).length < TAKEN_AT_ONCE)
    seen = await query.fetchNextPage();
}
