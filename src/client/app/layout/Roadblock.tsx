import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './Roadblock.module.css';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { StreetPicture } from '#/client/platform/media/StreetPicture.tsx';
import { inLocale, paths } from '#/client/platform/navigation/paths.ts';
import { HazardTape } from '#/client/ui/display/HazardTape.tsx';
import { TextLink } from '#/client/ui/navigation/TextLink.tsx';
import { Plate } from '#/client/ui/surfaces/Plate.tsx';

interface RoadblockProps {
  plate: string;
  title: string;
  text: string;
  /** Links to other pages. */
  children: ReactNode;
}

/** Layout of dead ends: an unknown address, or a page that failed. Below the links are the help page and the support. */
export function Roadblock({ plate, title, text, children }: RoadblockProps) {
  const { t } = useTranslation();
  const { locale, supportEmail } = pageConfig;
  return (
    <section className={styles.scene}>
      <StreetPicture scene="roadblock" className={styles.picture} />
      <div className={`wrap ${styles.content}`}>
        <Plate>{plate}</Plate>
        <h1>{title}</h1>
        <p>{text}</p>
        <div className={styles.actions}>{children}</div>
        <div className={styles.actions}>
          <TextLink to={inLocale(locale, paths.help)}>{t('footer.help')}</TextLink>
          <TextLink to={`mailto:${supportEmail}`}>{supportEmail}</TextLink>
        </div>
      </div>
      <div className={styles.barrier}>
        <HazardTape />
      </div>
    </section>
  );
}
