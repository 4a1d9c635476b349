import { useEffect, useEffectEvent } from 'react';

/** Reports that it is mounted, and with it everything before it in the same `Suspense`. */
export function Mounted({ onMounted }: { onMounted: () => void }) {
  const tell = useEffectEvent(onMounted);
  useEffect(() => {
    // the listener may commit at once, which React cannot do within an effect
    const timer = setTimeout(() => tell(), 0);
    return () => clearTimeout(timer);
  }, []);
  return null;
}
