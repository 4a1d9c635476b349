const FIGURES = [
  'G1',
  'G3',
  'G5',
  'G6draws',
  'G6uploadBytes',
  'G7textureUploads',
  'G7longTasks',
  'G8bytes',
  'G8ratio',
  'G9megabytes',
  'G10jitterMs',
  'G11errorPx',
  'G11jump',
  'G12kilobytes',
  'G13idleMs',
] as const;

export type Figures = Record<(typeof FIGURES)[number], number>;

const LIMITS: Figures = {
  G1: 0.45,
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

/** The bounds that decide about the exit code. */
export const gates = FIGURES.map((figure) => ({ figure, atMost: LIMITS[figure] }));
