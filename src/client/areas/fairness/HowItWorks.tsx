import { useTranslation } from 'react-i18next';
import { SectionHeading } from '#/client/ui/display/SectionHeading.tsx';
import styles from './HowItWorks.module.css';

const STEPS = ['commit', 'seed', 'ticket', 'prize', 'reveal'] as const;
const LIMITS = ['worth', 'odds', 'luck', 'server'] as const;

/** Explains how a prize is decided, and what the checks do not prove. */
export function HowItWorks() {
  const { t } = useTranslation('fairness');
  return (
    <>
      <section aria-labelledby="how-title">
        <SectionHeading id="how-title" title={t('how.title')}>
          {t('how.wheel')}
        </SectionHeading>
        <ol className={styles.steps}>
          {STEPS.map((step) => (
            <li key={step} className="cut">
              <h3>{t(`how.steps.${step}.title`)}</h3>
              <p>{t(`how.steps.${step}.text`)}</p>
            </li>
          ))}
        </ol>
      </section>
      <section aria-labelledby="limits-title">
        <SectionHeading id="limits-title" title={t('limits.title')} />
        <ul className={styles.limits}>
          {LIMITS.map((limit) => (
            <li key={limit}>{t(`limits.${limit}`)}</li>
          ))}
        </ul>
      </section>
    </>
  );
}
