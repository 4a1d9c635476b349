import { useEffect, useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import {
  LIVE_BEAT_MS,
  LIVE_PATH,
  type LiveEventName,
  type LiveEventOf,
  liveEvents,
} from '#/contract/live.ts';
import { pageConfig } from './pageConfig.ts';
import { tuning } from '#/client/platform/theme/tuning.ts';

type Handlers = { [N in LiveEventName]: Set<(data: LiveEventOf<N>) => void> };

/** Handlers of this page. While there are any and the page is visible, it has one stream. */
const handlers: Handlers = {
  servers: new Set(),
  drop: new Set(),
  news: new Set(),
  closed: new Set(),
  beat: new Set(),
};
const names = Object.keys(handlers) as LiveEventName[];

/**
 * Time after which a silent stream is given up. Behind a proxy that holds events back, or after a change of networks, the
 * browser calls it open although nothing arrives.
 */
const SILENT_MS = 2.5 * LIVE_BEAT_MS;

let stream: EventSource | undefined;
/** Whether something has arrived on the stream. */
let isOpen = false;
let failures = 0;
let retry: ReturnType<typeof setTimeout> | undefined;
let silence: ReturnType<typeof setTimeout> | undefined;
const watchers = new Set<() => void>();

const isWanted = () => !document.hidden && navigator.onLine && names.some((name) => handlers[name].size > 0);

function setOpen(next: boolean): void {
  if (isOpen === next) return;
  isOpen = next;
  for (const watcher of watchers) watcher();
}

/** Opens or closes the stream, whichever is needed. */
function update(): void {
  if (!isWanted()) return close();
  if (stream || retry) return;
  stream = new EventSource(`${pageConfig.apiBaseUrl}${LIVE_PATH}?locale=${pageConfig.locale}`);
  // EventSource's own reconnecting does not wait longer each time, and gives up on other answers
  stream.addEventListener('error', giveUp);
  for (const name of names)
    stream.addEventListener(name, ({ data }) => {
      failures = 0;
      setOpen(true);
      watchSilence();
      tell(name, data as string);
    });
  watchSilence();
}

function watchSilence(): void {
  clearTimeout(silence);
  silence = setTimeout(giveUp, SILENT_MS);
}

/** Ends the stream and opens another one later. */
function giveUp(): void {
  close();
  retry = setTimeout(tryAgain, reconnectMs(failures++, Math.random(), tuning.dom.live));
}

function tryAgain(): void {
  retry = undefined;
  update();
}

function close(): void {
  clearTimeout(silence);
  clearTimeout(retry);
  retry = undefined;
  stream?.close();
  stream = undefined;
  setOpen(false);
}

function tell(name: LiveEventName, text: string): void {
  const parsed = z.safeParse(liveEvents[name], JSON.parse(text));
  if (!parsed.success) return console.error(`unexpected event ${name}`, parsed.error.issues);
  for (const handler of handlers[name] as Set<(data: unknown) => void>) handler(parsed.data);
}

function watchPage(): void {
  document.addEventListener('visibilitychange', update);
  addEventListener('online', update);
  addEventListener('offline', update);
}

let isWatching = false;

/** Handles one kind of event. @returns a function that ends it */
export function listen<N extends LiveEventName>(
  name: N,
  handler: (data: LiveEventOf<N>) => void,
): () => void {
  if (!isWatching) watchPage();
  isWatching = true;
  handlers[name].add(handler);
  update();
  return () => {
    handlers[name].delete(handler);
    update();
  };
}

/**
 * Handles one kind of event while the component is mounted. All handlers of the page share one stream; hidden tabs and
 * pages without a connection have none. After a failure or a long silence it reconnects, later each time. Missed events
 * are not sent again, so refetch the data when `useLiveIsOpen` turns true.
 * @param handler must keep its identity (outside of the component, or `useCallback`)
 */
export function useLive<N extends LiveEventName>(name: N, handler: (data: LiveEventOf<N>) => void): void {
  useEffect(() => listen(name, handler), [name, handler]);
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** Whether the stream is open and events arrive. While it is not, poll instead. */
export function useLiveIsOpen(): boolean {
  return useSyncExternalStore(
    watch,
    () => isOpen,
    () => false,
  );
}

interface Patience {
  firstMs: number;
  growth: number;
  lastMs: number;
}

/**
 * Delay before the next attempt, ms. It grows with each failure in a row, and is random between half and all of that,
 * so that not all pages reconnect at once.
 * @param failures in a row before this one
 * @param chance 0 to 1
 */
export function reconnectMs(failures: number, chance: number, { firstMs, growth, lastMs }: Patience): number {
  const fullMs = Math.min(lastMs, firstMs * growth ** failures);
  return fullMs * (0.5 + chance / 2);
}
