import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { gameLinkCalls } from '#/contract/calls/gameLink.ts';
import { PERMIT_MAX_COINS } from '#/contract/kernel/limits.ts';
import type { SpendPermitReply } from '#/contract/gameLink.ts';
import { call } from '#/client/platform/api/api.ts';
import { formatCoins } from '#/client/platform/i18n/formatNumber.ts';
import { notify } from '#/client/ui/feedback/notify.ts';
import { Button } from '#/client/ui/inputs/Button.tsx';
import { Field } from '#/client/ui/inputs/Field.tsx';
import { FreshForm } from './FreshForm.tsx';
import { publishPermit, spendPermitQuery } from './gameLinkQueries.ts';
import styles from './GameLink.module.css';

/** Sets how many coins the game may spend for the player in a day (D17). The default is none. */
export function SpendPermit() {
  const { data: permit } = useQuery(spendPermitQuery);
  return permit && <PermitForm permit={permit} />;
}

function PermitForm({ permit: { coinsPerDay, spentToday } }: { permit: SpendPermitReply }) {
  const { t } = useTranslation(['game', 'common']);
  const client = useQueryClient();
  /** Undefined until the player types. */
  const [typed, setTyped] = useState<string>();
  const shown = typed ?? String(coinsPerDay);
  const coins = Number(shown);
  return (
    <div className={styles.words}>
      <h3>{t('permit.title')}</h3>
      <p>{t('permit.text')}</p>
      <FreshForm
        onSend={async (proof) => {
          publishPermit(
            client,
            await call(gameLinkCalls.setSpendPermit, { body: { coinsPerDay: coins, ...proof } }),
          );
          setTyped(undefined);
          notify({ type: 'success', title: t('common:toast.success'), description: t('permit.saved') });
        }}
      >
        {({ isPending }) => (
          <>
            <Field
              name="coinsPerDay"
              label={t('permit.label')}
              hint={t('permit.spent', { coins: formatCoins(spentToday) })}
              inputMode="numeric"
              maxLength={5}
              value={shown}
              onChange={(event) =>
                setTyped(
                  String(Math.min(PERMIT_MAX_COINS, Number(event.currentTarget.value.replaceAll(/\D/g, '')))),
                )
              }
            />
            <div className={styles.actions}>
              <Button type="submit" variant="secondary" busy={isPending} disabled={coins === coinsPerDay}>
                {t('permit.save')}
              </Button>
            </div>
          </>
        )}
      </FreshForm>
    </div>
  );
}
