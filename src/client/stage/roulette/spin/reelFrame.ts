/** What a renderer draws at one moment. One object that is written again for every frame. */
export interface ReelFrame {
  /** Strip coordinate under the pointer, px. */
  positionPx: number;
  /** Speed of the strip, 0 to 1 of the top speed. */
  speed: number;
  /** Share of the braking that is over, 0 to 1. */
  braked: number;
  /** Since the pointer passed from one tile to the next, ms; Infinity when it has not. */
  sinceCrossingMs: number;
  /** Opacity of the tiles; below 1 only while the strip gives way to the prize (R3 skip, R6). */
  alpha: number;
  /** Since the strip came to rest on the winner, ms; -1 before. */
  restedMs: number;
  /** The tile that won, once it is known to stand under the pointer. */
  winnerIndex: number;
  /** The player gets what that tile shows; false after a failure (R4). */
  isPrize: boolean;
  /** Nothing flies and nothing shakes: the player wants no motion (R6). */
  isCalm: boolean;
  /** Of the draw: everything about its picture that is left to chance follows from it. */
  seed: number;
}
