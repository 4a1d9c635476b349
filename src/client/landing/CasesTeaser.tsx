import { useTranslation } from 'react-i18next';
import { RARITIES } from '#/contract/cases.ts';
import crateAvif from '#assets/cases/night-heist.hero.avif';
import crateWebp from '#assets/cases/night-heist.hero.webp';
import { pageConfig } from '../pageConfig.ts';
import { inLocale, paths } from '../paths.ts';
import { readToken } from '../session.ts';
import { ButtonLink } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import { Picture } from '../ui/Picture.tsx';
import { RarityMark } from '../ui/RarityMark.tsx';
import { SectionHeading } from '../ui/SectionHeading.tsx';
import styles from './CasesTeaser.module.css';

// by itself, so that this page does not carry the addresses of all pictures
const CRATE = { avif: crateAvif, webp: crateWebp, widthPx: 900, heightPx: 900 };

/** What the cases are, and the way to them. */
export function CasesTeaser() {
  const { t } = useTranslation(['landing', 'cases']);
  const signedIn = readToken() !== null;
  return (
    <section className={styles.section}>
      <div className={`wrap ${styles.content}`}>
        <div className={styles.crate}>
          <Picture files={CRATE} loading="lazy" decoding="async" />
        </div>
        <div className={styles.text}>
          <SectionHeading kicker={t('landing:cases.kicker')} title={t('landing:cases.title')} />
          <p className={styles.lead}>{t('landing:cases.lead')}</p>
          <ul className={styles.promises}>
            {(['odds', 'kept', 'coupon'] as const).map((promise) => (
              <li key={promise}>
                <Icon name="check" />
                {t(`landing:cases.${promise}`)}
              </li>
            ))}
          </ul>
          <ul className={styles.rarities} aria-label={t('landing:cases.rarities')}>
            {RARITIES.toReversed().map((rarity) => (
              <li key={rarity}>
                <RarityMark rarity={rarity} label={t(`cases:rarity.${rarity}`)} />
              </li>
            ))}
          </ul>
          <ButtonLink
            to={inLocale(pageConfig.locale, signedIn ? paths.inventory : paths.signUp)}
            variant="secondary"
            icon={signedIn ? 'case' : 'unlock'}
          >
            {t(signedIn ? 'landing:cases.signedIn' : 'landing:cases.signedOut')}
          </ButtonLink>
        </div>
      </div>
    </section>
  );
}
