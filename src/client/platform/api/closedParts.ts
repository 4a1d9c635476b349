import { useSyncExternalStore } from 'react';
import type { SwitchName } from '#/contract/kernel/switches.ts';
import { pageConfig } from './pageConfig.ts';

interface Closing {
  closed: readonly SwitchName[];
  /** Whether the last closed part has opened again on this page. */
  isReopened: boolean;
}

/** Pages that are rendered ahead may be older than a closing, so their markup says nothing of it. */
const OPEN: Closing = { closed: [], isReopened: false };

let closing: Closing = { ...OPEN, closed: pageConfig.closed ?? [] };
const watchers = new Set<() => void>();

function set(next: Closing): void {
  closing = next;
  for (const watcher of watchers) watcher();
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** Takes over the closed parts that the server has told. */
export function takeClosed(closed: readonly SwitchName[]): void {
  if (closed.join(' ') === closing.closed.join(' ')) return;
  set({ closed, isReopened: closed.length === 0 });
}

/** Forgets that a part has opened again, once the player has gone on. */
export function forgetReopened(): void {
  if (closing.isReopened) set({ ...closing, isReopened: false });
}

/** The closed parts of the site (O27). They change while the page is open. */
export const useClosing = (): Closing =>
  useSyncExternalStore(
    watch,
    () => closing,
    () => OPEN,
  );

/** Whether a part of the site is closed now. */
export const useIsClosed = (part: SwitchName): boolean => useClosing().closed.includes(part);
