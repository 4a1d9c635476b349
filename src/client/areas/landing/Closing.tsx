import { useTranslation } from 'react-i18next';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { inLocale, paths } from '#/client/platform/navigation/paths.ts';
import { StreetPicture } from '#/client/platform/media/StreetPicture.tsx';
import { ButtonLink } from '#/client/ui/inputs/Button.tsx';
import { useSignedIn } from '#/client/domain/queries/player.ts';
import styles from './Closing.module.css';
import { revealRow } from '#/client/areas/landing/state/reveal.ts';

/** The last section, with the link to the sign-up or the cabinet. */
export function Closing() {
  const { t } = useTranslation('landing');
  const isSignedIn = useSignedIn();
  const to = (path: string) => inLocale(pageConfig.locale, path);
  return (
    <section className={styles.section} aria-labelledby="closing-title">
      <StreetPicture scene="entrance" className={styles.picture} loading="lazy" />
      <div className={`wrap ${styles.content}`} ref={revealRow}>
        <h2 id="closing-title">{t('closing.title')}</h2>
        <p>{t('closing.text')}</p>
        <div className={styles.actions}>
          <ButtonLink
            to={to(isSignedIn ? paths.cabinet : paths.signUp)}
            size="large"
            icon={isSignedIn ? 'userCircle' : 'play'}
          >
            {t(isSignedIn ? 'hero.cabinet' : 'hero.play')}
          </ButtonLink>
        </div>
      </div>
    </section>
  );
}
