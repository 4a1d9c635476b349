import { StageHost, type StageRenderer } from '#/client/stage/host/StageHost.tsx';
import type { StageTuning } from '#/client/platform/theme/tuning.ts';
import { memo, useState } from 'react';
import { Reel, type ReelProps } from './Reel.tsx';

interface PixiReelProps extends ReelProps {
  renderers: readonly StageRenderer[];
  stageTuning: StageTuning;
  onReady: (renderer: string) => void;
}

/** The reel on a Pixi stage. Its props stay the same during a spin, so phases do not render it again. */
export const PixiReel = memo(function PixiReel({ renderers, stageTuning, onReady, ...reel }: PixiReelProps) {
  const { driver, clock, onUnusable } = reel;
  const [pulse] = useState(() => ({
    isLive: (frameMs?: number) =>
      driver.isLive(frameMs === undefined ? clock.nowMs() : clock.frameMs(frameMs)),
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
});
