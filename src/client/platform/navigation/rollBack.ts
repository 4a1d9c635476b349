import i18next from 'i18next';
import {
  createPath,
  type createBrowserRouter,
  type DataStrategyFunction,
  type DataStrategyResult,
} from 'react-router-dom';
import { isChunkFailure, leaveForNewRelease } from './chunks.ts';
import { tuning } from '#/client/platform/theme/tuning.ts';
import { notify } from '#/client/ui/feedback/notify.ts';

type SiteRouter = ReturnType<typeof createBrowserRouter>;
interface Navigator {
  state: { initialized: boolean; location: Place; navigation: { location?: Place | undefined } };
  navigate: (to: Place, options: { replace: true; preventScrollReset: true }) => Promise<void>;
}
interface Place {
  pathname: string;
  search: string;
  hash: string;
}

/** Index of the browser's entry in the history, as the router numbers its entries. */
const indexNow = () => (history.state as { idx?: number } | null)?.idx;
/** That of the entry whose page is shown. The browser is ahead of it during a step in the history. */
let shownIndex: number | undefined;

/** Notes where in the history the shown page stands, so that a step from it can be undone. */
export function watchHistory({ subscribe }: Pick<SiteRouter, 'subscribe'>): void {
  shownIndex = indexNow();
  subscribe(({ navigation }) => {
    if (navigation.state === 'idle') shownIndex = indexNow();
  });
}

/**
 * Loads the code and data for a navigation. If that fails, the navigation is undone before it is visible: the page,
 * its address and the typed text stay, and a notice offers to load the wanted page as a new document (E3). The first
 * page of a document cannot be kept and shows its error screen.
 */
export function rollBack(routerOf: () => Navigator): DataStrategyFunction {
  return async ({ matches, request }) => {
    const loaded = await Promise.all(
      matches
        .filter((match) => match.shouldCallHandler())
        .map(async (match) => [match.route.id, await match.resolve()] as const),
    );
    const results = Object.fromEntries(loaded);
    // the router aborts a navigation when a newer one begins; that is not a failure
    if (request.signal.aborted) return results;
    const failed = loaded.map(([, result]) => result).find(hasFailed);
    const router = routerOf();
    const wanted = router.state.navigation.location;
    if (!failed || !wanted || !router.state.initialized) return results;

    const address = createPath(wanted);
    console.error(`${address} could not be shown`, failed.result);
    if (isChunkFailure(failed.result) && (await leaveForNewRelease(address))) return new Promise(() => {});
    notify({
      type: 'error',
      title: i18next.t('common:navigation.failedTitle'),
      description: i18next.t('common:navigation.failedText'),
      action: { label: i18next.t('common:navigation.again'), onClick: () => location.assign(address) },
      holdMs: tuning.dom.failedNavigationMs,
    });
    const back = (shownIndex ?? NaN) - (indexNow() ?? NaN);
    // the entry of the wanted page stays in the history
    if (back) history.go(back);
    else void router.navigate(router.state.location, { replace: true, preventScrollReset: true });
    // a newer navigation has replaced this one
    return new Promise(() => {});
  };
}

// a redirect is thrown as well, but is not a failure
const hasFailed = ({ type, result }: DataStrategyResult) => type === 'error' && !(result instanceof Response);
