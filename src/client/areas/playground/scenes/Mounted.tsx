import { useEffect, useEffectEvent } from 'react';

/** Says that it is on the page, and with it what stands before it in the same `Suspense`. */
export function Mounted({ onMounted }: { onMounted: () => void }) {
  const tell = useEffectEvent(onMounted);
  useEffect(() => {
    // what is told may commit at once, which React cannot do within an effect
    const timer = setTimeout(() => tell(), 0);
    return () => clearTimeout(timer);
  }, []);
  return null;
}
