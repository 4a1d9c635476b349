import { Ticker, type Application } from 'pixi.js';
import { createFramePace } from './framePace.ts';

// Pixi's housekeeping runs a frame loop that costs as much as an empty stage; `stopFrames` runs it instead
Ticker.system.autoStart = false;
Ticker.system.stop();

/** Whether a stage moves so slowly that it may skip a frame. */
type IsCalm = (frameMs: number) => boolean;

/** Interval of the frames in which calm stages are drawn too: about 30 a second. */
const CALM_MS = 30;

interface Running {
  app: Application;
  isCalm: IsCalm;
}

const running: Running[] = [];
let request: number | null = null;
let calmFrameMs = 0;
/** Pace of the frames in which any stage of the page runs. */
export const framePace = createFramePace();

// one loop for all stages of the page, so that frames in which nothing is drawn cost nothing
function frame(timestampMs: number): void {
  request = requestAnimationFrame(frame);
  framePace.note(timestampMs);
  const isForAll = timestampMs - calmFrameMs >= CALM_MS;
  if (isForAll) calmFrameMs = timestampMs;
  // backwards, because a stage may stop in its own frame; by index, because an iterator would be garbage
  for (let at = running.length - 1; at >= 0; at -= 1) {
    const stage = running[at];
    if (stage && (isForAll || !stage.isCalm(timestampMs))) stage.app.ticker.update(timestampMs);
  }
}

const forget = (app: Application) => {
  const at = running.findIndex((stage) => stage.app === app);
  if (at >= 0) running.splice(at, 1);
};

/** Starts to draw a stage: in every frame, and while it is calm in about 30 a second. */
export function startFrames(app: Application, isCalm: IsCalm): void {
  forget(app);
  running.push({ app, isCalm });
  request ??= requestAnimationFrame(frame);
}

/** Stops the frames of a stage. Works for a destroyed stage too. */
export function stopFrames(app: Application): void {
  forget(app);
  if (running.length === 0 && request !== null) {
    cancelAnimationFrame(request);
    request = null;
  }
  Ticker.system.update();
}

/** Draws a stage once, whether its frames run or not. */
export function drawFrame(app: Application): void {
  if (app.renderer) app.ticker.update(performance.now());
}
