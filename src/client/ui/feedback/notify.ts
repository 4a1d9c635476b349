import type { ToastManager } from '@base-ui/react/toast';
import { tuning } from '../tuning.ts';

export interface Notice {
  type: 'error' | 'success';
  title: string;
  description?: string;
  /** How long this one stays, ms; else it takes its turn with the others. */
  holdMs?: number;
  /** A button in it. */
  action?: { label: string; onClick: () => void };
}

/** The list that shows them; it is loaded after the page, and what is said before that waits. */
let list: ToastManager | undefined;
const waiting: Notice[] = [];

/** Hands in the list, once it can show something. */
export function showNoticesIn(manager: ToastManager): void {
  list = manager;
  notify(...waiting.splice(0));
}

const live = new Set<string>();
/** When the next may appear, and when the last of those shown hides, ms of `performance.now()`. */
let nextSlotMs = 0;
let lastHideMs = 0;

/** Shows notices 100 ms apart; then one hides every 3 s, in sequence (S13). */
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
        // one that is read out at once hides its buttons from whoever listens
        priority: notice.type === 'error' && !action ? 'high' : 'low',
        timeout: holdMs ?? turnMs(),
        onRemove: () => void live.delete(id),
      });
      live.add(id);
    }, atMs - nowMs);
  }
}

/** How long a notice that appears now stays: until 3 s after the one before it. */
function turnMs(): number {
  const nowMs = performance.now();
  const { noticeHoldMs } = tuning.dom;
  const waitMs = lastHideMs - nowMs + noticeHoldMs;
  // the hand that rests on notices holds them: then all of them are still to go, whatever was planned
  const stayMs = live.size > 0 && waitMs > noticeHoldMs ? waitMs : noticeHoldMs * (live.size + 1);
  lastHideMs = nowMs + stayMs;
  return stayMs;
}
