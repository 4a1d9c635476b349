import { useTranslation } from 'react-i18next';
import { RoadLine } from '#/client/ui/display/RoadLine.tsx';
import styles from './FairnessPage.module.css';
import { HowItWorks } from './HowItWorks.tsx';
import { ObservedSection } from './ObservedSection.tsx';
import { OwnProgram } from './OwnProgram.tsx';
import { VerifySection } from './VerifySection.tsx';

/** The page where anybody can verify draws in the browser, from public data or from a file (RT12). */
export function FairnessPage() {
  const { t } = useTranslation('fairness');
  return (
    <div className={`wrap ${styles.page}`}>
      <header className={styles.head}>
        <h1>{t('title')}</h1>
        <p>{t('lead')}</p>
      </header>
      <VerifySection />
      <RoadLine />
      <HowItWorks />
      <RoadLine />
      <ObservedSection />
      <RoadLine />
      <OwnProgram />
    </div>
  );
}
