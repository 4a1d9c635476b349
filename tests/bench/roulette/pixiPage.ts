import { Application } from 'pixi.js';

const app = new Application();
await app.init({
  preference: ['webgl', 'canvas'],
  skipExtensionImports: true,
  antialias: false,
  width: innerWidth,
  height: 268,
  resolution: Number(new URLSearchParams(location.search).get('resolution')),
  autoDensity: true,
});
document.body.append(app.canvas);
