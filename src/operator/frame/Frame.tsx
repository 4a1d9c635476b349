import { CSPProvider } from '@base-ui/react/csp-provider';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, ScrollRestoration, useLocation } from 'react-router-dom';
import { Spinner } from '#/client/ui/display/Spinner.tsx';
import { Toasts } from '#/client/ui/feedback/Toasts.tsx';
import { SignInPage } from '../entrance/SignInPage.tsx';
import { QueryView } from '../parts/QueryView.tsx';
import { sessionQuery } from '../platform/session.ts';
import { noteSessionLost } from '../platform/sessionLost.ts';
import { useShortcuts } from '../platform/shortcuts.ts';
import { gradeOf, type OperatorRole } from '#/contract/operator/people/permissions.ts';
import { ClosedBanner } from './ClosedBanner.tsx';
import { ConnectionBar } from './ConnectionBar.tsx';
import { ForbiddenPage } from './ForbiddenPage.tsx';
import styles from './Frame.module.css';
import { KeyboardHelp } from './KeyboardHelp.tsx';
import { PAGES } from './pages.ts';
import { ProofDialog } from './ProofDialog.tsx';
import { Rail } from './Rail.tsx';
import { SignInAgain } from './SignInAgain.tsx';
import { TopBar } from './TopBar.tsx';

/** The frame of every page. A visitor who is not signed in sees the sign-in page at the same address. */
export function Frame() {
  const { t } = useTranslation(['operator', 'common']);
  const session = useQuery(sessionQuery);
  const operator = session.data?.operator;
  /** Id of the operator whose pages are open. The pages stay open with their input when the session ends (O30). */
  const [ownerId, setOwnerId] = useState<number>();
  if (ownerId === undefined && operator) setOwnerId(operator.id);

  useEffect(() => {
    if (ownerId === undefined || operator === undefined) return;
    if (operator === null) noteSessionLost();
    // another operator has signed in on another tab: nothing on this page may be sent in their name
    else if (operator.id !== ownerId) location.reload();
  }, [operator, ownerId]);

  return (
    // the content policy forbids style elements
    <CSPProvider disableStyleElements>
      {session.isPending ? (
        <div className={styles.waiting}>
          <Spinner />
          <span className="unseen">{t('loading')}</span>
        </div>
      ) : session.data ? (
        operator || ownerId !== undefined ? (
          <SignedIn role={operator?.role} />
        ) : (
          <SignInPage />
        )
      ) : (
        <main className={styles.waiting}>
          <QueryView query={session}>{() => null}</QueryView>
        </main>
      )}
      <Toasts label={t('common:toast.region')} closeLabel={t('common:toast.close')} />
    </CSPProvider>
  );
}

/** @param role undefined while the session is lost; the open page stays open */
function SignedIn({ role }: { role: OperatorRole | undefined }) {
  const { t } = useTranslation('operator');
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  const shownPath = useRef(pathname);
  const [isHelpOpen, setIsHelpOpen] = useState(false);
  useShortcuts(useMemo(() => ({ '?': () => setIsHelpOpen(true) }), []));

  // moves the focus to the new page for screen readers
  useLayoutEffect(() => {
    if (shownPath.current !== pathname) main.current?.focus({ preventScroll: true });
    shownPath.current = pathname;
  }, [pathname]);

  return (
    <div className={styles.frame}>
      <a className={styles.skip} href="#main">
        {t('skip')}
      </a>
      <TopBar onHelp={() => setIsHelpOpen(true)} />
      <aside className={styles.rail}>
        <Rail />
      </aside>
      <main ref={main} id="main" tabIndex={-1} className={styles.main}>
        <ConnectionBar />
        <ClosedBanner />
        {role === undefined || maySee(role, pathname) ? <Outlet /> : <ForbiddenPage />}
      </main>
      <ProofDialog />
      <SignInAgain />
      {isHelpOpen && <KeyboardHelp onClose={() => setIsHelpOpen(false)} />}
      <ScrollRestoration />
    </div>
  );
}

/**
 * Whether a role may see the page of an address. Unknown addresses count as visible; the routes then show
 * NotFoundPage.
 */
function maySee(role: OperatorRole, pathname: string): boolean {
  const page = PAGES.find(({ to }) => pathname === to || (to !== '/' && pathname.startsWith(`${to}/`)));
  return page === undefined || gradeOf(role, page.needs) !== 'no';
}
