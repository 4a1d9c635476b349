import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '#/server/platform/config/projectRoot.ts';

const { scripts } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as {
  scripts: { start: string };
};

/** The options that `npm start` gives Node.js, so that what is measured and proved runs as the site does. */
export const START_OPTIONS: readonly string[] = / node (.+) dist\/server\/main\.js$/
  .exec(scripts.start)![1]!
  .split(' ');
