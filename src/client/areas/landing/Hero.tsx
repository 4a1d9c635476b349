import { useTranslation } from 'react-i18next';
import { formatNumber } from '#/client/platform/i18n/formatNumber.ts';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { inLocale, paths } from '#/client/platform/navigation/paths.ts';
import { HeroScene } from '#/client/stage/index.ts';
import { StreetPicture } from '#/client/platform/media/StreetPicture.tsx';
import { ButtonLink } from '#/client/ui/inputs/Button.tsx';
import { Skeleton } from '#/client/ui/feedback/Skeleton.tsx';
import { useSignedIn } from '#/client/domain/queries/player.ts';
import { useTicking } from '#/client/ui/display/useTicking.ts';
import styles from './Hero.module.css';
import {
  freeSlots,
  playersOnline,
  standingPeak,
  useServersStatistic,
} from '#/client/areas/landing/state/queries.ts';

/** The first screen: the street at night, the claim, the main link and the players online. */
export function Hero() {
  const { t } = useTranslation('landing');
  const { data } = useServersStatistic();
  const isSignedIn = useSignedIn();
  const to = (path: string) => inLocale(pageConfig.locale, path);
  return (
    <section className={styles.hero}>
      <StreetPicture className={styles.picture} />
      <HeroScene className={styles.picture} />
      <div className={`wrap ${styles.content}`}>
        <p className={`label ${styles.kicker}`}>
          {data ? t('hero.kicker', { count: data.servers.length }) : t('hero.kickerPlain')}
        </p>
        <h1 className={styles.claim}>
          {t('hero.line1')}
          <br />
          {t('hero.line2')}
          <br />
          <em>{t('hero.line3')}</em>
        </h1>
        <p className={styles.lead}>{t('hero.lead')}</p>
        <div className={styles.actions}>
          {isSignedIn ? (
            <ButtonLink to={to(paths.cabinet)} icon="userCircle">
              {t('hero.cabinet')}
            </ButtonLink>
          ) : (
            <ButtonLink to={to(paths.signUp)} icon="play">
              {t('hero.play')}
            </ButtonLink>
          )}
          <ButtonLink to={to(paths.donate)} variant="secondary" icon="shop">
            {t('hero.shop')}
          </ButtonLink>
        </div>
        <Counters />
      </div>
    </section>
  );
}

/**
 * Players online, and beside them the most ever. A peak of the last day is only the present wave, so free slots are
 * shown in its place. Unknown numbers are shown as a dash.
 */
function Counters() {
  const { t } = useTranslation('landing');
  const { data, isError } = useServersStatistic();
  const online = data ? playersOnline(data.servers) : null;
  const isKnown = data !== undefined || isError;
  const peak = data && standingPeak(data);
  const free = data && !peak ? freeSlots(data.servers) : null;
  return (
    <dl className={styles.counters} aria-busy={!isKnown}>
      <div>
        <dt className="label">{t('hero.online')}</dt>
        <dd>
          <span className={styles.lamp} data-lit={online !== null || undefined} />
          {isKnown ? <Count value={online} /> : <Waiting />}
        </dd>
      </div>
      {(!isKnown || peak || free !== null) && (
        <div>
          <dt className="label">{t(peak || !isKnown ? 'hero.record' : 'hero.free')}</dt>
          <dd>{isKnown ? <Count value={peak?.online ?? free} /> : <Waiting />}</dd>
        </div>
      )}
    </dl>
  );
}

function Count({ value }: { value: number | null }) {
  return value === null ? '—' : <Running value={value} />;
}

function Running({ value }: { value: number }) {
  return formatNumber(useTicking(value));
}

const Waiting = () => (
  <span className={styles.figure}>
    <Skeleton height="1em" />
  </span>
);
