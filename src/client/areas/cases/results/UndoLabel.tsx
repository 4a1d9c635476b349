import { useTranslation } from 'react-i18next';

/**
 * The label of a button that undoes an exchange, with the remaining time. The time is hidden from screen readers,
 * which would read the button again each second.
 */
export function UndoLabel({ seconds }: { seconds: number }) {
  const { t } = useTranslation('cases');
  return (
    <span>
      {t('coupons.undo')} <span aria-hidden>{t('coupons.undoSeconds', { seconds })}</span>
    </span>
  );
}
