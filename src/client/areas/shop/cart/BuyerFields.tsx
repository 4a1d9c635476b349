import { memo } from 'react';
import type { Control } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { GameServer } from '#/contract/landing.ts';
import { EMAIL_MAX_LENGTH } from '#/contract/kernel/limits.ts';
import { FormField } from '#/client/platform/forms/FormField.tsx';
import { ServerSelect } from '#/client/domain/forms/ServerSelect.tsx';
import { withoutSpaceAndCyrillic } from '#/client/platform/forms/typing.ts';
import { Icon } from '#/client/ui/display/Icon.tsx';
import styles from './BuyerFields.module.css';
import type { BuyerForm } from './useBuyerForm.ts';

interface BuyerFieldsProps {
  control: Control<BuyerForm>;
  servers: readonly GameServer[];
  /** Whether the values belong to the signed-in player and cannot be changed (S15). */
  isLocked: boolean;
  serverHint?: string | undefined;
}

/**
 * Fields for the recipient of a purchase: server, and login or e-mail. Rerenders independently of the rest of the form.
 */
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
