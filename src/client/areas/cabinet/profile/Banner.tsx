import { useTranslation } from 'react-i18next';
import smallAvif from '#assets/cabinet/vault-800.avif';
import smallWebp from '#assets/cabinet/vault-800.webp';
import largeAvif from '#assets/cabinet/vault-1600.avif';
import largeWebp from '#assets/cabinet/vault-1600.webp';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { inLocale, paths } from '#/client/platform/navigation/paths.ts';
import { ButtonLink } from '#/client/ui/inputs/Button.tsx';
import styles from './Banner.module.css';

/** Drawn width of the picture; on narrow screens it is wider than the banner. */
const SIZES = '(max-width: 679px) 640px, (max-width: 1439px) 100vw, 1280px';

/** A link from the profile to the cases of the shop (C1). `caseCount` is undefined until it is known. */
export function Banner({ caseCount = 0 }: { caseCount: number | undefined }) {
  const { t } = useTranslation('cabinet');
  return (
    <aside className={`cut ${styles.banner}`}>
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
        <p className={`label ${styles.kicker}`}>{t('banner.kicker')}</p>
        <h2>{t('banner.title')}</h2>
        <p>{caseCount > 0 ? t('banner.waiting', { count: caseCount }) : t('banner.empty')}</p>
        <ButtonLink
          variant="primary"
          icon="arrowRight"
          to={inLocale(pageConfig.locale, paths.donateTab('cases'))}
        >
          {t('banner.action')}
        </ButtonLink>
      </div>
    </aside>
  );
}
