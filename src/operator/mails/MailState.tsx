import { useTranslation } from 'react-i18next';
import type { MailState as State } from '#/contract/operator/mails.ts';
import { StateMark } from '../parts/StateMark.tsx';

const TONES = { waiting: 'waits', failed: 'bad', sent: 'good', ended: 'quiet', dropped: 'quiet' } as const;

/** The state of a mail. */
export function MailState({ state }: { state: State }) {
  const { t } = useTranslation('operatorMails');
  return <StateMark tone={TONES[state]}>{t(`states.${state}`)}</StateMark>;
}
