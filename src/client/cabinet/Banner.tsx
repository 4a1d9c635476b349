import { useTranslation } from 'react-i18next';
import { caseImage } from '../images.ts';
import { pageConfig } from '../pageConfig.ts';
import { inLocale, paths } from '../paths.ts';
import { ButtonLink } from '../ui/Button.tsx';
import styles from './Banner.module.css';

interface BannerProps {
  /** Cases in the player's stock; undefined while not known. */
  caseCount: number | undefined;
  /** Case to show, by its image name. */
  imageName: string | undefined;
}

/** Leads from the profile to the cases (C1). */
export function Banner({ caseCount = 0, imageName }: BannerProps) {
  const { t } = useTranslation('cabinet');
  return (
    <aside className={`cut ${styles.banner}`}>
      <div className={styles.words}>
        <p className={`label ${styles.kicker}`}>{t('banner.kicker')}</p>
        <h2>{t('banner.title')}</h2>
        <p>{caseCount > 0 ? t('banner.waiting', { count: caseCount }) : t('banner.empty')}</p>
        <ButtonLink variant="primary" icon="arrowRight" to={inLocale(pageConfig.locale, paths.inventory)}>
          {t('banner.action')}
        </ButtonLink>
      </div>
      {imageName && <img src={caseImage(imageName, 'hero')} alt="" width="900" height="900" />}
    </aside>
  );
}
