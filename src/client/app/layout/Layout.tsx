import { CSPProvider } from '@base-ui/react/csp-provider';
import { useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useLocation } from 'react-router-dom';
import type { PageConfig } from '#/contract/page.ts';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { useLater } from '#/client/platform/hydration/useLater.ts';
import { ClosedBar } from './ClosedBar.tsx';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import styles from './Layout.module.css';

const loadPreviewBar = () => import('./PreviewBar.tsx');

/** The frame of every page: header, footer, and the way of the focus from page to page. */
export function Layout() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  const shownPath = useRef(pathname);
  // moves the focus to the new page for screen readers; later a first popup of the page may have it
  useLayoutEffect(() => {
    if (shownPath.current !== pathname) main.current?.focus({ preventScroll: true });
    shownPath.current = pathname;
  }, [pathname]);

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
        {pageConfig.preview && <Preview preview={pageConfig.preview} />}
      </div>
    </CSPProvider>
  );
}

function Preview({ preview }: { preview: NonNullable<PageConfig['preview']> }) {
  const part = useLater(loadPreviewBar, true);
  return part && <part.PreviewBar {...preview} />;
}

// tabs use the hash, so the link moves the focus itself
function skipTo(event: React.MouseEvent, main: HTMLElement | null): void {
  event.preventDefault();
  main?.focus();
}
