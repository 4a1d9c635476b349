import { StageHost, type StageRenderer } from '../StageHost.tsx';
import type { StageTuning } from '#/client/tuning.ts';
import { useState } from 'react';
import { Reel, type ReelProps } from './Reel.tsx';

interface PixiReelProps extends ReelProps {
  renderers: readonly StageRenderer[];
  stageTuning: StageTuning;
  onReady: (renderer: string) => void;
}

/** The reel on a Pixi stage. */
export function PixiReel({ renderers, stageTuning, onReady, ...reel }: PixiReelProps) {
  const { driver, clock, onUnusable } = reel;
  const [pulse] = useState(() => ({
    isLive: () => driver.isLive(clock.nowMs()),
    subscribe: driver.subscribe,
  }));
  return (
    <StageHost
      pulse={pulse}
      renderers={renderers}
      tuning={stageTuning}
      onReady={onReady}
      onUnusable={onUnusable}
    >
      <Reel {...reel} />
    </StageHost>
  );
}
