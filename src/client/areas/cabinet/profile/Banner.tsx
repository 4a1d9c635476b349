import { useTranslation } from 'react-i18next';
import smallAvif from '#assets/cabinet/vault-800.avif';
import smallWebp from '#assets/cabinet/vault-800.webp';
import largeAvif from '#assets/cabinet/vault-1600.avif';
import largeWebp from '#assets/cabinet/vault-1600.webp';
import { CABINET_BANNER_SIZES as SIZES } from '#/contract/page.ts';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { inLocale, paths } from '#/client/platform/navigation/paths.ts';
import { ButtonLink } from '#/client/ui/inputs/Button.tsx';
import styles from './Banner.module.css';

/**
 * A link from the profile to the player's cases, and without any to those of the shop (C1).
 * @param caseCount undefined until it is known
 */
export function Banner({ caseCount }: { caseCount: number | undefined }) {
  const { t } = useTranslation('cabinet');
  // while the number is unknown the link leads to the inventory, which has a link to the shop
  const hasCases = caseCount !== 0;
  const words = caseCount ? t('banner.waiting', { count: caseCount }) : t('banner.empty');
  return (
    <aside className={`cut ${styles.banner}`} aria-label={t('banner.title')}>
      <picture>
        <source type="image/avif" srcSet={`${smallAvif} 800w, ${largeAvif} 1600w`} sizes={SIZES} />
        <img
          className={styles.vault}
          src={largeWebp}
          srcSet={`${smallWebp} 800w, ${largeWebp} 1600w`}
          sizes={SIZES}
          alt=""
          width="1600"
          height="640"
        />
      </picture>
      <div className={styles.words}>
        <div>
          <h2>{t('banner.title')}</h2>
          <p>{caseCount === undefined ? '\u00A0' : words}</p>
        </div>
        <ButtonLink
          size="small"
          icon="arrowRight"
          to={inLocale(pageConfig.locale, hasCases ? paths.inventory : paths.donateTab('cases'))}
        >
          {t(hasCases ? 'banner.open' : 'banner.action')}
        </ButtonLink>
      </div>
    </aside>
  );
}
