import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { MailRow } from '#/contract/operator/mails.ts';
import { formatNumber } from '#/client/platform/i18n/formatNumber.ts';
import type { Column } from '../lists/DataTable.tsx';
import { OrderCell } from '../parts/OrderCell.tsx';
import { type Selection, selectionColumn } from '../lists/SelectionBar.tsx';
import { Time } from '../parts/Time.tsx';
import cells from '../parts/cells.module.css';
import { MailStateMark } from './MailStateMark.tsx';

/** Columns of the list of mails. */
export function useMailColumns(selection: Selection): Column<MailRow>[] {
  const { t } = useTranslation(['operatorMails', 'operator']);
  return [
    selectionColumn<MailRow>({
      label: t('list.select'),
      labelOf: ({ id }) => t('list.selectNo', { no: id }),
      isSelectable: ({ acts }) => acts.length > 0,
      ...selection,
    }),
    {
      key: 'id',
      label: t('list.number'),
      renderCell: ({ id }) => (
        <Link to={`/mails/${id}`} className={cells.number}>
          {id}
        </Link>
      ),
    },
    { key: 'at', label: t('list.time'), renderCell: ({ createdAt }) => <Time at={createdAt} /> },
    { key: 'kind', label: t('list.kind'), renderCell: ({ kind }) => t(`kinds.${kind}`) },
    {
      key: 'to',
      label: t('list.to'),
      renderCell: ({ to, player }) => (
        <>
          {player ? (
            <Link to={`/players/${player.id}`} className={cells.number}>
              {player.login}
            </Link>
          ) : (
            <span className={cells.quiet}>{t('list.none')}</span>
          )}
          {to && <span className={cells.below}>{to}</span>}
        </>
      ),
    },
    {
      key: 'about',
      label: t('list.about'),
      renderCell: ({ order, orderNumber }) => <OrderCell order={order} number={orderNumber} />,
    },
    {
      key: 'state',
      label: t('list.state'),
      renderCell: ({ state, error, nextAt, attempts }) => (
        <span className={cells.marks}>
          <MailStateMark state={state} />
          {error && (
            <span className={cells.below} lang="en">
              {error}
            </span>
          )}
          {nextAt && attempts > 0 && (
            <span className={cells.below}>
              {t('list.next')} <Time at={nextAt} />
            </span>
          )}
        </span>
      ),
    },
    {
      key: 'attempts',
      label: t('list.attempts'),
      kind: 'number',
      renderCell: ({ attempts }) => formatNumber(attempts),
    },
  ];
}
