import { useTranslation } from 'react-i18next';
import type { PayoutRow } from '#/contract/operator/figures/payouts.ts';
import { StateMark } from '../parts/StateMark.tsx';

const TONES = {
  pending: 'waits',
  inTransit: 'waits',
  paid: 'good',
  failed: 'bad',
  cancelled: 'quiet',
} as const;

type Shown = Pick<PayoutRow, 'status' | 'isOpen' | 'linesState'>;

/** Marks for the state of a payout, whether it needs a look, and whether lines are missing. */
export function PayoutStateMark({ payout: { status, isOpen, linesState } }: { payout: Shown }) {
  const { t } = useTranslation('operatorPayouts');
  return (
    <>
      <StateMark tone={TONES[status]}>{t(`statuses.${status}`)}</StateMark>
      {isOpen && <StateMark tone="bad">{t('open')}</StateMark>}
      {linesState !== 'read' && (
        <StateMark tone={linesState === 'never' ? 'quiet' : 'waits'}>
          {t(`linesStates.${linesState}`)}
        </StateMark>
      )}
    </>
  );
}
