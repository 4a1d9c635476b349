import { useTranslation } from 'react-i18next';

/** Texts of a list that loads page by page. */
export function usePagedLabels() {
  const { t } = useTranslation('operator');
  return {
    loading: t('loading'),
    retry: t('retry'),
    failed: t('failed'),
    failedText: t('failedText'),
    more: t('list.more'),
    moreFailed: t('list.moreFailed'),
    complete: t('list.complete'),
  };
}
