import { Toast } from '@base-ui/react/toast';
import { tuning } from '../tuning.ts';

export interface Notice {
  type: 'error' | 'success';
  title: string;
  description?: string;
  /** How long this one stays, ms; else it takes its turn with the others. */
  holdMs?: number;
}

export const toastManager = Toast.createToastManager();

const live = new Set<string>();
/** When the next may appear, and when the last of those shown hides, ms of `performance.now()`. */
let nextSlotMs = 0;
let lastHideMs = 0;

/** Shows notices 100 ms apart; then one hides every 3 s, in sequence (S13). */
export function notify(...notices: Notice[]): void {
  for (const { holdMs, ...notice } of notices) {
    const nowMs = performance.now();
    const atMs = Math.max(nowMs, nextSlotMs);
    nextSlotMs = atMs + tuning.dom.noticeStaggerMs;
    setTimeout(() => {
      const id: string = toastManager.add({
        ...notice,
        priority: notice.type === 'error' ? 'high' : 'low',
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
