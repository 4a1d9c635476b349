import { useEffect, useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { LIVE_PATH, type LiveEventName, type LiveEventOf, liveEvents } from '#/contract/live.ts';
import { pageConfig } from './pageConfig.ts';
import { reconnectMs } from './reconnectMs.ts';
import { tuning } from './tuning.ts';

type Handlers = { [N in LiveEventName]: Set<(data: LiveEventOf<N>) => void> };

/** Who listens on this page; while anybody does and the page is seen, it has one stream. */
const handlers: Handlers = { servers: new Set(), drop: new Set() };
const names = Object.keys(handlers) as LiveEventName[];

let stream: EventSource | undefined;
let isOpen = false;
let failures = 0;
let retry: ReturnType<typeof setTimeout> | undefined;
const watchers = new Set<() => void>();

const isWanted = () => !document.hidden && navigator.onLine && names.some((name) => handlers[name].size > 0);

function setOpen(next: boolean): void {
  if (isOpen === next) return;
  isOpen = next;
  for (const watcher of watchers) watcher();
}

/** Opens the stream or closes it, whichever is due. */
function update(): void {
  if (!isWanted()) return close();
  if (stream || retry) return;
  stream = new EventSource(`${pageConfig.apiBaseUrl}${LIVE_PATH}?locale=${pageConfig.locale}`);
  stream.addEventListener('open', () => {
    failures = 0;
    setOpen(true);
  });
  // the browser's own reconnecting knows neither patience nor an answer that is not a stream
  stream.addEventListener('error', () => {
    close();
    retry = setTimeout(tryAgain, reconnectMs(failures++, Math.random(), tuning.dom.live));
  });
  for (const name of names) stream.addEventListener(name, ({ data }) => tell(name, data as string));
}

function tryAgain(): void {
  retry = undefined;
  update();
}

function close(): void {
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

function listen<N extends LiveEventName>(name: N, handler: (data: LiveEventOf<N>) => void): () => void {
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
 * Hears one kind of event while the component is mounted; the page has one stream for all who listen, none in a
 * hidden tab or without a connection. A stream that fails is opened anew, later each time; nothing that was missed
 * is sent again, so whoever needs it asks for it when `useLiveIsOpen` turns true.
 * @param handler must keep its identity (outside of the component, or `useCallback`)
 */
export function useLive<N extends LiveEventName>(name: N, handler: (data: LiveEventOf<N>) => void): void {
  useEffect(() => listen(name, handler), [name, handler]);
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** Whether events arrive now; while they do not, one has to ask by oneself. */
export function useLiveIsOpen(): boolean {
  return useSyncExternalStore(
    watch,
    () => isOpen,
    () => false,
  );
}
