import { expect } from '@playwright/test';
import type { InputSource, Session } from './session.ts';

/** How often a condition is looked at. */
const INTERVALS_MS = [100];

/** Keys as WebDriver names them. */
export const KEYS = { enter: '\uE007', escape: '\uE00C', tab: '\uE004' };

/** What the page says of a thing that may be clicked. */
interface Target {
  x: number;
  y: number;
  /** Where it lies. Something that moves lies elsewhere at the next look. */
  box: string;
}

/** Text of the first seen element that fits, or null. Runs in the page. */
function seenText(selector: string, text: string): string | null {
  for (const element of document.querySelectorAll<HTMLElement>(selector)) {
    const said = element.textContent.replaceAll(/\s+/g, ' ').trim();
    if (element.checkVisibility({ visibilityProperty: true }) && said.includes(text)) return said;
  }
  return null;
}

/**
 * The middle of the first seen element that fits, scrolled into view; a sentence if nothing can be clicked there. Runs
 * in the page.
 */
function targetOf(selector: string, text: string): Target | string {
  const all = [...document.querySelectorAll<HTMLElement>(selector)];
  const element = all.find(
    (one) =>
      one.checkVisibility({ visibilityProperty: true }) &&
      one.textContent.replaceAll(/\s+/g, ' ').includes(text),
  );
  if (!element) return `${all.length} fit, none with this text is seen`;
  if (element.matches(':disabled, [aria-disabled=true]')) return 'it is disabled';
  element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
  const { left, top, width, height } = element.getBoundingClientRect();
  const [x, y] = [Math.round(left + width / 2), Math.round(top + height / 2)];
  const hit = document.elementFromPoint(x, y);
  const isHit = hit !== null && (element.contains(hit) || hit.closest('label')?.contains(element) === true);
  return isHit ? { x, y, box: [left, top, width, height].join(' ') } : `${hit?.outerHTML} lies over it`;
}

/** Somebody who visits the site with an engine: looks, clicks and types, and waits for what comes. */
export class Visitor {
  readonly session: Session;
  readonly #origin: string;

  constructor(session: Session, origin: string) {
    this.session = session;
    this.#origin = origin;
  }

  /** Opens a page and waits until React has taken over. */
  async goTo(path: string): Promise<void> {
    await this.session.open(this.#origin + path);
    await this.sees('main');
    await this.isTakenOver();
  }

  async isTakenOver(): Promise<void> {
    const left = () => document.querySelectorAll('#page-data, [data-island=static]').length;
    await this.#until('the page is taken over', () => this.session.run(left), 0);
  }

  /** Waits until an element with this text is seen. @returns its whole text */
  async sees(selector: string, text = ''): Promise<string> {
    let said: string | null = null;
    const look = async () => (said = await this.session.run(seenText, selector, text)) !== null;
    await this.#until(`"${text}" in ${selector} is seen`, look, true);
    return said ?? '';
  }

  /** Waits until no such element is seen. */
  async misses(selector: string, text = ''): Promise<void> {
    await this.#until(
      `"${text}" in ${selector} is gone`,
      () => this.session.run(seenText, selector, text),
      null,
    );
  }

  /** Waits until the path, query and hash of the page fit. */
  async isAt(place: RegExp): Promise<void> {
    const look = () => this.session.run(() => location.pathname + location.search + location.hash);
    await expect.poll(() => look().catch(String), { intervals: INTERVALS_MS }).toMatch(place);
  }

  /** Waits until the keyboard is on the element with this text. */
  async isOn(text: string): Promise<void> {
    const look = () => this.session.run(() => document.activeElement?.textContent ?? null);
    await this.#until(`the keyboard is on "${text}"`, look, text);
  }

  /** Clicks in the middle of an element once it stands still and nothing lies over it. */
  async click(selector: string, text = ''): Promise<void> {
    let last = '';
    let at = { x: 0, y: 0 };
    const look = async () => {
      const target = await this.session.run(targetOf, selector, text);
      if (typeof target === 'string') return target;
      const isStill = target.box === last;
      last = target.box;
      at = target;
      return isStill ? 'still' : 'it moves';
    };
    await this.#until(`"${text}" in ${selector} can be clicked`, look, 'still');
    await this.session.act({
      type: 'pointer',
      id: 'mouse',
      actions: [
        { type: 'pointerMove', x: at.x, y: at.y },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ],
    });
  }

  /** Clicks into a field and types. */
  async type(selector: string, text: string): Promise<void> {
    await this.click(selector);
    await this.press(...Array.from(text));
  }

  async press(...keys: string[]): Promise<void> {
    const actions: InputSource['actions'] = keys.flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]);
    await this.session.act({ type: 'key', id: 'keyboard', actions });
  }

  /** Looks until it is so. A page that is just leaving answers with an error; the next one is asked again. */
  async #until(what: string, look: () => Promise<unknown>, value: unknown): Promise<void> {
    await expect
      .poll(() => look().catch((error: unknown) => String(error)), { message: what, intervals: INTERVALS_MS })
      .toBe(value);
  }
}
