import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { pageConfig } from '../pageConfig.ts';
import { inLocale, paths } from '../paths.ts';
import { Accordion } from '../ui/Accordion.tsx';
import { Picture } from '../ui/Picture.tsx';
import { SectionHeading } from '../ui/SectionHeading.tsx';
import { TextLink } from '../ui/TextLink.tsx';
import styles from './Benefits.module.css';
import { propPicture } from './props.ts';
import { revealRow } from './reveal.ts';

const NAMES = ['fair', 'kept', 'price', 'safe', 'friends'] as const;

/** What the site keeps, one promise at a time (L8). */
export function Benefits() {
  const { t } = useTranslation('landing');
  const link = (path: string, text: string) => (
    <TextLink to={inLocale(pageConfig.locale, path)}>{text}</TextLink>
  );
  const more: Partial<Record<(typeof NAMES)[number], ReactNode>> = {
    fair: link(paths.fairness, t('benefits.fair.link')),
    price: link(paths.donate, t('benefits.price.link')),
  };
  const items = NAMES.map((value) => ({
    value,
    title: t(`benefits.${value}.title`),
    content: (
      <>
        <p>{t(`benefits.${value}.text`)}</p>
        {more[value] && <p className={styles.link}>{more[value]}</p>}
      </>
    ),
  }));
  return (
    <section id="benefits" className={styles.section} aria-labelledby="benefits-title">
      <div className={`wrap ${styles.content}`} ref={revealRow}>
        <div className={styles.head}>
          <SectionHeading id="benefits-title" kicker={t('benefits.kicker')} title={t('benefits.title')} />
          <p className={styles.lead}>{t('benefits.lead')}</p>
          <Picture
            className={styles.picture}
            files={propPicture('coupe-bone')}
            loading="lazy"
            decoding="async"
          />
        </div>
        <Accordion items={items} defaultValue="fair" />
      </div>
    </section>
  );
}
