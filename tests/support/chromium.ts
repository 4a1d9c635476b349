import { existsSync } from 'node:fs';
import { chromium, type LaunchOptions } from 'playwright';

const SYSTEM_PATHS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Playwright's own Chromium where it is installed, else one of the system, else none. */
export const chromiumPath =
  process.env.CHROMIUM_PATH ?? [chromium.executablePath(), ...SYSTEM_PATHS].find((path) => existsSync(path));

const isRoot = process.getuid?.() === 0;

export const launchOptions: LaunchOptions = {
  ...(chromiumPath ? { executablePath: chromiumPath } : {}),
  args: [
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--mute-audio',
    ...(isRoot ? ['--no-sandbox'] : []),
  ],
};
