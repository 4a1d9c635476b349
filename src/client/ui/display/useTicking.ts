import { useEffect, useRef, useState } from 'react';
import { prefersNoMotion } from '#/client/platform/theme/motion.ts';
import { tuning } from '#/client/platform/theme/tuning.ts';

/** A whole number that counts to its target like a till; it jumps if the visitor prefers reduced motion. */
export function useTicking(target: number): number {
  const [shown, setShown] = useState(target);
  const last = useRef(target);
  useEffect(() => {
    const from = last.current;
    if (from === target) return undefined;
    const isCalm = prefersNoMotion();
    const startMs = performance.now();
    const step = (nowMs: number) => {
      const part = isCalm ? 1 : Math.min(1, Math.max(0, nowMs - startMs) / tuning.dom.tickingMs);
      last.current = Math.round(target - (target - from) * (1 - part) ** 3);
      setShown(last.current);
      if (part < 1) frame = requestAnimationFrame(step);
    };
    let frame = requestAnimationFrame(step);
    return () => cancelAnimationFrame(frame);
  }, [target]);
  return shown;
}
