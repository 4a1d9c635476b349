/** The bounds that decide about the exit code; bytes and draws are of a frame. */
export const LIMITS = {
  G1: 0.36,
  G2: 0.065,
  G3: 1.4,
  G5: 0.05,
  G6draws: 4,
  G6uploadBytes: 2048,
  G7textureUploads: 0,
  G7longTasks: 0,
  G8bytes: 6 * 1024,
  G8ratio: 2.5,
  G9megabytes: 0.3,
  G10jitterMs: 1,
  G11errorPx: 0,
  G11jump: 1e-6,
  G12kilobytes: 190,
  G13idleMs: 0.05,
};
export type Figures = Record<keyof typeof LIMITS, number>;

/** The same for several at once, from the click until the last of them lies face up; `bytes` while the roulette turns. */
export const SEVERAL_LIMITS = {
  draws: LIMITS.G6draws,
  uploadBytes: LIMITS.G6uploadBytes,
  textureUploads: LIMITS.G7textureUploads,
  longTasks: LIMITS.G7longTasks,
  bytes: LIMITS.G8bytes,
  megabytes: LIMITS.G9megabytes,
};

/** Ten reels write and allocate more for a frame than one. */
export const STACK_LIMITS = { ...SEVERAL_LIMITS, uploadBytes: 3 * 1024, bytes: 12 * 1024 };

/** Prints figures beside their bounds; returns the names of those that do not hold, a figure that is missing included. */
export function judge<Name extends string>(
  title: string,
  limits: Readonly<Record<Name, number>>,
  figures: Readonly<Record<NoInfer<Name>, number>>,
): string[] {
  console.log(title);
  return (Object.keys(limits) as Name[]).flatMap((name) => {
    const [value, atMost] = [figures[name], limits[name]];
    const isMet = value <= atMost;
    console.log(
      `  ${name.padEnd(18)} ${value.toPrecision(3).padStart(10)}  at most ${atMost}${isMet ? '' : '  FAILED'}`,
    );
    return isMet ? [] : [`${title}: ${name}`];
  });
}
