import { extend, useApplication, useTick } from '@pixi/react';
import { Container, Geometry, GlProgram, ImageSource, Mesh, Shader, type Ticker } from 'pixi.js';
import { useCallback, useLayoutEffect, useRef } from 'react';
import type { Clock } from './clock.ts';
import { drawFrame } from './frames.ts';
import type { PaintingPlan } from './paintingPlan.ts';

extend({ Container });

interface PaintingProps {
  /** A fragment shader. It gets `vAt`, the position on the stage from its upper left corner, 0 to 1. */
  fragment: string;
  plan: PaintingPlan;
  /** Pictures by the names of their samplers. Another object creates the mesh anew. */
  pictures?: Readonly<Record<string, HTMLImageElement>>;
  clock: Clock;
  /** When the scene started, on that clock, ms. */
  startMs: number;
  /** Called when the first frame is drawn. */
  onShown: () => void;
}

const VERTEX = `#version 300 es
in vec2 aPosition;
out vec2 vAt;

void main() {
  vAt = aPosition;
  gl_Position = vec4(aPosition.x * 2.0 - 1.0, 1.0 - aPosition.y * 2.0, 0.0, 1.0);
}
`;
const NO_PICTURES = {};

/** Creates a mesh that covers the stage. Returns it with a function that frees its parts. */
function createCanvas(
  fragment: string,
  plan: PaintingPlan,
  pictures: Readonly<Record<string, HTMLImageElement>>,
): [canvas: Mesh<Geometry, Shader>, free: () => void] {
  const geometry = new Geometry({
    attributes: { aPosition: { buffer: new Float32Array([0, 0, 1, 0, 1, 1, 0, 1]), format: 'float32x2' } },
    indexBuffer: new Uint32Array([0, 1, 2, 0, 2, 3]),
  });
  const textures = Object.fromEntries(
    Object.entries(pictures).map(([name, resource]) => [
      name,
      new ImageSource({ resource, autoGarbageCollect: false }),
    ]),
  );
  const shader = new Shader({
    glProgram: GlProgram.from({ vertex: VERTEX, fragment }),
    resources: { painting: plan.uniforms, ...textures },
  });
  const canvas = new Mesh({ geometry, shader });
  const free = () => {
    canvas.destroy();
    shader.destroy();
    geometry.destroy(true);
    // destroyed last, because a shader must not outlive its textures
    for (const texture of Object.values(textures)) texture.destroy();
  };
  return [canvas, free];
}

/** One shader that fills the stage. React creates it; each frame writes the values of its plan. */
export function Painting({ fragment, plan, pictures = NO_PICTURES, clock, startMs, onShown }: PaintingProps) {
  const { app } = useApplication();
  const root = useRef<Container>(null);

  useLayoutEffect(() => {
    const [canvas, free] = createCanvas(fragment, plan, pictures);
    root.current?.addChild(canvas);
    const measure = () => {
      const { width, height } = app.renderer.screen;
      if (width <= 1) return;
      plan.resize(width, height);
      drawFrame(app);
      onShown();
    };
    measure();
    app.renderer.on('resize', measure);
    return () => {
      app.renderer?.off('resize', measure);
      free();
    };
  }, [app, fragment, plan, pictures, onShown]);

  const paint = useCallback(
    ({ lastTime, elapsedMS }: Ticker) =>
      plan.paint(Math.max(0, clock.frameMs(lastTime + elapsedMS) - startMs)),
    [clock, plan, startMs],
  );
  useTick(paint);

  return <pixiContainer ref={root} />;
}
