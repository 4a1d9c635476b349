/** Checked in this order, because most browsers also claim to be those further down. */
const BROWSERS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\b(?:OPR|OPT|Opera)\//],
  ['Yandex Browser', /\bYaBrowser\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Vivaldi', /\bVivaldi\//],
  ['DuckDuckGo', /\b(?:DuckDuckGo|Ddg)\//],
  ['Firefox', /\b(?:Firefox|FxiOS|Focus)\//],
  ['Chrome', /\b(?:Chrome|CriOS|HeadlessChrome)\//],
  ['Safari', /^(?=.*\bVersion\/).* Safari\//],
];
const SYSTEMS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['Android', /\bAndroid\b/],
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac(?: OS X|intosh)\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\b(?:Linux|X11)\b/],
];

const firstOf = (list: typeof BROWSERS, userAgent: string) =>
  list.find(([, pattern]) => pattern.test(userAgent))?.[0];

/** Names the browser and the system of a User-Agent from the site's own lists. @returns '' if it knows neither */
export const browserName = (userAgent: string): string =>
  [firstOf(BROWSERS, userAgent), firstOf(SYSTEMS, userAgent)].filter(Boolean).join(' · ');

/**
 * Formats a User-Agent for people, the same in every language: "Chrome · Android". Programs keep their own name, for
 * example "curl".
 * @returns '' if the client is unknown
 */
export const deviceName = (userAgent: string): string =>
  browserName(userAgent) || (/^(?!Mozilla\/)([A-Za-z][\w.-]{0,30})\//.exec(userAgent)?.[1] ?? '');
