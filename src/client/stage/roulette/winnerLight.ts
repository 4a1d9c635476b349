/** How strongly a prize of one rarity is lit when the strip lands on it (R3). */
export interface LandingTuning {
  /** Of the glow, 0 to 1. */
  strength: number;
  /** Of the shafts of light behind the prize, 0 to 1. */
  rays: number;
  sparks: number;
  /** Of the ring that runs outwards, of the coloured light on the whole strip and of the jolt, each 0 to 1. */
  shock: number;
  wash: number;
  jolt: number;
}

/** How the won tile is lit; written by the timeline of the reveal, read when the reel is drawn. */
export interface WinnerLight {
  glowAlpha: number;
  glowScale: number;
  rimAlpha: number;
  winnerScale: number;
  neighbourAlpha: number;
  /** The won tile steps out of the strip to the middle of the reel: 0 in its place, 1 in the middle. */
  step: number;
  /** A flash over the tile as it is hit by the light. */
  flashAlpha: number;
  /** The ring that runs outwards from the tile: 0 is the tile, 1 where it is gone. */
  ringScale: number;
  ringAlpha: number;
  /** Coloured light on the whole strip. */
  washAlpha: number;
  /** How far the picture is pushed towards the eye, 0 to 1. */
  jolt: number;
}

export function unlit(): WinnerLight {
  return {
    glowAlpha: 0,
    glowScale: 1,
    rimAlpha: 0,
    winnerScale: 1,
    neighbourAlpha: 1,
    step: 0,
    flashAlpha: 0,
    ringScale: 0,
    ringAlpha: 0,
    washAlpha: 0,
    jolt: 0,
  };
}
