import { Toast } from '@base-ui/react/toast';

export interface Notice {
  type: 'error' | 'success';
  title: string;
  description?: string;
  /** How long this one stays, ms; else it takes its turn with the others. */
  holdMs?: number;
}

/** Between the appearance of two notices, and between their going (S13). */
const STAGGER_MS = 100;
const HOLD_MS = 3000;

export const toastManager = Toast.createToastManager();

const live = new Set<string>();
let nextSlotMs = 0;

/** Shows notices 100 ms apart; then one hides every 3 s, in sequence (S13). */
export function notify(...notices: Notice[]): void {
  for (const { holdMs, ...notice } of notices) {
    const nowMs = performance.now();
    const atMs = Math.max(nowMs, nextSlotMs);
    nextSlotMs = atMs + STAGGER_MS;
    setTimeout(() => {
      const id: string = toastManager.add({
        ...notice,
        priority: notice.type === 'error' ? 'high' : 'low',
        timeout: holdMs ?? HOLD_MS * (live.size + 1),
        onRemove: () => void live.delete(id),
      });
      live.add(id);
    }, atMs - nowMs);
  }
}
