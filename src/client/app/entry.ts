import './fonts.css';
import './tokens.css';
import './global.css';
import { holdInput } from './earlyInput.ts';

/** A picture that takes longer than this does not hold the page up any more, ms. */
const PATIENCE_MS = 2500;

/** The picture that a rendered page opens with has the line to itself; without one there is nothing to wait for. */
async function pictureShown(root: HTMLElement): Promise<void> {
  const picture = root.querySelector<HTMLImageElement>('img[fetchpriority=high]');
  if (!picture) return;
  const isShown = picture
    .decode()
    .catch(() => {})
    .then(frameShown);
  await Promise.race([isShown, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
}

/** A picture that is there is not seen yet: what starts now would come before its first frame. */
const frameShown = () =>
  new Promise<void>((resolve) => void requestAnimationFrame(() => setTimeout(resolve)));

/** What the page needs beyond this file, as the server has noted it: all of it is fetched at once. */
function fetchModules(): void {
  for (const { content } of document.querySelectorAll<HTMLMetaElement>('meta[name=module]')) {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.crossOrigin = '';
    link.href = content;
    document.head.append(link);
  }
}

/** The form of coins says what things cost before all the rest has come. @returns ends that */
async function answerEarly(root: HTMLElement): Promise<() => void> {
  const form = root.querySelector<HTMLFormElement>('form[data-answers]');
  if (!form) return () => {};
  try {
    const { answerCoins } = await import('./shop/answerCoins.ts');
    return answerCoins(form);
  } catch (error) {
    console.error('the form answers later', error);
    return () => {};
  }
}

/** What is run by itself, before what builds on it: taps and scrolling come in between. */
async function runFirst(...parts: (() => Promise<unknown>)[]): Promise<void> {
  for (const part of parts) {
    await part();
    await new Promise((resolve) => setTimeout(resolve));
  }
}

async function start(root: HTMLElement): Promise<void> {
  const handOver = holdInput(root);
  const [stopAnswering] = await Promise.all([answerEarly(root), pictureShown(root)]);
  fetchModules();
  await runFirst(
    () => import('./reactDom.ts'),
    () => import('./i18n.ts'),
  );
  const { takenOver } = await import('./main.tsx');
  await takenOver;
  stopAnswering();
  handOver();
}

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
void start(root);
