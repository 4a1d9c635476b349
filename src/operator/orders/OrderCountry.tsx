import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OrderReply } from '#/contract/operator/orders.ts';
import { Button } from '#/client/ui/inputs/Button.tsx';
import { Facts } from '../parts/Facts.tsx';
import { countryName } from '../platform/countryName.ts';
import { useMay } from '../platform/session.ts';
import { SettleDialog } from './SettleDialog.tsx';
import cells from '../parts/cells.module.css';

/** The country of the buyer with its evidence. That of a paid order can be settled, and corrected later. */
export function OrderCountry({ order }: { order: OrderReply }) {
  const { t } = useTranslation('operatorOrders');
  const maySettle = useMay('tax.settle');
  const [isOpen, setIsOpen] = useState(false);
  const { country, isCountrySettled, places, paidAt, quote } = order;
  const isTaxed = quote.currency === 'EUR' && paidAt !== null;
  if (!isTaxed && places.length === 0) return null;
  const name = country ? countryName(country) : t(places.length === 0 ? 'country.unknown' : 'country.unsure');
  return (
    <>
      <Facts
        title={t('country.title')}
        facts={[
          [
            t('country.counts'),
            <>
              {name}
              {isCountrySettled && <span className={cells.below}>{t('country.settled')}</span>}
            </>,
          ],
          ...places.map((place) => [t(`country.kinds.${place.kind}`), countryName(place.country)] as const),
        ]}
      >
        {maySettle && isTaxed && (
          <Button variant="secondary" size="small" onClick={() => setIsOpen(true)}>
            {t(isCountrySettled ? 'settle.change' : 'settle.title')}
          </Button>
        )}
      </Facts>
      {isOpen && <SettleDialog order={order} onClose={() => setIsOpen(false)} />}
    </>
  );
}
