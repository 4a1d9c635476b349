import { useTranslation } from 'react-i18next';
import type { Delivery } from '#/contract/deliveries.ts';
import { formatDateTime } from '#/client/platform/i18n/formatDate.ts';
import { toneOf } from './stageLook.ts';
import styles from './DeliverySteps.module.css';

/** Steps of a delivery into the game: past steps with their times, the current one and those to come (D18). */
export function DeliverySteps({ delivery }: { delivery: Delivery }) {
  const { t } = useTranslation('game');
  const { stage, isOpen, isPrize, title, order, createdAt, movedAt } = delivery;
  const began = isPrize ? 'taken' : title === null ? 'noted' : order === null ? 'granted' : 'paid';
  return (
    <ol className={styles.steps}>
      <Step tone="good" name={t(`steps.${began}`)} at={createdAt} />
      <Step
        tone={toneOf(stage)}
        name={t(`stages.${stage}.title`)}
        at={isOpen ? undefined : movedAt}
        isCurrent
      />
      {isOpen && stage !== 'takingBack' && stage !== 'callingOff' && (
        <Step tone="todo" name={t('steps.handed')} />
      )}
    </ol>
  );
}

interface StepProps {
  tone: ReturnType<typeof toneOf> | 'todo';
  name: string;
  at?: string | undefined;
  isCurrent?: boolean;
}

function Step({ tone, name, at, isCurrent = false }: StepProps) {
  return (
    <li className={styles.step} data-tone={tone} aria-current={isCurrent ? 'step' : undefined}>
      <b>{name}</b>
      {at && <time dateTime={at}>{formatDateTime(at)}</time>}
    </li>
  );
}
