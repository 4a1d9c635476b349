/** Values that a shader is given, by their names in it; written in place, so that a frame allocates nothing. */
export type Uniforms<Name extends string = string> = Record<
  Name,
  { type: 'vec2<f32>' | 'vec4<f32>'; value: Float32Array; size?: number }
>;

/** What a shader paints: its values as a function of time. */
export interface PaintingPlan {
  uniforms: Uniforms;
  /** The stage has another size, CSS pixels. */
  resize: (widthPx: number, heightPx: number) => void;
  /** @param timeMs since the scene began */
  paint: (timeMs: number) => void;
}
