import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { ShopCaseDetails } from '#/contract/shop.ts';
import { caseImage } from '#/client/platform/media/images.ts';
import { inventoryQuery } from '#/client/domain/queries/casesQueries.ts';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { inLocale, paths } from '#/client/platform/navigation/paths.ts';
import { letTravel, useTravel } from '#/client/platform/navigation/travel.ts';
import { readToken } from '#/client/platform/api/token.ts';
import { ButtonLink } from '#/client/ui/inputs/Button.tsx';
import { Chip } from '#/client/ui/display/Chip.tsx';
import { Picture } from '#/client/ui/display/Picture.tsx';
import { Plate } from '#/client/ui/surfaces/Plate.tsx';
import { formatCoins } from '#/client/platform/i18n/formatNumber.ts';
import { useCoinWorth } from '#/client/domain/queries/shopQueries.ts';
import styles from './CaseShowcase.module.css';

/** The case with its lowest price, and the link to the player's own pieces (RT4). */
export function CaseShowcase({ details }: { details: ShopCaseDetails['case'] }) {
  const { t } = useTranslation('shop');
  const { id, name, description, imageName, plate, fromCoins, items } = details;
  const worth = useCoinWorth();
  const travel = useTravel();
  useEffect(() => letTravel(id), [id]);
  const { data: inventory } = useQuery({ ...inventoryQuery, enabled: readToken() !== null });
  const owned = inventory?.userCases.find(({ case: box }) => box.id === id)?.count ?? 0;
  return (
    <div className={`wrap ${styles.showcase}`}>
      <div className={styles.crate}>
        <Picture files={caseImage(imageName, 'hero')} style={travel(id)} fetchPriority="high" />
      </div>
      <div className={styles.info}>
        <Plate code="ONE">{plate}</Plate>
        <h1>{name}</h1>
        <p className={styles.description}>{description}</p>
        {fromCoins !== null && (
          <p className={styles.price}>
            <span className="label">{t('case.from')}</span>
            <b>{formatCoins(fromCoins)}</b>
            <span>{t('goods.worth', { price: worth(fromCoins) ?? '' })}</span>
          </p>
        )}
        <div className={styles.chips}>
          <Chip icon="stack" label={t('case.prizes')} value={items.length} />
          {owned > 0 && (
            <Chip icon="case" label={t('case.owned')} value={t('case.pieces', { pieces: owned })} />
          )}
        </div>
        {owned > 0 && (
          <ButtonLink to={inLocale(pageConfig.locale, paths.userCase(id))} variant="secondary" icon="unlock">
            {t('case.open')}
          </ButtonLink>
        )}
      </div>
    </div>
  );
}
