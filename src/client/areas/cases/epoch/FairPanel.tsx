import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { laterPart } from '#/client/platform/hydration/laterPart.tsx';
import { Icon } from '#/client/ui/display/Icon.tsx';
import { Loading } from '#/client/ui/feedback/Loading.tsx';
import { Skeleton } from '#/client/ui/feedback/Skeleton.tsx';
import styles from './FairPanel.module.css';

const [FairContent, fetchFairContent] = laterPart(
  async () => (await import('./FairContent.tsx')).FairContent,
);
const fetchAhead = () => void fetchFairContent();

/** A folded panel below a case about how its draws are proved fair. What it shows is loaded as it is unfolded. */
export function FairPanel({ caseId }: { caseId: number }) {
  const { t } = useTranslation('cases');
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details
      className={`wrap ${styles.panel}`}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary className={styles.summary} onPointerEnter={fetchAhead} onFocus={fetchAhead}>
        <div>
          <h2>{t('fair.title')}</h2>
          <p>{t('fair.promise')}</p>
        </div>
        <Icon name="caretDown" />
      </summary>
      {isOpen && (
        <div className={styles.content}>
          <Suspense
            fallback={
              <Loading label={t('fair.loading')}>
                <Skeleton height="280px" />
              </Loading>
            }
          >
            <FairContent caseId={caseId} />
          </Suspense>
        </div>
      )}
    </details>
  );
}
