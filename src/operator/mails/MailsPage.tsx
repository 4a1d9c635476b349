import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MAIL_KINDS } from '#/contract/mail.ts';
import { MAIL_STATES, mailsQuery } from '#/contract/operator/mails.ts';
import { FilterInput } from '../lists/FilterInput.tsx';
import { FilterChoice, Filters } from '../lists/Filters.tsx';
import { ListView } from '../lists/ListView.tsx';
import { PageHead } from '../parts/PageHead.tsx';
import { useFilterFields } from '../lists/useFilterFields.ts';
import { countFilters, useListFilters } from '../lists/useListFilters.ts';
import { useMay } from '../platform/session.ts';
import { MailBar } from './MailBar.tsx';
import { mailsPageQuery } from './mailQueries.ts';
import { MailsTabs } from './MailsTabs.tsx';
import { MuteButton, MuteNotice } from './MuteNotice.tsx';
import { QueueSummary } from './QueueSummary.tsx';
import { TestMailButton } from './TestMailButton.tsx';
import { useMailColumns } from './useMailColumns.tsx';

const NONE: ReadonlySet<number> = new Set();

/** The queue of mails, the newest first. The address contains filters and position. */
export function MailsPage() {
  const { t } = useTranslation(['operatorMails', 'operator']);
  const { filters, show, clear } = useListFilters(mailsQuery);
  const mayAct = useMay('mails.act');
  const [selected, setSelected] = useState<ReadonlySet<number>>(NONE);
  // the selection is cleared, because its rows are not on another page
  const leave = (go: () => void) => {
    setSelected(NONE);
    go();
  };
  const field = useFilterFields(mailsQuery, filters, (name, value) => leave(() => show({ [name]: value })));
  const mails = useQuery(mailsPageQuery(filters));
  const columns = useMailColumns({ selected, onSelect: setSelected });
  return (
    <>
      <PageHead title={t('title')} lead={t('lead')}>
        {mayAct && <TestMailButton />}
        {mayAct && <MuteButton />}
      </PageHead>
      <MailsTabs shown="queue" />
      <MuteNotice />
      <QueueSummary />
      <Filters label={t('filters.label')} count={countFilters(filters)} onClear={() => leave(clear)}>
        <FilterChoice
          label={t('list.state')}
          options={MAIL_STATES.map((value) => ({ value, label: t(`states.${value}`) }))}
          {...field('state')}
        />
        <FilterChoice
          label={t('filters.kind')}
          options={MAIL_KINDS.map((value) => ({ value, label: t(`kinds.${value}`) }))}
          {...field('kind')}
        />
        <FilterInput label={t('filters.day')} type="date" {...field('day')} />
        <FilterInput label={t('operator:filters.player')} inputMode="numeric" {...field('player')} />
      </Filters>
      <ListView
        label={t('title')}
        query={mails}
        rowsOf={({ mails: rows }) => rows}
        columns={columns}
        filters={filters}
        onShow={(changes) => leave(() => show(changes))}
        empty={{ icon: 'envelope', title: t('list.empty'), text: t('list.emptyText') }}
        renderBar={(rows) =>
          mayAct && <MailBar rows={rows} filters={filters} selected={selected} onSelect={setSelected} />
        }
      />
    </>
  );
}
