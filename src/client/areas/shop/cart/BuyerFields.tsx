import { memo } from 'react';
import type { Control } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { GameServer } from '#/contract/landing.ts';
import { EMAIL_MAX_LENGTH } from '#/contract/limits.ts';
import { FormField } from '../FormField.tsx';
import { ServerSelect } from '../ServerSelect.tsx';
import { withoutSpaceAndCyrillic } from '../typing.ts';
import { Icon } from '../ui/Icon.tsx';
import styles from './BuyerFields.module.css';
import type { BuyerForm } from './useBuyerForm.ts';

interface BuyerFieldsProps {
  control: Control<BuyerForm>;
  servers: readonly GameServer[];
  /** They are those of the signed-in player (S15). */
  isLocked: boolean;
  serverHint?: string | undefined;
}

/** Whom a purchase is for: server, and login or e-mail. Does not follow the form around it. */
export const BuyerFields = memo(({ control, servers, isLocked, serverHint }: BuyerFieldsProps) => {
  const { t } = useTranslation('shop');
  return (
    <div className={styles.buyer}>
      <ServerSelect control={control} name="server" servers={servers} hint={serverHint} disabled={isLocked} />
      <FormField
        control={control}
        name="login"
        label={t('donate.login')}
        autoComplete="username"
        maxLength={EMAIL_MAX_LENGTH}
        filter={withoutSpaceAndCyrillic}
        disabled={isLocked}
        end={<Icon name="userCircle" className={styles.sign} />}
      />
    </div>
  );
});
