import { useTranslation } from 'react-i18next';
import { TimeField } from '../../acts/TimeField.tsx';

interface AskedOnFieldProps {
  /** A day such as 2026-07-01; '' for none. */
  value: string;
  isWrong: boolean;
  onValueChange: (day: string) => void;
}

/** The day on which a player asked for their data or for deletion. The law allows one month from then. */
export function AskedOnField({ value, isWrong, onValueChange }: AskedOnFieldProps) {
  const { t } = useTranslation('operatorPlayers');
  return (
    <TimeField
      name="askedOn"
      type="date"
      label={t('playerActs.askedOn')}
      value={value}
      error={isWrong && value === '' ? t('playerActs.askedWrong') : undefined}
      onValueChange={onValueChange}
    />
  );
}
