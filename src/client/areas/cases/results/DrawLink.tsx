import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { DrawnCoupon } from '#/contract/cases.ts';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { inLocale, paths } from '#/client/platform/navigation/paths.ts';
import styles from './DrawLink.module.css';

/** Links a coupon to its draw, which anybody can verify (RT12). */
export function DrawLink({ coupon: { name, draw } }: { coupon: Pick<DrawnCoupon, 'name' | 'draw'> }) {
  const { t } = useTranslation('cases');
  return (
    <Link
      className={styles.link}
      to={inLocale(pageConfig.locale, paths.fairDraw(draw.epochId, draw.nonce))}
      aria-label={t('draw.checkNamed', { name })}
    >
      {t('draw.check')}
    </Link>
  );
}
