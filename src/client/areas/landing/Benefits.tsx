import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import vaultAvif from '#assets/cabinet/vault-1600.avif';
import vaultWebp from '#assets/cabinet/vault-1600.webp';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { inLocale, paths } from '#/client/platform/navigation/paths.ts';
import { Accordion } from '#/client/ui/navigation/Accordion.tsx';
import { SectionHeading } from '#/client/ui/display/SectionHeading.tsx';
import { TextLink } from '#/client/ui/navigation/TextLink.tsx';
import styles from './Benefits.module.css';
import { revealRow } from '#/client/areas/landing/state/reveal.ts';
import { SceneFrame } from './SceneFrame.tsx';

const VAULT = { avif: vaultAvif, webp: vaultWebp, widthPx: 1600, heightPx: 640 };

const NAMES = ['fair', 'kept', 'price', 'safe', 'friends'] as const;

/** The promises of the site, one at a time (L8). */
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
      <div className="wrap">
        <SectionHeading id="benefits-title" kicker={t('benefits.kicker')} title={t('benefits.title')} />
        <div className={styles.board} ref={revealRow}>
          <SceneFrame picture={VAULT} className={styles.vault}>
            <p className={styles.lead}>{t('benefits.lead')}</p>
          </SceneFrame>
          <Accordion items={items} defaultValue="fair" />
        </div>
      </div>
    </section>
  );
}
