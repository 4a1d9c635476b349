import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { momentText } from '#/client/platform/i18n/momentText.ts';
import styles from './DrawStub.module.css';

interface DrawStubProps {
  caseName: string;
  /** Number of the draw in its series. */
  nonce: number;
}

/** The stub of the ticket that a prize was drawn with: of which case, when it was seen and by which draw. */
export function DrawStub({ caseName, nonce }: DrawStubProps) {
  const { t } = useTranslation('cases');
  const [seenAt] = useState(() => new Date().toISOString());
  const facts = [
    { what: t('result.case'), value: caseName },
    { what: t('result.when'), value: momentText(seenAt, 'short') },
    { what: t('result.draw'), value: `№ ${nonce}` },
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
