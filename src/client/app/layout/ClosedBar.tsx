import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { forgetReopened, takeClosed, useClosing } from '#/client/platform/api/closedParts.ts';
import { useLater } from '#/client/platform/hydration/useLater.ts';
import styles from './ClosedBar.module.css';

const loadLive = () => import('#/client/platform/api/live.ts');

/**
 * Lists the closed parts of the site, and changes while the page is open (O27). The element stands from the beginning,
 * because a screen reader tells only changes of elements that it knows.
 */
export function ClosedBar() {
  const { t } = useTranslation();
  const { closed, isReopened } = useClosing();
  const { pathname } = useLocation();
  const live = useLater(loadLive);
  useEffect(() => live?.listen('closed', takeClosed), [live]);
  useEffect(forgetReopened, [pathname]);
  const isShown = closed.length > 0 || isReopened;
  return (
    <output className={isShown ? styles.bar : undefined}>
      {closed.map((name) => (
        <p key={name}>{t(`closed.${name}`)}</p>
      ))}
      {isReopened && <p>{t('closed.again')}</p>}
    </output>
  );
}
