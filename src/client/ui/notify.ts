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
let nextSlotMs = 0;

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
        timeout: holdMs ?? tuning.dom.noticeHoldMs * (live.size + 1),
        onRemove: () => void live.delete(id),
      });
      live.add(id);
    }, atMs - nowMs);
  }
}
