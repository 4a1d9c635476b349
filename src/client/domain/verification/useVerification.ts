import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError } from '#/client/platform/api/api.ts';
import { listSeedNotes } from '#/client/domain/queries/seedNotes.ts';
import { type EpochFile, type Evidence, evidenceOf } from './evidence.ts';
import { runVerification } from './runVerification.ts';
import type { Verdict } from './verify.ts';

/** The evidence and the result of its checks. Evidence is complete only from a file or from the server. */
export interface Report {
  evidence: Evidence;
  verdict: Verdict;
  /** The export it came from; null for typed values. */
  file: EpochFile | null;
}

export type Verification =
  | { phase: 'idle' }
  | { phase: 'reading' | 'checking'; done: number; total: number }
  | { phase: 'done'; report: Report }
  | { phase: 'failed'; code: ApiError['code'] };

type Progress = (done: number, total: number) => void;
/** Creates the evidence and reports the progress. */
type Source = (signal: AbortSignal, onProgress: Progress) => Promise<EpochFile | Evidence>;

/** Runs one verification at a time. A new one, or leaving the page, cancels it. */
export function useVerification() {
  const [state, setState] = useState<Verification>({ phase: 'idle' });
  const running = useRef<AbortController>(undefined);
  const stop = useCallback(() => {
    running.current?.abort();
    running.current = undefined;
  }, []);
  useEffect(() => stop, [stop]);

  const start = useCallback(
    async (source: Source) => {
      stop();
      const own = new AbortController();
      running.current = own;
      const { signal } = own;
      const show = (next: Verification) => {
        if (!signal.aborted) setState(next);
      };
      try {
        show({ phase: 'reading', done: 0, total: 0 });
        const found = await source(signal, (done, total) => show({ phase: 'reading', done, total }));
        const file = 'seedNotes' in found ? null : found;
        const evidence =
          'seedNotes' in found ? found : evidenceOf(found, await listSeedNotes(found.epoch.id));
        const total = evidence.draws.length;
        const verdict = await runVerification(evidence, signal, (done) =>
          show({ phase: 'checking', done, total }),
        );
        show({ phase: 'done', report: { evidence, verdict, file } });
      } catch (error) {
        if (!signal.aborted) console.warn('not verified', error);
        show({ phase: 'failed', code: error instanceof ApiError ? error.code : 'internal' });
      }
    },
    [stop],
  );
  const cancel = useCallback(() => {
    stop();
    setState({ phase: 'idle' });
  }, [stop]);
  return { state, start, cancel };
}
