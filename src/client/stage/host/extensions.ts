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
 * The scenes use only sprites, or one mesh with a shader. Pixi's other pipes are removed before the first renderer is
 * created: each renderer would set them up, and its shader for graphics is never freed. A scene that needs one of these
 * removes it from the list.
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
