import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '#/server/platform/config/projectRoot.ts';

/**
 * Lists the counters whose increase is an alarm (`deploy/prometheus.rules.yml`) and that are not at 0 in the metrics of
 * a new process. Their first event would be missed, because Prometheus sees no increase of a series that begins with it.
 */
export function lateCounters(metrics: string): string[] {
  const rules = readFileSync(join(projectRoot, 'deploy/prometheus.rules.yml'), 'utf8');
  const series = metrics.split('\n').filter((line) => line.endsWith(' 0'));
  const counters = [...rules.matchAll(/(?:increase|rate)\((\w+)\{([^}]*)\}/g)].filter(([, name]) =>
    metrics.includes(`# TYPE ${name} counter\n`),
  );
  if (counters.length < 7) throw new Error('the rules name fewer counters than expected');
  return counters.flatMap(([, name = '', labels = '']) => {
    const fixed = [...labels.matchAll(/(\w+)=("[^"]*")/g)].filter(([, label]) => label !== 'job');
    const isThere = series.some(
      (line) =>
        /^\w+/.exec(line)?.[0] === name &&
        fixed.every(([, label, value]) => line.includes(`${label}=${value}`)),
    );
    return isThere ? [] : [`${name}{${labels}}`];
  });
}
