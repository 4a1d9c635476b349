/** Values of a shader by their names. They are written in place, so that a frame allocates nothing. */
export type Uniforms<Name extends string = string> = Record<
  Name,
  { type: 'vec2<f32>' | 'vec4<f32>'; value: Float32Array; size?: number }
>;

/** The values of a shader as a function of time. */
export interface PaintingPlan {
  uniforms: Uniforms;
  /** Called when the size of the stage changes, CSS pixels. */
  resize: (widthPx: number, heightPx: number) => void;
  /** Writes the values of a time. @param timeMs since the scene started */
  paint: (timeMs: number) => void;
}
