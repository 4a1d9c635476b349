import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { SWITCHES, type SwitchName } from '#/contract/kernel/switches.ts';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import { closedSentences, type SiteSwitch } from '#/contract/operator/site.ts';
import { Button } from '#/client/ui/inputs/Button.tsx';
import { ActDialog } from '../acts/ActDialog.tsx';
import { type Column, DataTable } from '../lists/DataTable.tsx';
import { StateMark } from '../parts/StateMark.tsx';
import { Time } from '../parts/Time.tsx';
import { useMay } from '../platform/session.ts';
import styles from './Site.module.css';

interface Row {
  name: SwitchName;
  /** Undefined when the switch was never used. */
  used: SiteSwitch | undefined;
}

/** Switches of the closable parts: the shop, openings, sign-up and handing over. */
export function SwitchList({ switches }: { switches: readonly SiteSwitch[] }) {
  const { t } = useTranslation('operator');
  const maySwitch = useMay('site.switches');
  const [chosen, setChosen] = useState<Row>();
  const columns: Column<Row>[] = [
    {
      key: 'name',
      label: t('switches.part'),
      renderCell: ({ name }) => (
        <>
          {t(`switches.names.${name}`)}
          <span className={styles.below}>{t(`switches.hints.${name}`)}</span>
        </>
      ),
    },
    {
      key: 'state',
      label: t('fields.state'),
      renderCell: ({ used }) => (
        <StateMark tone={used?.isClosed ? 'bad' : 'good'}>
          {t(used?.isClosed ? 'switches.closed' : 'switches.open')}
        </StateMark>
      ),
    },
    {
      key: 'last',
      label: t('switches.last'),
      renderCell: ({ used }) =>
        used ? (
          <>
            <Time at={used.changedAt} /> · {used.changedBy}
            <span className={styles.below}>{used.reason}</span>
          </>
        ) : (
          t('values.none')
        ),
    },
    {
      key: 'acts',
      label: t('staff.acts'),
      kind: 'actions',
      renderCell: (row) =>
        maySwitch && (
          <Button
            variant="secondary"
            size="small"
            aria-label={t(row.used?.isClosed ? 'switches.doOpenNamed' : 'switches.doCloseNamed', {
              name: t(`switches.names.${row.name}`),
            })}
            onClick={() => setChosen(row)}
          >
            {t(row.used?.isClosed ? 'switches.doOpen' : 'switches.doClose')}
          </Button>
        ),
    },
  ];
  return (
    <section id="switches" className={styles.jobs}>
      <h2>{t('switches.title')}</h2>
      <DataTable
        label={t('switches.title')}
        columns={columns}
        rows={SWITCHES.map((name) => ({ name, used: switches.find((one) => one.name === name) }))}
        keyOf={({ name }) => name}
      />
      {chosen && <SwitchDialog row={chosen} onClose={() => setChosen(undefined)} />}
    </section>
  );
}

/** Closes or opens a part: shows the players' sentence and asks for the reason. */
function SwitchDialog({ row: { name, used }, onClose }: { row: Row; onClose: () => void }) {
  const { t } = useTranslation('operator');
  const isClosed = used?.isClosed === true;
  const named = { name: t(`switches.names.${name}`) };
  return (
    <ActDialog
      plan={{
        endpoint: isClosed ? operatorCalls.openSwitch : operatorCalls.closeSwitch,
        input: { params: { id: name }, body: {} },
      }}
      title={t(isClosed ? 'switches.doOpenNamed' : 'switches.doCloseNamed', named)}
      label={t(isClosed ? 'switches.doOpen' : 'switches.doClose')}
      done={t(isClosed ? 'switches.opened' : 'switches.wasClosed')}
      renderForeseen={(foreseen) => <Sentences foreseen={foreseen} />}
      onClose={onClose}
    >
      <p>{t(isClosed ? 'switches.openText' : 'switches.closeText')}</p>
    </ActDialog>
  );
}

/** The sentence that players will read, in each language. */
function Sentences({ foreseen }: { foreseen: Readonly<Record<string, unknown>> }) {
  const { t } = useTranslation('operator');
  const sentences = z.safeParse(closedSentences, foreseen).data?.sentences ?? {};
  const entries = Object.entries(sentences);
  if (entries.length === 0) return null;
  return (
    <>
      <p>{t('switches.playersRead')}</p>
      <ul className={styles.sentences}>
        {entries.map(([locale, sentence]) => (
          <li key={locale} lang={locale}>
            <span className={styles.below}>{locale}</span>
            {sentence}
          </li>
        ))}
      </ul>
    </>
  );
}
