import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { drawNo } from '#/contract/fair.ts';
import { formatDateTime } from '#/client/platform/i18n/formatDate.ts';
import styles from './DrawStub.module.css';

interface DrawStubProps {
  caseName: string;
  /** Place of the draw in its epoch, from 0. */
  nonce: number;
}

/** The ticket stub of a prize: its case, the time it was shown and its draw. */
export function DrawStub({ caseName, nonce }: DrawStubProps) {
  const { t } = useTranslation('cases');
  const [seenAt] = useState(() => new Date().toISOString());
  const facts = [
    { what: t('result.case'), value: caseName },
    { what: t('result.when'), value: formatDateTime(seenAt, 'short') },
    { what: t('result.draw'), value: t('result.drawNo', { no: drawNo(nonce) }) },
  ];
  return (
    <dl className={styles.stub}>
      {facts.map(({ what, value }) => (
        <div key={what}>
          <dt>{what}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
