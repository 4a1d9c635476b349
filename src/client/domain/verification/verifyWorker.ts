import type { Evidence } from './evidence.ts';
import { verify, type Verdict } from './verify.ts';

/** Messages of the worker: the number of checked draws, and finally the verdict. */
export type WorkerWord = { done: number } | { verdict: Verdict };

addEventListener('message', ({ data }: MessageEvent<Evidence>) => {
  const say = (word: WorkerWord) => postMessage(word);
  const steps = verify(data);
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return say({ verdict: step.value });
    say({ done: step.value });
  }
});
