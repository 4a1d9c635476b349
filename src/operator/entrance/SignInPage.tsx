import { useTranslation } from 'react-i18next';
import { useTitle } from '../platform/useTitle.ts';
import { Entrance } from './Entrance.tsx';
import { SignInForm } from './SignInForm.tsx';

/** The sign-in page. It has no sign-up, because operators are invited. */
export function SignInPage() {
  const { t } = useTranslation('operator');
  useTitle(t('signIn.title'));
  return (
    <Entrance title={t('signIn.title')} text={t('signIn.text')}>
      <SignInForm />
    </Entrance>
  );
}
