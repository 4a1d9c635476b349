import { CSPProvider } from '@base-ui/react/csp-provider';
import i18next from 'i18next';
import { lazy, Suspense, useEffect, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, ScrollRestoration, useLocation, useMatches } from 'react-router-dom';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { ClosedBar } from './ClosedBar.tsx';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import styles from './Layout.module.css';
import { takeOver } from '#/client/platform/hydration/pageData.ts';
import { usePagePart } from '#/client/platform/navigation/pageTitle.ts';
import { useConnectionNotice } from './useConnectionNotice.ts';
import { useHydrated } from '#/client/platform/hydration/useHydrated.ts';
import { useLater } from '#/client/platform/hydration/useLater.ts';

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
const PreviewBar = lazy(async () => ({ default: (await import('./PreviewBar.tsx')).PreviewBar }));

/** The frame of every page: header, footer, notices, title, scroll position. */
export function Layout() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const handle = useMatches().findLast((match) => match.handle)?.handle as PageHandle | undefined;
  const title = handle ? i18next.t(handle.title) : SITE;
  const main = useRef<HTMLElement>(null);
  const shownPath = useRef(pathname);

  const { part, isWhole } = usePagePart();
  const behind = handle?.behind ? i18next.t(handle.behind) : title;

  useEffect(() => {
    const page = part ? (isWhole ? part : `${part} — ${behind}`) : title;
    document.title = page.includes(SITE) ? page : `${page} — ${SITE}`;
  }, [title, behind, part, isWhole]);

  // moves the focus to the new page for screen readers; later a first popup of the page may have it
  useLayoutEffect(() => {
    if (shownPath.current !== pathname) main.current?.focus({ preventScroll: true });
    shownPath.current = pathname;
  }, [pathname]);

  const isHydrated = useHydrated();
  useEffect(() => {
    if (isHydrated) takeOver();
  }, [isHydrated]);
  useConnectionNotice();
  const notices = useLater(loadToasts);

  return (
    // the content policy forbids style elements
    <CSPProvider disableStyleElements>
      {/* outside the frame, because the hero of the landing page begins at the frame's top */}
      <ClosedBar />
      <div className={styles.page}>
        <a className={styles.skip} href="#main" onClick={(event) => skipTo(event, main.current)}>
          {t('skip')}
        </a>
        <Header />
        <main ref={main} id="main" className={styles.main} tabIndex={-1}>
          <Outlet />
        </main>
        <Footer />
        {pageConfig.preview && (
          <Suspense>
            <PreviewBar {...pageConfig.preview} />
          </Suspense>
        )}
        {notices && <notices.Toasts label={t('toast.region')} closeLabel={t('toast.close')} />}
        <ScrollRestoration />
      </div>
    </CSPProvider>
  );
}

// tabs use the hash, so the link moves the focus itself
function skipTo(event: React.MouseEvent, main: HTMLElement | null): void {
  event.preventDefault();
  main?.focus();
}
