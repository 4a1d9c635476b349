import { useTranslation } from 'react-i18next';
import { RARITIES, type Rarity } from '#/contract/cases.ts';
import crateAvif from '#assets/cases/night-heist.hero.avif';
import crateWebp from '#assets/cases/night-heist.hero.webp';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { inLocale, paths } from '#/client/platform/navigation/paths.ts';
import { ButtonLink } from '#/client/ui/inputs/Button.tsx';
import { Icon } from '#/client/ui/display/Icon.tsx';
import { Picture } from '#/client/ui/display/Picture.tsx';
import { RarityMark } from '#/client/ui/display/RarityMark.tsx';
import { SectionHeading } from '#/client/ui/display/SectionHeading.tsx';
import { useSignedIn } from '#/client/domain/queries/player.ts';
import styles from './CasesTeaser.module.css';
import { WonPrizes } from './WonPrizes.tsx';
import { propPicture } from '#/client/areas/landing/state/props.ts';
import { revealRow } from '#/client/areas/landing/state/reveal.ts';

// imported one by one, so that this page does not contain the addresses of all pictures
const CRATE = { avif: crateAvif, webp: crateWebp, widthPx: 900, heightPx: 900 };

/** The picture of a prize of each rarity. */
const PRIZES: Record<Rarity, string> = {
  simple: 'jerrycan',
  common: 'boombox',
  improved: 'turbo',
  rare: 'safe',
  legendary: 'gold',
  epic: 'car',
};

/** Presents the cases, with a link to them. */
export function CasesTeaser() {
  const { t } = useTranslation('landing');
  const isSignedIn = useSignedIn();
  const to = (path: string) => inLocale(pageConfig.locale, path);
  return (
    <section id="cases" className={styles.section} aria-labelledby="cases-title">
      <div className={`wrap ${styles.content}`} ref={revealRow}>
        <div className={styles.crate}>
          <Picture files={CRATE} loading="lazy" decoding="async" />
        </div>
        <div className={styles.text}>
          <SectionHeading id="cases-title" kicker={t('cases.kicker')} title={t('cases.title')} />
          <p className={styles.lead}>{t('cases.lead')}</p>
          <ul className={styles.promises}>
            {(['odds', 'kept', 'coupon'] as const).map((promise) => (
              <li key={promise}>
                <Icon name="check" />
                {t(`cases.${promise}`)}
              </li>
            ))}
          </ul>
          <div className={styles.actions}>
            <ButtonLink
              to={to(isSignedIn ? paths.donateTab('cases') : paths.signUp)}
              variant="secondary"
              icon={isSignedIn ? 'case' : 'unlock'}
            >
              {t(isSignedIn ? 'cases.shop' : 'cases.signedOut')}
            </ButtonLink>
            {isSignedIn && (
              <ButtonLink to={to(paths.inventory)} variant="quiet">
                {t('cases.signedIn')}
              </ButtonLink>
            )}
          </div>
        </div>
        <ul className={styles.rarities} aria-label={t('cases.rarities')}>
          {RARITIES.toReversed().map((rarity) => (
            <li key={rarity} className={styles.prize} data-rarity={rarity}>
              <Picture files={propPicture(PRIZES[rarity])} loading="lazy" decoding="async" />
              <b>{t(`cases.prize.${rarity}`)}</b>
              <RarityMark rarity={rarity} label={t(`cases.rarity.${rarity}`)} />
            </li>
          ))}
        </ul>
      </div>
      <WonPrizes />
    </section>
  );
}
