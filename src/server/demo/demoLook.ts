import { colours, fonts } from '#/server/platform/markup/brandColours.ts';

/** Styles of the demonstration's own pages: outbox and simulated games. */
export const DEMO_CSS = `
:root { color-scheme: dark }
*, ::before, ::after { box-sizing: border-box }
body { margin: 0; background: ${colours.ink950}; color: ${colours.bone100}; font: 400 16px/1.5 ${fonts.text} }
header { padding: 24px 24px 16px; border-bottom: 3px dashed ${colours.lineYellow} }
h1, h2 { margin: 0; font: 800 28px/1.1 ${fonts.head}; text-transform: uppercase }
h2 { font-size: 20px; text-transform: none; overflow-wrap: anywhere }
p { margin: 6px 0 0; color: ${colours.ink300} }
main { display: grid; gap: 24px; padding: 24px; grid-template-columns: minmax(0, 1fr) }
a { color: ${colours.sodium400} }
:focus-visible { outline: 2px solid ${colours.xenon200}; outline-offset: -2px }
small { display: block; color: ${colours.ink300}; font: 400 13px/1.5 ${fonts.mono} }
pre { padding: 16px; background: ${colours.well}; font: 400 14px/1.6 ${fonts.mono}; white-space: pre-wrap; overflow-wrap: anywhere }
`;
