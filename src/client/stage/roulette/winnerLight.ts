/** How the won tile is lit; written by the timeline of the reveal, read when the reel is drawn. */
export interface WinnerLight {
  glowAlpha: number;
  glowScale: number;
  rimAlpha: number;
  winnerScale: number;
  neighbourAlpha: number;
}

export function unlit(): WinnerLight {
  return { glowAlpha: 0, glowScale: 1, rimAlpha: 0, winnerScale: 1, neighbourAlpha: 1 };
}
