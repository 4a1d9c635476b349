import type { CDPSession } from 'playwright';

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  /** Time of its own thread, µs. */
  tdur?: number;
  args: { name?: string };
}

/** A task is long from here on, ms. */
const LONG_MS = 50;

/**
 * How many tasks of a page's main thread are long while something happens, and how long the longest is, ms: by the
 * time of that thread, so that a loaded machine, which makes all of them late, does not make any of them long.
 */
export async function longTasks(
  session: CDPSession,
  happen: () => Promise<unknown>,
): Promise<{ count: number; longestMs: number }> {
  const events: TraceEvent[] = [];
  const collect = ({ value }: { value: object[] }) => events.push(...(value as TraceEvent[]));
  session.on('Tracing.dataCollected', collect);
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel'] },
  });
  await happen();
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.end');
  await complete;
  session.off('Tracing.dataCollected', collect);
  const threads = events.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain');
  const isMain = ({ pid, tid }: TraceEvent) =>
    threads.some((thread) => thread.pid === pid && thread.tid === tid);
  const tasksMs = events
    .filter((event) => event.name.endsWith('RunTask') && isMain(event))
    .map(({ tdur = 0 }) => tdur / 1000);
  if (tasksMs.length === 0) throw new Error('the trace knows no task of a main thread');
  return { count: tasksMs.filter((taskMs) => taskMs > LONG_MS).length, longestMs: Math.max(...tasksMs) };
}
