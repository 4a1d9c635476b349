import i18next from 'i18next';
import { createPath, type DataStrategyFunction, type DataStrategyResult } from 'react-router-dom';
import { isChunkFailure, leaveForNewRelease } from './chunks.ts';
import { tuning } from './tuning.ts';
import { notify } from './ui/notify.ts';

interface Navigator {
  state: { initialized: boolean; location: Place; navigation: { location?: Place | undefined } };
  navigate: (to: Place, options: { replace: true; preventScrollReset: true }) => Promise<void>;
}
interface Place {
  pathname: string;
  search: string;
  hash: string;
}

/**
 * Loads what a navigation needs. One that fails is taken back before it is seen: the page and its address stay, with
 * all that was typed, and a notice offers to load the wanted page as a new document (E3). A page that is the first of
 * its document has nothing to stay at: it shows its error screen.
 */
export function rollBack(routerOf: () => Navigator): DataStrategyFunction {
  return async ({ matches }) => {
    const loaded = await Promise.all(
      matches
        .filter((match) => match.shouldCallHandler())
        .map(async (match) => [match.route.id, await match.resolve()] as const),
    );
    const results = Object.fromEntries(loaded);
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
    void router.navigate(router.state.location, { replace: true, preventScrollReset: true });
    // the navigation above has taken its place
    return new Promise(() => {});
  };
}

/** A redirect is thrown as well, and is none. */
const hasFailed = ({ type, result }: DataStrategyResult) => type === 'error' && !(result instanceof Response);
