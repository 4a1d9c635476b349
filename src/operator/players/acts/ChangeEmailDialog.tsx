import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import { changePlayerEmailBody } from '#/contract/operator/playerActs.ts';
import type { PlayerReply } from '#/contract/operator/players.ts';
import { Field } from '#/client/ui/inputs/Field.tsx';
import { ActDialog } from '../../acts/ActDialog.tsx';
import { FormDialog } from '../../acts/FormDialog.tsx';

/** Changes a player's e-mail: asks for the new address, then shows the consequences and asks how they were recognised. */
export function ChangeEmailDialog({ player, onClose }: { player: PlayerReply; onClose: () => void }) {
  const { t } = useTranslation('operatorPlayers');
  const [typed, setTyped] = useState('');
  const [isWrong, setIsWrong] = useState(false);
  const [email, setEmail] = useState<string>();
  if (email !== undefined)
    return (
      <ActDialog
        plan={{
          endpoint: operatorCalls.changePlayerEmail,
          input: { params: { id: String(player.id) }, body: { email } },
        }}
        title={t('playerActs.email')}
        label={t('playerActs.email')}
        done={t('playerActs.emailDone')}
        reasonLabel={t('playerActs.recognised')}
        onClose={onClose}
      >
        <p>{t('playerActs.emailTo', { email })}</p>
      </ActDialog>
    );
  return (
    <FormDialog
      title={t('playerActs.email')}
      lead={t(player.isVerified ? 'playerActs.emailLead' : 'playerActs.emailLeadUntold')}
      onSubmit={() => {
        const parsed = changePlayerEmailBody.shape.email.safeParse(typed.trim().toLowerCase());
        setIsWrong(!parsed.success);
        setEmail(parsed.data);
      }}
      onClose={onClose}
    >
      <Field
        name="email"
        type="email"
        label={t('playerActs.newEmail')}
        autoComplete="off"
        value={typed}
        error={isWrong ? t('playerActs.emailWrong') : undefined}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setIsWrong(false);
        }}
      />
    </FormDialog>
  );
}
