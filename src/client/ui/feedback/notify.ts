import type { ToastManager } from '@base-ui/react/toast';
import { tuning } from '#/client/platform/theme/tuning.ts';

export interface Notice {
  type: 'error' | 'success';
  title: string;
  description?: string;
  /** Time that the notice stays, in ms. Without it the notice hides in sequence with the others. */
  holdMs?: number;
  /** A button in the notice. */
  action?: { label: string; onClick: () => void };
}

/** The toast manager that shows notices. It is loaded after the page, and earlier notices wait for it. */
let list: ToastManager | undefined;
const waiting: Notice[] = [];

/** Sets the list once it can show notices. */
export function showNoticesIn(manager: ToastManager): void {
  list = manager;
  notify(...waiting.splice(0));
}

const live = new Set<string>();
/** Times of the next appearance and the last hiding, ms of `performance.now()`. */
let nextSlotMs = 0;
let lastHideMs = 0;

/** Shows notices `noticeStaggerMs` apart; then one hides every `noticeHoldMs`, in sequence (S13). */
export function notify(...notices: Notice[]): void {
  const shownIn = list;
  if (!shownIn) {
    waiting.push(...notices);
    return;
  }
  for (const { holdMs, action, ...notice } of notices) {
    const nowMs = performance.now();
    const atMs = Math.max(nowMs, nextSlotMs);
    nextSlotMs = atMs + tuning.dom.noticeStaggerMs;
    setTimeout(() => {
      const id: string = shownIn.add({
        ...notice,
        ...(action && { actionProps: { children: action.label, onClick: action.onClick } }),
        // a notice that is announced at once hides its buttons from screen readers
        priority: notice.type === 'error' && !action ? 'high' : 'low',
        timeout: holdMs ?? turnMs(),
        onRemove: () => void live.delete(id),
      });
      live.add(id);
    }, atMs - nowMs);
  }
}

/** Returns the time that a new notice stays, in ms: until `noticeHoldMs` after the previous one hides. */
function turnMs(): number {
  const nowMs = performance.now();
  const { noticeHoldMs } = tuning.dom;
  const waitMs = lastHideMs - nowMs + noticeHoldMs;
  // notices stay while the pointer is over them, so none of them has hidden yet
  const stayMs = live.size > 0 && waitMs > noticeHoldMs ? waitMs : noticeHoldMs * (live.size + 1);
  lastHideMs = nowMs + stayMs;
  return stayMs;
}
