import { useTranslation } from 'react-i18next';
import type { Approval } from '#/contract/operator/people/approvals.ts';
import { Button } from '#/client/ui/inputs/Button.tsx';
import { ActTarget } from '../acts/ActTarget.tsx';
import { Differences } from '../acts/Differences.tsx';
import { useFieldTexts } from '../acts/fieldTexts.ts';
import { StateMark } from '../parts/StateMark.tsx';
import { Time } from '../parts/Time.tsx';
import styles from './Approvals.module.css';

export type Decision = 'approve' | 'decline' | 'withdraw';

const TONES = {
  waiting: 'waits',
  approved: 'good',
  declined: 'bad',
  withdrawn: 'quiet',
  changed: 'bad',
  lapsed: 'quiet',
} as const;

/** What a request asks for, to be read before it is decided: the act, its target and its reason. */
export function ApprovedAct({ approval }: { approval: Approval }) {
  const { known } = useFieldTexts();
  const { act, targetType, targetId, reason } = approval;
  return (
    <p>
      {known(`operator:acts.${act}`) ?? act}: <ActTarget type={targetType} id={targetId} />
      {' · '}
      <q>{reason}</q>
    </p>
  );
}

interface ApprovalCardProps {
  approval: Approval;
  decisions: readonly Decision[];
  onDecide: (approval: Approval, decision: Decision) => void;
}

/** A request for a second person: the asking operator, the act, its reason and its changes. */
export function ApprovalCard({ approval, decisions, onDecide }: ApprovalCardProps) {
  const { t } = useTranslation('operator');
  const { known } = useFieldTexts();
  const { act, asker, targetType, targetId, before, after, reason, state, decidedBy, decision } = approval;
  return (
    <article className={styles.card}>
      <header>
        <h3>
          {asker}: {known(`operator:acts.${act}`) ?? act}
        </h3>
        <StateMark tone={TONES[state]}>{t(`approvals.states.${state}`)}</StateMark>
      </header>
      <p>
        <ActTarget type={targetType} id={targetId} />
        {' · '}
        <Time at={approval.createdAt} />
        {state === 'waiting' && (
          <>
            {' · '}
            {t('approvals.until')} <Time at={approval.expiresAt} />
          </>
        )}
      </p>
      <q>{reason}</q>
      {decidedBy && (
        <p>
          {t('approvals.decidedBy', { name: decidedBy })}
          {decision && <q> {decision}</q>}
        </p>
      )}
      <Differences before={before} after={after} />
      {decisions.length > 0 && (
        <div className={styles.decisions}>
          {decisions.map((one) => (
            <Button
              key={one}
              size="small"
              variant={one === 'approve' ? 'primary' : 'secondary'}
              onClick={() => onDecide(approval, one)}
            >
              {t(`approvals.${one}`)}
            </Button>
          ))}
        </div>
      )}
    </article>
  );
}
