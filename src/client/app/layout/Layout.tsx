import { CSPProvider } from '@base-ui/react/csp-provider';
import { useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useLocation } from 'react-router-dom';
import type { PageConfig } from '#/contract/page.ts';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { useLater } from '#/client/platform/hydration/useLater.ts';
import { focusPlace } from '#/client/platform/navigation/keepFocus.ts';
import { ClosedBar } from './ClosedBar.tsx';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import styles from './Layout.module.css';

const loadPreviewBar = () => import('./PreviewBar.tsx');

/** The frame of every page: header, footer, and the way of the focus from page to page. */
export function Layout() {
  const { t } = useTranslation();
  const { pathname, hash, key } = useLocation();
  const main = useRef<HTMLElement>(null);
  const shown = useRef({ pathname, key });
  // moves the focus to the new page or place for screen readers; later a first popup of the page may have it
  useLayoutEffect(() => {
    const before = shown.current;
    shown.current = { pathname, key };
    if (before.pathname !== pathname) main.current?.focus({ preventScroll: true });
    else if (before.key !== key) focusNamed(hash);
  }, [pathname, hash, key]);

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

/** Gives the focus to the place on this page that a hash names. Most hashes name a tab, which has none. */
function focusNamed(hash: string): void {
  const place = hash && document.getElementById(hash.slice(1));
  if (place) focusPlace(place);
}
