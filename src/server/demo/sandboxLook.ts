import { builtFiles } from '#/server/platform/pages/builtFiles.ts';
import { colours, fonts } from '#/server/platform/markup/brandColours.ts';

const FAMILIES = [
  { family: 'Tektur', file: 'tektur-*-standard-normal', weights: '400 900' },
  { family: 'Onest', file: 'onest-*-wght-normal', weights: '400 700' },
  { family: 'Martian Mono', file: 'martian-mono-*-standard-normal', weights: '400 700' },
];
const RANGES = {
  cyrillic: 'U+0301,U+0400-045F,U+0490-0491,U+04B0-04B1,U+2116',
  latin: 'U+0000-00FF,U+2000-206F,U+20AC,U+2122',
};

/** The fonts of the built client. Without them the page uses those of the system. */
export async function fontFaces(clientDir: string): Promise<string> {
  // a missing build is reported where the pages are served
  const files: Partial<Awaited<ReturnType<typeof builtFiles>>> = await builtFiles(clientDir).catch(
    () => ({}),
  );
  const faces = FAMILIES.flatMap(({ family, file, weights }) =>
    Object.entries(RANGES).map(([subset, range]) => {
      const built = files[`assets/fonts/${file.replace('*', subset)}.woff2`]?.file;
      if (!built) return '';
      return `@font-face { font-family: '${family}'; src: url('/${built}') format('woff2'); font-weight: ${weights}; font-display: swap; unicode-range: ${range} }`;
    }),
  );
  return faces.filter(Boolean).join('\n');
}

const cut = (px: number) =>
  `clip-path: polygon(0 0, calc(100% - ${px}px) 0, 100% ${px}px, 100% 100%, ${px}px 100%, 0 calc(100% - ${px}px))`;

/** Styles of the page: petrol-black, sodium light, a receipt on paper. The hazard stripes mark it as a test. */
export const SANDBOX_CSS = `
:root { color-scheme: dark }
*, ::before, ::after { box-sizing: border-box }
body { margin: 0; min-height: 100vh; background: radial-gradient(60% 420px at 72% 0, rgb(255 154 46 / .16), transparent) ${colours.ink950} no-repeat; color: ${colours.bone100}; font: 400 16px/1.5 ${fonts.text} }
.hazard { height: 12px; background: repeating-linear-gradient(115deg, ${colours.lineYellow} 0 16px, ${colours.onBone} 16px 32px) }
.page { max-width: 920px; margin: 0 auto; padding: 20px 20px 48px }
header { display: flex; flex-wrap: wrap; align-items: center; gap: 12px 20px; margin-bottom: 28px }
.brand { background: ${colours.bone100}; color: ${colours.onBone}; font: 800 18px/1 ${fonts.head}; letter-spacing: .06em; box-shadow: inset 0 0 0 2px ${colours.bone100}, inset 0 0 0 4px ${colours.onBone}; padding: 10px 16px 9px }
.badge { color: ${colours.lineYellow}; font: 600 13px/1.4 ${fonts.mono} }
h1 { margin: 0; font: 800 clamp(28px, 5vw, 44px)/1.05 ${fonts.head}; text-transform: uppercase; overflow-wrap: anywhere }
p { margin: 12px 0 0; color: ${colours.ink300}; max-width: 60ch }
main { display: grid; gap: 24px; margin-top: 24px; grid-template-columns: minmax(0, 1fr) }
.panel { padding: 24px 20px; background: ${colours.ink850}; ${cut(14)} }
form { display: grid; gap: 20px }
.button + form { margin-top: 28px; padding-top: 24px; border-top: 3px dashed ${colours.stroke} }
.choice { display: grid; gap: 6px }
small { color: ${colours.ink300}; font: 400 14px/1.45 ${fonts.text} }
.button { display: grid; place-content: center; width: 100%; min-height: 48px; padding: 12px 20px; border: 0; background: ${colours.stroke}; color: ${colours.bone100}; font: 700 16px/1.3 ${fonts.head}; text-align: center; text-decoration: none; text-transform: uppercase; cursor: pointer; ${cut(10)} }
.button:hover { background: ${colours.ink400}; color: ${colours.ink950} }
.main { background: linear-gradient(180deg, ${colours.sodium400}, ${colours.sodium500}); color: ${colours.onSodium} }
.main:hover { background: ${colours.sodium400}; color: ${colours.onSodium} }
.button:focus-visible { outline: 2px solid ${colours.xenon200}; outline-offset: -4px }
.button.main:focus-visible { outline-color: ${colours.onSodium} }
.receipt { align-self: start; padding: 24px 20px; background: radial-gradient(circle at 8px 0, transparent 5px, ${colours.bone100} 5.5px) 0 0 / 16px 100%; color: ${colours.onBone} }
.receipt h2 { margin: 0 0 12px; font: 800 24px/1.1 ${fonts.head}; text-transform: uppercase; overflow-wrap: anywhere }
dl { margin: 0; display: grid; gap: 8px }
dl div { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 12px }
dt { color: ${colours.onBoneMuted}; font: 400 14px/1.4 ${fonts.mono} }
dd { margin: 0; font: 600 14px/1.4 ${fonts.mono}; overflow-wrap: anywhere }
.total { align-items: baseline; margin-top: 8px; padding-top: 12px; border-top: 2px solid ${colours.onBone} }
.total dd { font: 800 32px/1.1 ${fonts.head} }
@media (min-width: 800px) {
  .page { padding: 36px 32px 64px }
  main { grid-template-columns: minmax(0, 1fr) 320px }
  .panel { grid-area: 1 / 1; padding: 32px }
}
`;
