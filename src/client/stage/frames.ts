import { Ticker, type Application } from 'pixi.js';

const running = new Set<Application>();

// Pixi keeps a second frame loop for its housekeeping: it sleeps while no stage moves
function settleSystem(): void {
  if (running.size > 0) Ticker.system.start();
  else Ticker.system.stop();
}

export function startFrames(app: Application): void {
  running.add(app);
  app.ticker.start();
  settleSystem();
}

/** Stops the frames of a stage, of a destroyed one too. */
export function stopFrames(app: Application): void {
  running.delete(app);
  if (app.renderer) app.ticker.stop();
  settleSystem();
}

/** Lets a stage draw itself once, whether its frames run or not. */
export function drawFrame(app: Application): void {
  if (app.renderer) app.ticker.update(performance.now());
}
