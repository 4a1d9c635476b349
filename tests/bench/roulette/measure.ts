import type { CDPSession, Page } from 'playwright';

declare global {
  interface Window {
    /** Calls to the graphics driver; `maxDraws` is of one frame. */
    calls: Record<'draws' | 'maxDraws' | 'inFrame' | 'bytes' | 'textures', number>;
  }
}

export const sleep = (durationMs: number) => new Promise((resolve) => setTimeout(resolve, durationMs));
export const quantile = (values: readonly number[], share: number) => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
};
export const median = (values: readonly number[]) => quantile(values, 0.5);

/** Time of the main thread since `Performance.enable`. */
export async function cpu(session: CDPSession): Promise<{ taskMs: number; scriptMs: number }> {
  const { metrics } = await session.send('Performance.getMetrics');
  const valueOf = (name: string) => (metrics.find((metric) => metric.name === name)?.value ?? 0) * 1000;
  return { taskMs: valueOf('TaskDuration'), scriptMs: valueOf('ScriptDuration') };
}

/** MB of objects on the heap. The code that the engine compiles as it runs grows too, and is no leak. */
export async function usedHeap(session: CDPSession): Promise<number> {
  for (let round = 0; round < 3; round += 1) await session.send('HeapProfiler.collectGarbage');
  const parts: string[] = [];
  const collect = ({ chunk }: { chunk: string }) => void parts.push(chunk);
  session.on('HeapProfiler.addHeapSnapshotChunk', collect);
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  session.off('HeapProfiler.addHeapSnapshotChunk', collect);
  const { snapshot, nodes } = JSON.parse(parts.join('')) as {
    snapshot: { meta: { node_fields: string[]; node_types: [string[]] } };
    nodes: number[];
  };
  const { node_fields: fields, node_types: types } = snapshot.meta;
  const [typeAt, sizeAt] = [fields.indexOf('type'), fields.indexOf('self_size')];
  const code = types[0].indexOf('code');
  let bytes = 0;
  for (let at = 0; at < nodes.length; at += fields.length)
    if (nodes[at + typeAt] !== code) bytes += nodes[at + sizeAt] ?? 0;
  return bytes / 1e6;
}

/** Counts what a page that is not open yet will ask of the graphics driver, in `window.calls`. */
export async function countCalls(page: Page): Promise<void> {
  // the compiler of this script wraps functions to keep their names
  await page.addInitScript('globalThis.__name = (named) => named');
  await page.addInitScript(() => {
    const calls = { draws: 0, maxDraws: 0, inFrame: 0, bytes: 0, textures: 0 };
    window.calls = calls;
    const context = WebGL2RenderingContext.prototype as unknown as Record<
      string,
      (...call: unknown[]) => unknown
    >;
    const watch = (name: string, note: (call: unknown[]) => void) => {
      const original = context[name];
      context[name] = function (...call) {
        note(call);
        return original?.apply(this, call);
      };
    };
    const draw = () => {
      calls.draws += 1;
      calls.inFrame += 1;
      calls.maxDraws = Math.max(calls.maxDraws, calls.inFrame);
    };
    for (const name of ['drawElements', 'drawArrays', 'drawElementsInstanced', 'drawArraysInstanced'])
      watch(name, draw);
    for (const name of ['bufferData', 'bufferSubData']) {
      watch(name, (call) => {
        const data = call[name === 'bufferData' ? 1 : 2];
        // length in elements is the fifth argument of bufferSubData, if it is given
        if (ArrayBuffer.isView(data)) {
          const size = (data as Float32Array).BYTES_PER_ELEMENT ?? 1;
          calls.bytes += typeof call[4] === 'number' && call[4] > 0 ? call[4] * size : data.byteLength;
        } else if (data instanceof ArrayBuffer) calls.bytes += data.byteLength;
      });
    }
    for (const name of ['texImage2D', 'texSubImage2D', 'texStorage2D'])
      watch(name, () => (calls.textures += 1));
    const tick = () => {
      calls.inFrame = 0;
      requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  });
}

/**
 * CPU of a page that has nothing to do, as ms for each frame at 60 Hz. Whoever counted its frames has stopped: a
 * page without frames costs next to nothing, so that what is left belongs to the page.
 */
export async function idleTaskMs(session: CDPSession, durationMs: number): Promise<number> {
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  // the last frame that was asked for, and what its end brings
  await sleep(300);
  const before = await cpu(session);
  await sleep(durationMs);
  const after = await cpu(session);
  return ((after.taskMs - before.taskMs) * 1000) / 60 / durationMs;
}
