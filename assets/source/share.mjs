// node share.mjs
// What messengers show of a link, in every language: the claim of the landing page over its street, 1200 x 630, into
// ../brand/share-<language>.jpg. Needs Chromium, playwright of this repository, and the package sharp.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright';
import sharp from 'sharp';

const assets = join(import.meta.dirname, '..');
const texts = (language, file) =>
  JSON.parse(readFileSync(join(assets, `../locales/${language}/${file}.json`), 'utf8'));
const dataUrl = (file, type) =>
  `data:${type};base64,${readFileSync(join(assets, file)).toString('base64')}`;
const face = (family, file, range) =>
  `@font-face { font-family: '${family}'; src: url('${dataUrl(`fonts/${file}`, 'font/woff2')}'); font-weight: 400 900; font-stretch: 75% 112%; unicode-range: ${range}; }`;
const CYRILLIC = 'U+0400-04FF, U+2116';
const LATIN = 'U+0000-00FF, U+2000-206F';

const page = (hero) => `<!doctype html><meta charset="utf-8"><style>
  ${face('Tektur', 'tektur-cyrillic-standard-normal.woff2', CYRILLIC)}
  ${face('Tektur', 'tektur-latin-standard-normal.woff2', LATIN)}
  ${face('Martian', 'martian-mono-cyrillic-standard-normal.woff2', CYRILLIC)}
  ${face('Martian', 'martian-mono-latin-standard-normal.woff2', LATIN)}
  * { margin: 0; box-sizing: border-box; }
  body { width: 1200px; height: 630px; overflow: hidden; background: #070b0d; color: #f3ebda; }
  .street { position: absolute; inset: 0; width: 1200px; height: 675px; object-fit: cover; top: -22px; left: 60px; }
  .scrim { position: absolute; inset: 0; background:
    linear-gradient(90deg, #070b0d 6%, #070b0dd9 30%, #070b0d33 58%, transparent 74%),
    linear-gradient(0deg, #070b0de6 0, transparent 34%), linear-gradient(180deg, #070b0d99 0, transparent 26%); }
  .words { position: absolute; inset: 60px 64px; display: flex; flex-direction: column; }
  .logo { display: flex; align-items: center; gap: 20px; font: 900 44px/1 Tektur; font-stretch: 84%; }
  .mark { display: grid; place-items: center; width: 72px; height: 72px; background: #ff9a2e; color: #1d1002; font-size: 42px;
    clip-path: polygon(0 0, 72% 0, 100% 28%, 100% 100%, 28% 100%, 0 72%); }
  h1 { margin: auto 0; font: 900 118px/.9 Tektur; font-stretch: 75%; letter-spacing: -.005em; text-transform: uppercase; white-space: nowrap; }
  em { color: #ffb45e; font-style: normal; text-shadow: 0 0 46px #ff9a2e8c; }
  .label { font: 500 22px/1 Martian; font-stretch: 80%; letter-spacing: .04em; text-transform: uppercase; color: #ffb45e; }
  .lane { position: absolute; left: 64px; bottom: 44px; width: 548px; height: 5px;
    background: repeating-linear-gradient(90deg, #e8b53a 0 44px, transparent 44px 72px); opacity: .9; }
</style>
<img class="street" src="${dataUrl('landing/street-wide.webp', 'image/webp')}">
<div class="scrim"></div>
<div class="words"><div class="logo"><span class="mark">1</span>ONE RP</div>
<h1>${hero.line1}<br>${hero.line2}<br><em>${hero.line3}</em></h1>
<p class="label" style="margin-bottom: 22px">${hero.kickerPlain}</p></div><div class="lane"></div>`;

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
const tab = await browser.newPage({ viewport: { width: 1200, height: 630 } });
for (const language of ['ru', 'uk', 'en']) {
  await tab.setContent(page(texts(language, 'landing').hero));
  await tab.evaluate(() => document.fonts.ready);
  const picture = await tab.screenshot({ type: 'png' });
  const file = join(assets, `brand/share-${language}.jpg`);
  await sharp(picture).jpeg({ quality: 82, mozjpeg: true, chromaSubsampling: '4:4:4' }).toFile(file);
}
await browser.close();
