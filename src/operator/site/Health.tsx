import { useTranslation } from 'react-i18next';
import type * as z from 'zod/mini';
import type { siteReply } from '#/contract/operator/site.ts';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { formatNumber } from '#/client/platform/i18n/formatNumber.ts';
import { Facts } from '../parts/Facts.tsx';
import { StateMark } from '../parts/StateMark.tsx';
import { Time } from '../parts/Time.tsx';
import styles from './Site.module.css';

const MIB = 1024 ** 2;
const GIB = 1024 ** 3;

/** Formats a size in MiB or GiB. */
function formatBytes(bytes: number): string {
  const [unit, name] = bytes >= GIB ? [GIB, 'GiB'] : [MIB, 'MiB'];
  const number = new Intl.NumberFormat(pageConfig.locale, { maximumFractionDigits: 1 }).format(bytes / unit);
  return `${number} ${name}`;
}

/** The answering process, its database and its disk. */
export function Health({ site }: { site: z.output<typeof siteReply> }) {
  const { t } = useTranslation('operator');
  const { version, startedAt, isReadOnly, freeBytes, database, pool, counts } = site;
  const { dumpedAt } = database;
  const isDumpLate = counts.dumpLate > 0;
  return (
    <div className={styles.health}>
      <Facts
        title={t('site.process')}
        facts={[
          [t('site.version'), version],
          [t('site.startedAt'), <Time at={startedAt} key="startedAt" />],
          [
            t('site.writes'),
            <StateMark key="writes" tone={isReadOnly ? 'bad' : 'good'}>
              {t(isReadOnly ? 'site.readOnly' : 'site.writable')}
            </StateMark>,
          ],
          [t('site.free'), freeBytes !== null && formatBytes(freeBytes)],
        ]}
      />
      <Facts
        title={t('site.database')}
        facts={[
          [t('site.version'), database.version],
          [t('site.size'), formatBytes(database.bytes)],
          [
            t('site.dumpedAt'),
            (dumpedAt !== null || isDumpLate) && (
              <StateMark key="dumpedAt" tone={isDumpLate ? 'bad' : 'good'}>
                {dumpedAt === null ? t('values.none') : <Time at={dumpedAt} />}
              </StateMark>
            ),
          ],
          [t('site.connections'), formatNumber(database.connections)],
          [t('site.pool'), t('site.poolText', { open: pool.open, idle: pool.idle, waiting: pool.waiting })],
        ]}
      />
    </div>
  );
}
