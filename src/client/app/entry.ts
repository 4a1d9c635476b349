import '../platform/theme/fonts.css';
import '../platform/theme/tokens.css';
import '../platform/theme/global.css';
import '../platform/hydration/layOut.css';
import '../platform/hydration/startFailure.css';
import { MODULE_META_NAME } from '#/contract/kernel/pageNames.ts';
import { windowStorage } from '#/client/platform/api/browserStorage.ts';
import { holdInput } from '#/client/platform/hydration/earlyInput.ts';
import { layOutNext, layOutOnInput } from '#/client/platform/hydration/layOut.ts';
import { showStartFailure } from '#/client/platform/hydration/startFailure.ts';
import { loadFormatsAhead } from '#/client/platform/i18n/formatsAhead.ts';
import { reloadOnce } from '#/client/platform/navigation/chunks.ts';

/** Time after which a loading picture no longer delays the code, in ms. */
const PATIENCE_MS = 2500;
/** Files that are asked for in one task. More would delay the answer to a tap on a slow phone. */
const REQUESTS_AT_ONCE = 2;

/**
 * Lets the browser handle taps and scrolling. A page in the background has none, and browsers delay its timers by a
 * second.
 */
async function taskEnded(): Promise<void> {
  if (!document.hidden) await new Promise((resolve) => void setTimeout(resolve));
}

/**
 * Waits for the picture at the top of a rendered page, so that it gets the whole bandwidth. Returns at once if the
 * page has none.
 */
async function pictureShown(root: HTMLElement): Promise<void> {
  const picture = root.querySelector<HTMLImageElement>('img[fetchpriority=high]');
  if (!picture) return;
  const isShown = picture
    .decode()
    .catch(() => {})
    .then(frameShown);
  await Promise.race([isShown, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
}

/** Waits for the next frame: a loaded picture is not painted yet, and code that starts now would delay that. */
const frameShown = () =>
  new Promise<void>((resolve) => void requestAnimationFrame(() => setTimeout(resolve)));

/** Starts to fetch everything that the page needs beyond this file, as the server listed it, a few files at a time. */
async function fetchModules(): Promise<void> {
  const files = [...document.querySelectorAll<HTMLMetaElement>(`meta[name=${MODULE_META_NAME}]`)];
  for (const [place, { content }] of files.entries()) {
    if (place % REQUESTS_AT_ONCE === 0) await taskEnded();
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.crossOrigin = '';
    link.href = content;
    document.head.append(link);
  }
}

/**
 * Hides a promotion that the visitor closed in this session, before React knows of it (L5; the key is that of
 * `usePromo`).
 */
function hideClosedPromo(root: HTMLElement): void {
  const strip = root.querySelector<HTMLElement>('[data-promo]');
  if (!strip || windowStorage.getItem('promoBannerClosed') === null) return;
  strip.hidden = true;
  strip.removeAttribute('data-promo');
}

/** Makes the form of coins show prices before the rest of the code is loaded. @returns a function that ends this */
async function answerEarly(root: HTMLElement): Promise<() => void> {
  const form = root.querySelector<HTMLFormElement>('form[data-answers]');
  if (!form) return () => {};
  try {
    const { answerCoins } = await import('#/client/areas/shop/coins/answerCoins.ts');
    return answerCoins(form);
  } catch (error) {
    console.error('the form answers later', error);
    return () => {};
  }
}

/** Modules that are run one by one before those that import them, so that taps and scrolling are handled in between. */
async function runFirst(...parts: (() => Promise<unknown>)[]): Promise<void> {
  for (const part of parts) {
    await part();
    await taskEnded();
  }
}

/** Shows decoration, such as the grain over the page. Its pictures are fetched now, after what is needed (global.css). */
function decorate(): void {
  delete document.documentElement.dataset['undecorated'];
}

async function start(root: HTMLElement): Promise<void> {
  layOutOnInput();
  hideClosedPromo(root);
  const handOver = holdInput(root);
  const [stopAnswering] = await Promise.all([answerEarly(root), pictureShown(root)]);
  // before the code, because painting the whole page would delay it later
  if (root.childElementCount > 0) decorate();
  await fetchModules();
  // with the fallback fonts it would be laid out twice
  void document.fonts.ready.then(frameShown).then(layOutNext);
  loadFormatsAhead(document.documentElement.lang);
  await runFirst(
    () => import('#/client/platform/hydration/reactDom.ts'),
    () => import('#/client/platform/api/pageConfig.ts'),
    () => import('#/client/platform/i18n/i18n.ts'),
  );
  const { started, takenOver } = await import('./main.tsx');
  await started;
  await takenOver;
  stopAnswering();
  handOver();
  decorate();
}

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
void start(root).catch(async (error: unknown) => {
  console.error('the page did not start', error);
  // presses stay held: a released one could make the browser send a form, with its fields in the address
  if (!(await reloadOnce())) showStartFailure();
});
