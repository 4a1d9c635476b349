import { Tabs } from '@base-ui/react/tabs';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { ServerInfo, ServerStatistic } from '#/contract/landing.ts';
import { ServerIndicator } from '#/client/stage/index.ts';
import { Plate } from '#/client/ui/surfaces/Plate.tsx';
import { showWhatIsHidden } from '#/client/ui/navigation/showWhatIsHidden.ts';
import { ServerCount } from './ServerCount.tsx';
import { ServerPanel } from './ServerPanel.tsx';
import styles from './ServerTabs.module.css';

interface ServerTabsProps {
  servers: readonly ServerInfo[];
  /** Players of each server; undefined while they load. */
  counts: readonly ServerStatistic[] | undefined;
  /** Whether the numbers of players could not be loaded. */
  isUnknown: boolean;
  /** Key of the shown server. */
  chosen: string;
  onChoose: (key: string) => void;
}

/** A tab for each server with its players, and the details of the chosen server below (L6). */
export function ServerTabs({ servers, counts, isUnknown, chosen, onChoose }: ServerTabsProps) {
  const { t } = useTranslation('landing');
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => (row.current ? showWhatIsHidden(row.current) : undefined), []);
  const at = servers.findIndex(({ key }) => key === chosen);
  const server = servers[at];
  const most = Math.max(0, ...(counts ?? []).map(({ online }) => online));

  const choose = (key: string) => {
    onChoose(key);
    const tab = row.current?.querySelector<HTMLElement>(`[data-server="${CSS.escape(key)}"]`);
    if (row.current && tab)
      row.current.scrollLeft = tab.offsetLeft - (row.current.clientWidth - tab.offsetWidth) / 2;
  };
  return (
    <Tabs.Root value={chosen} onValueChange={choose}>
      <Tabs.List ref={row} className={styles.row} aria-label={t('servers.tabs')} activateOnFocus={false}>
        {servers.map(({ key, name }, index) => {
          const count = counts?.find((one) => one.key === key);
          const isBusiest = count?.isOnline === true && most > 0 && count.online === most;
          return (
            <Tabs.Tab key={key} value={key} data-server={key} className={`cut ${styles.tab}`}>
              <span className={styles.head}>
                <Plate code={String(index + 1).padStart(2, '0')}>{name}</Plate>
                {isBusiest && <span className={`label ${styles.busiest}`}>{t('servers.busiest')}</span>}
              </span>
              <ServerCount count={count} isUnknown={isUnknown} most={most} />
            </Tabs.Tab>
          );
        })}
      </Tabs.List>
      <ServerIndicator className={styles.lane} index={Math.max(0, at)} count={servers.length} />
      <Tabs.Panel value={chosen} key={chosen} className={styles.panel} tabIndex={-1}>
        {server && <ServerPanel server={server} place={at} />}
      </Tabs.Panel>
    </Tabs.Root>
  );
}
