import { useTranslation } from 'react-i18next';
import { Dialog, DialogBody, DialogTitle } from '#/client/ui/feedback/Dialog.tsx';
import { SignInForm } from '../entrance/SignInForm.tsx';
import { useOperator } from '../platform/session.ts';
import { useSessionLost } from '../platform/sessionLost.ts';
import styles from './SignInAgain.module.css';

/** Asks to sign in again over the page when the session is over, so that nothing typed is lost (O30). */
export function SignInAgain() {
  const { t } = useTranslation('operator');
  const isLost = useSessionLost((state) => state.isLost);
  const operator = useOperator();
  return (
    <Dialog open={isLost} onClose={() => {}}>
      <DialogBody>
        <div className={styles.form}>
          <DialogTitle>{t('signIn.againTitle')}</DialogTitle>
          <p>{t('signIn.againText')}</p>
          <SignInForm email={operator?.email ?? ''} />
        </div>
      </DialogBody>
    </Dialog>
  );
}
