import type { Evidence } from './evidence.ts';
import { verify, type Verdict } from './verify.ts';

/** What the worker says: draws that are done, at last the verdict. */
export type WorkerWord = { done: number } | { verdict: Verdict };

addEventListener('message', ({ data }: MessageEvent<Evidence>) => {
  const say = (word: WorkerWord) => postMessage(word);
  const steps = verify(data);
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return say({ verdict: step.value });
    say({ done: step.value });
  }
});
