import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { placeOf, wayToUse } from '#/client/areas/shop/cart/wayToUse.ts';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { formatNumber } from '#/client/platform/i18n/formatNumber.ts';
import { inLocale, paths } from '#/client/platform/navigation/paths.ts';
import { Icon } from '#/client/ui/display/Icon.tsx';
import { ButtonLink } from '#/client/ui/inputs/Button.tsx';
import { Panel } from '#/client/ui/surfaces/Panel.tsx';
import type { Bought } from './bought.ts';
import styles from './BoughtPanel.module.css';

/** Says what was bought with coins, where it is and what to do with it (S23). It takes the focus, so it is announced. */
export function BoughtPanel({ bought }: { bought: Bought }) {
  const { t } = useTranslation('shop');
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  const { order, name, quantity, product_type: type } = bought;
  const use = wayToUse(bought);
  const what = quantity > 1 ? `${name} ${t('orders.quantity', { pieces: formatNumber(quantity) })}` : name;
  return (
    <Panel as="div" tone="lit" className={styles.bought}>
      <Icon name="checkCircle" className={styles.sign} />
      <div className={styles.said}>
        <h2 tabIndex={-1} ref={title}>
          {t('bought.title', { what })}
        </h2>
        <p>{t(`where.${placeOf(type)}`)}</p>
      </div>
      <div className={styles.steps}>
        {use.name === 'open' && (
          <ButtonLink to={use.path} icon={use.icon}>
            {t('orders.open')}
          </ButtonLink>
        )}
        <ButtonLink
          to={inLocale(pageConfig.locale, `${paths.donateSuccess}?order=${order}`)}
          variant="secondary"
          icon="eye"
        >
          {t('orders.watch')}
        </ButtonLink>
      </div>
    </Panel>
  );
}
