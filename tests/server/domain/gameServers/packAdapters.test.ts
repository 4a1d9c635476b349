import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join, posix } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { afterEach, describe, expect, test } from 'vitest';
import { packAdapters } from '#/server/domain/gameServers/packAdapters.ts';
import { projectRoot } from '#/server/platform/config/projectRoot.ts';

/** The files of the zips as texts, by the name of the zip. */
const zips = new Map(
  packAdapters().map(({ fileName, bytes }) => [
    fileName,
    Object.fromEntries(Object.entries(unzipSync(bytes)).map(([name, data]) => [name, strFromU8(data)])),
  ]),
);
const namesOf = (zip: string) => Object.keys(zips.get(zip)!);

const zone = process.env['TZ'];
afterEach(() => {
  if (zone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = zone;
});

describe('D21 npm run adapters', () => {
  test.each(['fivem', 'ragemp'])(
    'packs the adapter of %s with what it needs, and nothing of the site',
    (game) => {
      const files = zips.get(`onerp-${game}.zip`)!;
      for (const name of Object.keys(files)) expect(name).toMatch(/^((README|PROTOCOL)\.md|onerp\/[\w/.]+)$/);
      const source = (path: string) => readFileSync(join(projectRoot, 'src/games', path), 'utf8');
      expect(files['README.md']).toBe(source(`${game}/README.md`));
      expect(files['PROTOCOL.md']).toBe(source('PROTOCOL.md'));
      for (const text of Object.values(files))
        expect(text).not.toMatch(/#\/(server|contract)|(src|\.\.)\/(server|contract)/);
    },
  );

  test('holds every file that the adapter of RAGE MP requires', () => {
    const files = zips.get('onerp-ragemp.zip')!;
    const scripts = namesOf('onerp-ragemp.zip').filter((name) => name.endsWith('.js'));
    expect(scripts).toContain('onerp/index.js');
    for (const script of scripts)
      for (const [, wanted] of files[script]!.matchAll(/require\('([^']+)'\)/g)) {
        const path = posix.join(posix.dirname(script), `${wanted}.js`);
        expect([...builtinModules, ...scripts]).toContain(wanted!.startsWith('.') ? path : wanted);
      }
  });

  test('holds exactly the files that the manifest of FiveM loads', () => {
    const manifest = zips.get('onerp-fivem.zip')!['onerp/fxmanifest.lua']!;
    const loaded = [...manifest.matchAll(/^ {2}'(.+\.lua)',$/gm)].map(([, name]) => `onerp/${name}`);
    const scripts = namesOf('onerp-fivem.zip').filter((name) => name.endsWith('.lua'));
    expect(scripts.filter((name) => name !== 'onerp/fxmanifest.lua')).toEqual(loaded.toSorted());
  });

  test('gives the same bytes in every time zone', () => {
    const hashes = () => packAdapters().map(({ bytes }) => createHash('sha256').update(bytes).digest('hex'));
    const before = hashes();
    for (const other of ['Pacific/Auckland', 'America/Los_Angeles']) {
      process.env['TZ'] = other;
      expect(hashes()).toEqual(before);
    }
  });
});
