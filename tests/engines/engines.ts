import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { startFirefox } from './firefox.ts';
import type { Session, Wishes } from './session.ts';
import { startWebkit } from './webkit.ts';

interface Engine {
  name: 'Firefox' | 'WebKit';
  start: (wishes: Wishes) => Promise<Session>;
}

/** The first of these programs that stands in a folder of `PATH` or at its own path. */
function findProgram(...names: string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return names
    .flatMap((name) => (name.includes('/') ? name : folders.map((folder) => join(folder, name))))
    .find((path) => existsSync(path));
}

const firefox =
  process.env.FIREFOX_PATH ??
  findProgram('firefox', 'firefox-esr', '/Applications/Firefox.app/Contents/MacOS/firefox');
const webkitDriver = process.env.WEBKIT_DRIVER_PATH ?? findProgram('WebKitWebDriver');
const screen = findProgram('Xvfb');

/** Engines beside Chromium that this machine has. */
export const engines: readonly Engine[] = [
  ...(firefox
    ? [{ name: 'Firefox' as const, start: (wishes: Wishes) => startFirefox(firefox, wishes) }]
    : []),
  ...(webkitDriver && screen
    ? [
        {
          name: 'WebKit' as const,
          start: (wishes: Wishes) => startWebkit(webkitDriver, screen, wishes),
        },
      ]
    : []),
];

/** What an engine needs that this machine does not have. */
export const missingEngines: readonly string[] = [
  ...(firefox ? [] : ['Firefox: no firefox or firefox-esr']),
  ...(webkitDriver && screen ? [] : ['WebKit: no WebKitWebDriver with Xvfb']),
];
