import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Approval } from '#/contract/operator/people/approvals.ts';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import { EmptyState } from '#/client/ui/feedback/EmptyState.tsx';
import { ActDialog } from '../acts/ActDialog.tsx';
import { PageHead } from '../parts/PageHead.tsx';
import { QueryView } from '../parts/QueryView.tsx';
import { ApprovalCard, ApprovedAct, type Decision } from './ApprovalCard.tsx';
import styles from './Approvals.module.css';
import { approvalsQuery } from './approvalsQuery.ts';

const ENDPOINTS = {
  approve: operatorCalls.approve,
  decline: operatorCalls.decline,
  withdraw: operatorCalls.withdraw,
} as const;

/** Acts beyond an operator's limit, which wait for a second person (O5). */
export function ApprovalsPage() {
  const { t } = useTranslation('operator');
  const approvals = useQuery(approvalsQuery);
  const [deciding, setDeciding] = useState<{ approval: Approval; decision: Decision }>();
  const decide = (approval: Approval, decision: Decision) => setDeciding({ approval, decision });
  return (
    <>
      <PageHead title={t('approvals.title')} lead={t('approvals.lead')} />
      <QueryView query={approvals}>
        {({ toDecide, own }) => (
          <>
            <section className={styles.section}>
              <h2>{t('approvals.toDecide')}</h2>
              {toDecide.length === 0 ? (
                <EmptyState icon="checkCircle" title={t('approvals.none')} text={t('approvals.noneText')} />
              ) : (
                toDecide.map((approval) => (
                  <ApprovalCard
                    key={approval.id}
                    approval={approval}
                    decisions={['approve', 'decline']}
                    onDecide={decide}
                  />
                ))
              )}
            </section>
            {own.length > 0 && (
              <section className={styles.section}>
                <h2>{t('approvals.own')}</h2>
                {own.map((approval) => (
                  <ApprovalCard
                    key={approval.id}
                    approval={approval}
                    decisions={approval.state === 'waiting' ? ['withdraw'] : []}
                    onDecide={decide}
                  />
                ))}
              </section>
            )}
          </>
        )}
      </QueryView>
      {deciding && (
        <ActDialog
          plan={{
            endpoint: ENDPOINTS[deciding.decision],
            input: { params: { id: String(deciding.approval.id) }, body: {} },
          }}
          title={t(`approvals.${deciding.decision}Title`, { asker: deciding.approval.asker })}
          label={t(`approvals.${deciding.decision}`)}
          done={t(`approvals.${deciding.decision}Done`)}
          onClose={() => setDeciding(undefined)}
        >
          <ApprovedAct approval={deciding.approval} />
        </ActDialog>
      )}
    </>
  );
}
