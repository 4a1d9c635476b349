import { useTranslation } from 'react-i18next';
import type { MailState } from '#/contract/operator/mails.ts';
import { StateMark } from '../parts/StateMark.tsx';

const TONES = { waiting: 'waits', failed: 'bad', sent: 'good', ended: 'quiet', dropped: 'quiet' } as const;

/** The state of a mail. */
export function MailStateMark({ state }: { state: MailState }) {
  const { t } = useTranslation('operatorMails');
  return <StateMark tone={TONES[state]}>{t(`states.${state}`)}</StateMark>;
}
