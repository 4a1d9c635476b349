import { useTranslation } from 'react-i18next';
import type { DELIVERY_STATES } from '#/contract/operator/deliveries.ts';
import { StateMark } from './StateMark.tsx';

const TONES = {
  waiting: 'waits',
  leased: 'waits',
  cancelling: 'waits',
  done: 'good',
  cancelled: 'quiet',
  failed: 'bad',
  unknown: 'bad',
} as const;

/** The state of a delivery. */
export function DeliveryState({ state }: { state: (typeof DELIVERY_STATES)[number] }) {
  const { t } = useTranslation('operator');
  return <StateMark tone={TONES[state]}>{t(`deliveryStates.${state}`)}</StateMark>;
}
