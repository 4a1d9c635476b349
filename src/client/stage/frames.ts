import { Ticker, type Application } from 'pixi.js';

// Pixi's housekeeping has a frame loop of its own, as dear as an empty stage: it is done between two motions instead
Ticker.system.autoStart = false;
Ticker.system.stop();

export function startFrames(app: Application): void {
  app.ticker.start();
}

/** Stops the frames of a stage, of a destroyed one too. */
export function stopFrames(app: Application): void {
  if (app.renderer) app.ticker.stop();
  Ticker.system.update();
}

/** Lets a stage draw itself once, whether its frames run or not. */
export function drawFrame(app: Application): void {
  if (app.renderer) app.ticker.update(performance.now());
}
