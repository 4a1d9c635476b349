import { existsSync } from 'node:fs';
import { chromium, type LaunchOptions } from 'playwright';

const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';
const WHOLE_BROWSERS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

const firstOf = (paths: readonly string[]) =>
  process.env.CHROMIUM_PATH ?? [chromium.executablePath(), ...paths].find((path) => existsSync(path));

/**
 * Path of Playwright's own Chromium, or of one of the system; undefined if there is neither. The headless shell comes
 * before the whole browser, because it starts and draws in two thirds of its time.
 */
export const chromiumPath = firstOf([HEADLESS_SHELL, ...WHOLE_BROWSERS]);

const isRoot = process.getuid?.() === 0;

const optionsOf = (path: string | undefined): LaunchOptions => ({
  ...(path ? { executablePath: path } : {}),
  args: [
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--mute-audio',
    ...(isRoot ? ['--no-sandbox'] : []),
  ],
});

export const launchOptions = optionsOf(chromiumPath);

/**
 * For pages that a test shows for seconds: V8 does not optimise their code, because that would cost more time than it
 * saves.
 */
export const testLaunchOptions: LaunchOptions = {
  ...launchOptions,
  args: [...(launchOptions.args ?? []), '--js-flags=--no-opt --no-maglev'],
};

/** Benchmarks measure the whole browser, because players use it. */
export const benchLaunchOptions = optionsOf(firstOf([...WHOLE_BROWSERS, HEADLESS_SHELL]));
