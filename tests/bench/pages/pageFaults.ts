import type { CDPSession, Page } from 'playwright';

/** Ratio by which the sides of a picture may differ from those of its file. */
const MOST_DISTORTION = 0.05;
const VAGUE =
  /^(click here|click this|go|here|this|start|right here|more|learn more|тут|здесь|тыц|ещё|подробнее|далее)$/i;

/** Issues that are only advice. */
const HINTS = new Set(['LazyLoadImageIssue', 'PerformanceIssue']);

/** Collects what the browser itself complains of: deprecated features, refused cookies and content, failed requests. */
export async function watchIssues(page: Page, session: CDPSession): Promise<string[]> {
  const issues: string[] = [];
  session.on('Audits.issueAdded', ({ issue }) => {
    if (!HINTS.has(issue.code)) issues.push(`issue ${issue.code}`);
  });
  await session.send('Audits.enable');
  page.on('console', (message) => {
    if (message.type() === 'error') issues.push(`console: ${message.text()}`);
  });
  page.on('pageerror', ({ message }) => issues.push(`error: ${message}`));
  const site = new Set<string>();
  page.on('request', (request) => {
    const { protocol, host } = new URL(request.url());
    if (!protocol.startsWith('http')) return;
    site.add(host);
    if (site.size > 1) issues.push(`asks ${host}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) issues.push(`${response.status()} ${response.url()}`);
  });
  return issues;
}

/**
 * What else Lighthouse 12 asks of a page for "best practices" and "SEO", besides what axe, the console and the
 * browser's own issues tell.
 */
export async function pageFaults(page: Page): Promise<string[]> {
  const faults = await page.evaluate(
    ({ mostDistortion, vague, vagueFlags }) => {
      const found: string[] = [];
      const expectThat = (holds: boolean, fault: string) => void (holds || found.push(fault));
      const content = (selector: string) =>
        document.querySelector<HTMLMetaElement>(selector)?.content.trim() ?? '';
      const viewport = content('meta[name=viewport]');
      expectThat(document.compatMode === 'CSS1Compat', 'no doctype');
      expectThat(document.characterSet === 'UTF-8', 'no charset');
      expectThat(/width=device-width/.test(viewport), 'no viewport for a phone');
      expectThat(!/user-scalable=no|maximum-scale=[0-4]/.test(viewport), 'cannot be zoomed');
      // the root clips what sticks out and never says that it is wider
      expectThat(document.body.scrollWidth <= innerWidth, 'wider than its screen');
      expectThat(document.title.trim() !== '', 'no title');
      expectThat(content('meta[name=description]') !== '', 'no description');
      expectThat(!/noindex|none/.test(content('meta[name=robots]')), 'hidden from search');
      const canonical = [...document.querySelectorAll<HTMLLinkElement>('link[rel=canonical]')];
      expectThat(
        canonical.length === 1 && URL.canParse(canonical[0]?.getAttribute('href') ?? ''),
        'canonical',
      );
      for (const link of document.querySelectorAll<HTMLLinkElement>('link[hreflang]'))
        expectThat(
          /^(x-default|[a-z]{2})$/.test(link.hreflang) && URL.canParse(link.getAttribute('href') ?? ''),
          `hreflang ${link.hreflang}`,
        );
      for (const link of document.querySelectorAll('a')) {
        const name = link.textContent.trim() || link.getAttribute('aria-label') || '';
        expectThat(!/^(javascript:|$)/.test(link.getAttribute('href') ?? ''), `leads nowhere: ${name}`);
        expectThat(!new RegExp(vague, vagueFlags).test(name), `says nothing: ${name}`);
      }
      for (const input of document.querySelectorAll('input'))
        expectThat(
          input.dispatchEvent(new ClipboardEvent('paste', { cancelable: true, bubbles: true })),
          'no pasting',
        );
      for (const image of document.querySelectorAll('img')) {
        const { width, height } = image.getBoundingClientRect();
        expectThat(image.hasAttribute('alt'), `no alt: ${image.currentSrc}`);
        if (!image.complete || image.naturalWidth === 0 || width * height === 0) continue;
        const isFitted = getComputedStyle(image).objectFit !== 'fill';
        const distortion = Math.abs(width / height / (image.naturalWidth / image.naturalHeight) - 1);
        expectThat(isFitted || distortion <= mostDistortion, `distorted: ${image.currentSrc}`);
        // as sharp as a screen of two pixels to one can show, for three quarters of it
        const wanted = 0.75 * Math.min(2, devicePixelRatio);
        const isVector = image.currentSrc.endsWith('.svg');
        expectThat(
          isVector || isFitted || image.naturalWidth >= width * wanted - 1,
          `blurred: ${image.currentSrc}`,
        );
      }
      return found;
    },
    { mostDistortion: MOST_DISTORTION, vague: VAGUE.source, vagueFlags: VAGUE.flags },
  );
  const robots = await page.request.get(new URL('/robots.txt', page.url()).href);
  const lines = (await robots.text()).split('\n').filter((line) => line.trim() && !line.startsWith('#'));
  if (!robots.ok() || lines.some((line) => !/^(user-agent|allow|disallow|sitemap): ?\S*/i.test(line)))
    faults.push('robots.txt');
  return faults;
}
