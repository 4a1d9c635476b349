import i18next from 'i18next';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, ScrollRestoration, useLocation, useMatches } from 'react-router-dom';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { takeOver } from '#/client/platform/hydration/pageData.ts';
import { useHydrated } from '#/client/platform/hydration/useHydrated.ts';
import { holdBack, useLater } from '#/client/platform/hydration/useLater.ts';
import { inLocale, paths } from '#/client/platform/navigation/paths.ts';
import { usePagePart } from '#/client/platform/navigation/pageTitle.ts';
import styles from './Layout.module.css';
import { useConnectionNotice } from './useConnectionNotice.ts';

interface PageHandle {
  title:
    | 'landing:title'
    | 'auth:title'
    | 'auth:verification.title'
    | 'cabinet:title'
    | 'help:title'
    | 'legal:terms.title'
    | 'legal:privacy.title'
    | 'legal:credits.title'
    | 'shop:title'
    | 'shop:checkout.title'
    | 'shop:result.title'
    | 'prize:title'
    | 'common:notFound.title';
  /** Key of the shorter title behind the name of a part. */
  behind?: 'common:nav.shop';
}

const SITE = 'ONE RP';
const loadToasts = () => import('#/client/ui/feedback/Toasts.tsx');

/** The page inside the frame, with what every page has: a title, notices, a scroll position. */
export function ShownPage() {
  const { t } = useTranslation();
  const handle = useMatches().findLast((match) => match.handle)?.handle as PageHandle | undefined;
  const title = handle ? i18next.t(handle.title) : SITE;
  const { part, isWhole } = usePagePart();
  const behind = handle?.behind ? i18next.t(handle.behind) : title;

  useEffect(() => {
    const page = part ? (isWhole ? part : `${part} — ${behind}`) : title;
    document.title = page.includes(SITE) ? page : `${page} — ${SITE}`;
  }, [title, behind, part, isWhole]);

  const isHydrated = useHydrated();
  useEffect(() => {
    if (isHydrated) takeOver();
  }, [isHydrated]);
  useConnectionNotice();
  const notices = useLater(loadToasts);

  return (
    <>
      <Outlet />
      {notices && <notices.Toasts label={t('toast.region')} closeLabel={t('toast.close')} />}
      <ScrollRestoration />
    </>
  );
}

/** Stands in the place of a page whose code is still loading (N19). */
export function AwaitedPage() {
  const { pathname } = useLocation();
  useEffect(holdBack, []);
  const isLanding = pathname === inLocale(pageConfig.locale, paths.landing);
  // a promotion has its place above the header, which would push it down
  return <div className={styles.awaited} data-frameless={isLanding || undefined} />;
}
