import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import type { NewsEntry } from '#/contract/landing.ts';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { useHydrated } from '#/client/platform/hydration/useHydrated.ts';
import { formatDay } from '#/client/platform/i18n/formatDate.ts';
import { inLocale, paths } from '#/client/platform/navigation/paths.ts';
import { Loading } from '#/client/ui/feedback/Loading.tsx';
import { Icon } from '#/client/ui/display/Icon.tsx';
import { Picture } from '#/client/ui/display/Picture.tsx';
import { SectionHeading } from '#/client/ui/display/SectionHeading.tsx';
import { Skeleton } from '#/client/ui/feedback/Skeleton.tsx';
import styles from './News.module.css';
import { scenePicture } from '#/client/areas/landing/state/props.ts';
import { landingDataQuery } from '#/client/areas/landing/state/queries.ts';
import { revealRow } from '#/client/areas/landing/state/reveal.ts';

/** The news: the latest one large, the others in a list. Nothing is shown if there are none. */
export function News() {
  const { t } = useTranslation('landing');
  const { data, isError } = useQuery(landingDataQuery);
  if (isError || data?.news.length === 0) return null;
  const [latest, ...rest] = data?.news ?? [];
  return (
    <section id="news" className={styles.section} aria-labelledby="news-title">
      <div className="wrap">
        <SectionHeading id="news-title" kicker={t('news.kicker')} title={t('news.title')} />
        {latest ? (
          <div className={styles.news} ref={revealRow}>
            <Paper entry={latest} />
            {rest.length > 0 && (
              <ol className={styles.list}>
                {rest.map((entry) => (
                  <Entry key={entry.id} entry={entry} />
                ))}
              </ol>
            )}
          </div>
        ) : (
          <Loading className={styles.news} label={t('news.loading')}>
            <Skeleton height="320px" />
            <Skeleton height="320px" />
          </Loading>
        )}
      </div>
    </section>
  );
}

function Paper({ entry: { id, publishedOn, title, text } }: { entry: NewsEntry }) {
  const { t } = useTranslation('landing');
  return (
    <article id={anchorOf(id)} className={styles.paper}>
      <header className={styles.masthead}>
        <span>{t('news.masthead')}</span>
        <time className="label" dateTime={publishedOn}>
          {formatDay(publishedOn)}
        </time>
      </header>
      <div className={styles.photo}>
        <Picture files={scenePicture('patrol')} loading="lazy" decoding="async" />
      </div>
      <h3>
        <Link to={addressOf(id)}>{title}</Link>
      </h3>
      <p>{text}</p>
    </article>
  );
}

/** An entry with an address of its own, which opens it: before, only the beginning of its text is shown. A second press closes it. */
function Entry({ entry: { id, publishedOn, title, text } }: { entry: NewsEntry }) {
  const isHydrated = useHydrated();
  const { hash } = useLocation();
  const isOpen = isHydrated && hash === `#${anchorOf(id)}`;
  return (
    <li>
      <article id={anchorOf(id)} className={styles.entry} data-open={isOpen || undefined}>
        <time className="label" dateTime={publishedOn}>
          {formatDay(publishedOn)}
        </time>
        <h3>
          <Link to={isOpen ? CLOSED : addressOf(id)} preventScrollReset aria-expanded={isOpen}>
            {title}
            <Icon name="caretDown" />
          </Link>
        </h3>
        <p>{text}</p>
      </article>
    </li>
  );
}

const CLOSED = inLocale(pageConfig.locale, paths.landing);
const anchorOf = (id: string) => `news-${id}`;
const addressOf = (id: string) => inLocale(pageConfig.locale, `${paths.landing}#${anchorOf(id)}`);
