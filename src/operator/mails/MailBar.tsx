import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MAIL_ACTS, type MailAct, type MailRow, type MailsQuery } from '#/contract/operator/mails.ts';
import { SelectionBar } from '../lists/SelectionBar.tsx';
import { countFilters } from '../lists/useListFilters.ts';
import { MailsDialog, MatchingDialog } from './MailDialogs.tsx';

interface MailBarProps {
  /** Rows on the page. */
  rows: readonly MailRow[];
  filters: MailsQuery;
  selected: ReadonlySet<number>;
  onSelect: (selected: ReadonlySet<number>) => void;
}

/** Sends many mails again or drops them: the selected ones, or all that match the filters. */
export function MailBar({ rows, filters, selected, onSelect }: MailBarProps) {
  const { t } = useTranslation('operatorMails');
  const [open, setOpen] = useState<{ act: MailAct; mails?: readonly number[] }>();
  const chosen = rows.filter(({ id }) => selected.has(id)).map(({ id }) => id);
  const { before: _, after: __, ...matched } = filters;
  const close = () => setOpen(undefined);
  return (
    <SelectionBar
      words={{
        label: t('acts.bulk'),
        selectPage: t('acts.selectPage'),
        selected: t('acts.selected', { count: chosen.length }),
        selectNone: t('acts.selectNone'),
        noneTogether: t('acts.noneTogether'),
        allMatching: t('acts.all'),
      }}
      acts={MAIL_ACTS.map((act) => ({ act, label: t(`acts.${act}`) }))}
      rows={rows}
      selected={selected}
      onSelect={onSelect}
      hasFilters={countFilters(filters) > 0}
      onAct={(act, isMatching) => setOpen({ act, ...(!isMatching && { mails: chosen }) })}
    >
      {open?.mails && (
        <MailsDialog act={open.act} mails={open.mails} onClose={close} onDone={() => onSelect(new Set())} />
      )}
      {open && !open.mails && <MatchingDialog act={open.act} filters={matched} onClose={close} />}
    </SelectionBar>
  );
}
