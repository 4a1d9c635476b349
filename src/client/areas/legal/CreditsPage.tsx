import { useTranslation } from 'react-i18next';
import { RoadLine } from '#/client/ui/display/RoadLine.tsx';
import { TextLink } from '#/client/ui/navigation/TextLink.tsx';
import { BUNDLED_LICENCES_URL, credits, type Credit } from './credits.ts';
import styles from './CreditsPage.module.css';

const SECTIONS = ['pictures', 'fonts', 'icons', 'sound', 'libraries'] as const;

/** Lists the works of others that the site uses, with their licences: fonts, icons, samples, libraries. */
export function CreditsPage() {
  const { t } = useTranslation('legal');
  return (
    <article className={`wrap ${styles.page}`}>
      <header className={styles.head}>
        <h1>{t('credits.title')}</h1>
        <p>{t('credits.lead')}</p>
      </header>
      {SECTIONS.map((id) => (
        <section key={id} className={styles.section} aria-labelledby={id}>
          <RoadLine />
          <div className={styles.about}>
            <h2 id={id}>{t(`credits.sections.${id}.title`)}</h2>
            <p>{t(`credits.sections.${id}.text`)}</p>
            {id === 'libraries' && (
              <TextLink to={BUNDLED_LICENCES_URL} reloadDocument>
                {t('credits.allLicences')}
              </TextLink>
            )}
          </div>
          <ul className={styles.names}>
            {credits[id].map((credit) => (
              <CreditLine key={credit.name} {...credit} />
            ))}
          </ul>
        </section>
      ))}
    </article>
  );
}

function CreditLine({ name, url, author, licence, licenceUrl }: Credit) {
  const { t } = useTranslation('legal');
  return (
    <li>
      <span className={styles.name}>
        <TextLink to={url}>{name}</TextLink>
      </span>
      <span className={styles.author}>
        <span className="unseen">{t('credits.author')}: </span>
        {author}
      </span>
      <span className={styles.licence}>
        <TextLink to={licenceUrl} reloadDocument>
          <span className="unseen">{t('credits.licence')}: </span>
          {licence}
        </TextLink>
      </span>
    </li>
  );
}
