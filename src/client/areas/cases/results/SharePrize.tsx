import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Coupon } from '#/contract/cases.ts';
import { laterPart } from '#/client/platform/hydration/laterPart.tsx';
import { loadTexts } from '#/client/platform/i18n/i18n.ts';
import styles from './DrawLink.module.css';

const [ShareDialog, fetchDialog] = laterPart(
  async () => {
    const [part] = await Promise.all([import('./ShareDialog.tsx'), loadTexts('prize')]);
    return part.ShareDialog;
  },
  { isOpen: () => true, close: ({ onClose }) => onClose() },
);

/** The button that opens the ways to share a prize (C14). */
export function SharePrize({ coupon }: { coupon: Coupon & { sharedCode?: string | undefined } }) {
  const { t } = useTranslation('cases');
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={styles.link}
        aria-label={t('share.named', { name: coupon.name })}
        aria-haspopup="dialog"
        onPointerEnter={() => void fetchDialog()}
        onClick={() => setIsOpen(true)}
      >
        {t('share.button')}
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <ShareDialog coupon={coupon} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
