import {
  BitmapTextPipe,
  CanvasTextPipe,
  CanvasTextSystem,
  extensions,
  GlParticleContainerPipe,
  GraphicsContextSystem,
  GraphicsPipe,
  HTMLTextPipe,
  HTMLTextSystem,
  NineSliceSpritePipe,
  TilingSpritePipe,
} from 'pixi.js';

/*
 * The scenes are made of sprites, or are one mesh with a shader. What else Pixi can draw is taken out before the first renderer is made: each
 * renderer would set all of it up, and leave the shader of its graphics behind, which nobody frees.
 * A scene that draws something of this list takes it from the list.
 */
extensions.remove(
  BitmapTextPipe,
  CanvasTextPipe,
  CanvasTextSystem,
  GlParticleContainerPipe,
  GraphicsContextSystem,
  GraphicsPipe,
  HTMLTextPipe,
  HTMLTextSystem,
  NineSliceSpritePipe,
  TilingSpritePipe,
);
