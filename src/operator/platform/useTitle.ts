import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';

/** Sets the title of the browser tab. */
export function useTitle(part: string): void {
  const { t } = useTranslation('operator');
  const title = `${part} — ${t('title')}`;
  useEffect(() => {
    document.title = title;
  }, [title]);
}
