import './fonts.css';
import './tokens.css';
import './global.css';

/** A picture that takes longer than this does not hold the page up any more, ms. */
const PATIENCE_MS = 2500;

/** The picture that a rendered page opens with has the line to itself; without one there is nothing to wait for. */
async function pictureShown(): Promise<void> {
  const picture = document.querySelector<HTMLImageElement>('#root img[fetchpriority=high]');
  if (!picture || picture.complete) return;
  await new Promise((resolve) => {
    picture.addEventListener('load', resolve);
    picture.addEventListener('error', resolve);
    setTimeout(resolve, PATIENCE_MS);
  });
}

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

void pictureShown().then(() => {
  fetchModules();
  return import('./main.tsx');
});
