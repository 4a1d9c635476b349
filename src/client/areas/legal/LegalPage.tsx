import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDay } from '#/client/platform/i18n/formatDate.ts';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { TERMS_CHANGED } from '#/contract/kernel/limits.ts';
import styles from './LegalPage.module.css';
import { termsNoticesQuery } from './termsNotices.ts';
import { TextPage } from './TextPage.tsx';

const TERMS = [
  'service',
  'account',
  'conduct',
  'coins',
  'payments',
  'refunds',
  'cases',
  'referral',
  'changes',
  'liability',
  'contact',
] as const;
const PRIVACY = ['data', 'purpose', 'cookies', 'sharing', 'term', 'security', 'rights', 'contact'] as const;

/** The section that names the seller; none if the operator does not say. */
function useSeller() {
  const { t } = useTranslation('legal');
  const { seller } = pageConfig;
  return seller ? [{ id: 'seller', title: t('seller.title'), text: t('seller.text', { seller }) }] : [];
}

/** The terms of use (RT7). */
export function TermsPage() {
  const { t } = useTranslation('legal');
  return (
    <LegalText
      title={t('terms.title')}
      lead={t('terms.lead')}
      notices={<TermsNotices />}
      sections={[
        ...useSeller(),
        ...TERMS.map((id) => ({
          id,
          title: t(`terms.sections.${id}.title`),
          text: t(`terms.sections.${id}.text`, { email: pageConfig.supportEmail }),
        })),
      ]}
    />
  );
}

/** Tells readers of the terms what will change in them, and from which day (RT17). */
function TermsNotices() {
  const { t } = useTranslation('legal');
  const { data } = useQuery(termsNoticesQuery);
  return data?.notices.map(({ inForceOn, text }) => (
    <section key={inForceOn + text} className={`cut ${styles.notice}`}>
      <h2>{t('terms.notice', { day: formatDay(inForceOn) })}</h2>
      <p>{text}</p>
    </section>
  ));
}

/** The privacy policy (RT7). */
export function PrivacyPage() {
  const { t } = useTranslation('legal');
  return (
    <LegalText
      title={t('privacy.title')}
      lead={t('privacy.lead')}
      sections={[
        ...useSeller(),
        ...PRIVACY.map((id) => ({
          id,
          title: t(`privacy.sections.${id}.title`),
          text: t(`privacy.sections.${id}.text`, { email: pageConfig.supportEmail }),
        })),
      ]}
    />
  );
}

interface LegalTextProps {
  title: string;
  lead: string;
  notices?: ReactNode;
  /** Each line of a text is a paragraph. */
  sections: readonly { id: string; title: string; text: string }[];
}

function LegalText({ title, lead, notices, sections }: LegalTextProps) {
  const { t } = useTranslation('legal');
  return (
    <TextPage
      title={title}
      lead={lead}
      note={
        <>
          <p className={styles.updated}>{t('updated', { date: formatDay(TERMS_CHANGED) })}</p>
          {notices}
        </>
      }
      contentsLabel={t('contents')}
      contents={[sections]}
    >
      <div className={styles.sections}>
        {sections.map((section) => (
          <section key={section.id} id={section.id} className={styles.section}>
            <h2>{section.title}</h2>
            {section.text.split('\n').map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </section>
        ))}
      </div>
    </TextPage>
  );
}
