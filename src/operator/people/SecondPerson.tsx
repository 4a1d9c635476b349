import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import { Button } from '#/client/ui/inputs/Button.tsx';
import { ActDialog } from '../acts/ActDialog.tsx';
import styles from './People.module.css';
import { limitsQuery } from './staffQueries.ts';

/** Switch for the approval by a second person. A site with one operator has none (O5). */
export function SecondPerson() {
  const { t } = useTranslation('operatorPeople');
  const limits = useQuery(limitsQuery);
  const [isOpen, setIsOpen] = useState(false);
  if (!limits.data) return null;
  const { isSecondPersonAsked: isAsked } = limits.data;
  return (
    <div className={styles.rule}>
      <p>{t(isAsked ? 'second.on' : 'second.off')}</p>
      <Button variant="secondary" size="small" onClick={() => setIsOpen(true)}>
        {t(isAsked ? 'second.turnOff' : 'second.turnOn')}
      </Button>
      {isOpen && (
        <ActDialog
          plan={{ endpoint: operatorCalls.switchSecondPerson, input: { body: { isAsked: !isAsked } } }}
          title={t(isAsked ? 'second.turnOffTitle' : 'second.turnOnTitle')}
          label={t(isAsked ? 'second.turnOff' : 'second.turnOn')}
          done={t('second.done')}
          onClose={() => setIsOpen(false)}
        />
      )}
    </div>
  );
}
