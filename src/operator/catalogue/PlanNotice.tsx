import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isErrorCode } from '#/contract/kernel/errors.ts';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import type { ShownDraft } from '#/contract/operator/catalogue/revisions.ts';
import { errorText } from '#/client/platform/i18n/errorText.ts';
import { formatDateTime } from '#/client/platform/i18n/formatDate.ts';
import { Button } from '#/client/ui/inputs/Button.tsx';
import { ActDialog } from '../acts/ActDialog.tsx';
import { useMay } from '../platform/session.ts';
import { draftQuery } from './catalogueQueries.ts';
import styles from './Catalogue.module.css';

/** Tells when a draft will be published and offers to call that off, or tells why it was not published. */
export function PlanNotice({ head: { id, version, plan } }: { head: ShownDraft }) {
  const { t } = useTranslation('operatorCatalogue');
  const mayPublish = useMay('catalogue.publish');
  const [isCallingOff, setIsCallingOff] = useState(false);
  const client = useQueryClient();
  if (!plan) return null;
  const at = formatDateTime(plan.at);
  if (plan.failure !== null) {
    const why = errorText(isErrorCode(plan.failure) ? plan.failure : 'internal');
    return (
      <p className={styles.notice} role="alert">
        {t('plan.failed', { at, why })}
      </p>
    );
  }
  return (
    <div className={styles.notice}>
      <p>
        {t('plan.waits', { at, by: plan.by })}
        <span className={styles.below}>{plan.reason}</span>
      </p>
      {mayPublish && (
        <Button variant="secondary" size="small" onClick={() => setIsCallingOff(true)}>
          {t('plan.off')}
        </Button>
      )}
      {isCallingOff && (
        <ActDialog
          plan={{
            endpoint: operatorCalls.unplanDraft,
            input: { params: { id: String(id) }, body: { version } },
          }}
          title={t('plan.offTitle', { no: id })}
          label={t('plan.off')}
          done={t('plan.offDone')}
          onClose={() => setIsCallingOff(false)}
          onDone={() => void client.invalidateQueries({ queryKey: draftQuery(String(id)).queryKey })}
        />
      )}
    </div>
  );
}
