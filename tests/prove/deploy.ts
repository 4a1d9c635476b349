import { join } from 'node:path';
import { projectRoot } from '#/server/platform/config/projectRoot.ts';
import { startTestDatabase } from '../support/app/postgres.ts';
import { layOutImage } from './deployImage.ts';
import { PROXIES, proveProxy } from './deployProxies.ts';
import { hasProgram, run } from './deployPrograms.ts';

/*
 * Tries the files of `deploy/` (N12): the steps of the Dockerfile in a plain folder, each proxy with TLS before two
 * processes of that folder, and the rules of Prometheus. One JSON line; the exit code is 0 only when all holds. A
 * program that the machine lacks is named in `absent`. The site must be built.
 */

const startedAt = performance.now();
const broken: string[] = [];
const absent: string[] = [];
const database = await startTestDatabase();
try {
  const image = await layOutImage(database.adminUrl, broken);
  for (const proxy of PROXIES)
    if (hasProgram(proxy.program)) await proveProxy(proxy, image, broken);
    else absent.push(proxy.program);
  await image.remove();
  if (hasProgram('promtool')) {
    const folder = join(projectRoot, 'deploy');
    for (const command of [
      ['check', 'rules', 'prometheus.rules.yml'],
      ['test', 'rules', 'prometheus.test.yml'],
      // the file of the token is the machine's
      ['check', 'config', '--syntax-only', 'prometheus.yml'],
    ])
      if ((await run('promtool', command, { cwd: folder })) !== 0)
        broken.push(`promtool ${command.join(' ')}`);
  } else absent.push('promtool');
} finally {
  await database.stop();
}
const seconds = Math.round((performance.now() - startedAt) / 1000);
console.log(JSON.stringify({ proof: 'deploy', seconds, ok: broken.length === 0, broken, absent }));
process.exitCode = broken.length === 0 ? 0 : 1;
