import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../formatNumber.ts';
import { pageConfig } from '../pageConfig.ts';
import { inLocale, paths } from '../paths.ts';
import { readToken } from '../session.ts';
import { StreetPicture } from '../StreetPicture.tsx';
import { ButtonLink } from '../ui/Button.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import styles from './Hero.module.css';
import { playersOnline, serversStatisticQuery } from './queries.ts';

/** The street at night, the claim, and the way in. */
export function Hero() {
  const { t } = useTranslation('landing');
  const { data: servers } = useQuery(serversStatisticQuery);
  const to = (path: string) => inLocale(pageConfig.locale, path);
  return (
    <section className={styles.hero}>
      <StreetPicture className={styles.picture} />
      <div className={`wrap ${styles.content}`}>
        <p className={`label ${styles.kicker}`}>
          {servers ? t('hero.kicker', { count: servers.length }) : t('hero.kickerPlain')}
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
          {readToken() ? (
            <ButtonLink to={to(paths.cabinet)} icon="userCircle">
              {t('hero.cabinet')}
            </ButtonLink>
          ) : (
            <ButtonLink to={to(paths.signUp)} icon="play">
              {t('hero.play')}
            </ButtonLink>
          )}
          <ButtonLink to={to(paths.servers)} variant="secondary" icon="server">
            {t('hero.servers')}
          </ButtonLink>
        </div>
        <Counters />
      </div>
    </section>
  );
}

const Figure = () => (
  <span className={styles.figure}>
    <Skeleton height="1em" />
  </span>
);

function Counters() {
  const { t } = useTranslation('landing');
  const { data: servers, isError } = useQuery(serversStatisticQuery);
  if (isError) return null;
  return (
    <dl className={styles.counters} aria-busy={!servers}>
      <div>
        <dt className="label">{t('hero.online')}</dt>
        <dd>
          <span className={styles.lamp} />
          {servers ? formatNumber(playersOnline(servers)) : <Figure />}
        </dd>
      </div>
      <div>
        <dt className="label">{t('hero.serversUp')}</dt>
        <dd>
          {servers ? `${servers.filter(({ isOnline }) => isOnline).length} / ${servers.length}` : <Figure />}
        </dd>
      </div>
    </dl>
  );
}
