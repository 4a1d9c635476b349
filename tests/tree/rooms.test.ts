import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';

/* How many modules lie in a room (CONTRIBUTING.md, Boundaries). Tests have no least number, because they mirror. */

const MOST = 20;
const LEAST = 5;

/** Rooms with fewer modules, and why each stands nevertheless. */
const SMALL: Record<string, string> = {
  'src/client/areas/cases/shared': 'a page that no other part of the area needs',
  'src/client/platform/theme': 'its other modules are styles and numbers',
  'src/server/adapters/mail': 'each port has a room',
  'src/server/areas/operator/calls': 'all other rooms of the area stand on it',
  'src/server/areas/operator/figures': 'each part of the operators’ program has a room',
  'src/server/areas/operator/site': 'each part of the operators’ program has a room',
  'src/server/platform/markup': 'mails and pages share it',
};

const rooms = new Map<string, number>();
for (const file of execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', 'src', 'tests'],
  {
    encoding: 'utf8',
  },
).split('\n'))
  if (/\.(tsx?|cjs)$/.test(file) && !file.endsWith('.d.ts') && existsSync(file))
    rooms.set(dirname(file), (rooms.get(dirname(file)) ?? 0) + 1);

const isRoot = (room: string) => [...rooms.keys()].some((other) => other.startsWith(`${room}/`));

test('no room has more than 20 modules', () => {
  const large = [...rooms].filter(([, modules]) => modules > MOST);
  expect(large.map(([room, modules]) => `${room}: ${modules}`)).toEqual([]);
});

test('a room has 5 modules or more, or a reason; a root has those that compose its rooms', () => {
  const small = [...rooms]
    .filter(([room, modules]) => /^src\/(?!games)/.test(room) && !isRoot(room) && modules < LEAST)
    .map(([room]) => room);
  expect(small.toSorted()).toEqual(Object.keys(SMALL));
});
