import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Field } from '#/client/ui/inputs/Field.tsx';
import { FormAlert } from '#/client/ui/feedback/FormAlert.tsx';
import { PasswordField } from '#/client/ui/inputs/PasswordField.tsx';
import { Chapter, Part, Specimen } from './Specimens.tsx';

const ignore = () => {};

/** Text fields. */
export function FieldChapter() {
  const { t } = useTranslation(['auth', 'common', 'errors']);
  const [login, setLogin] = useState('marlo.night');
  const field = { name: 'login', label: t('fields.login'), onChange: ignore };
  return (
    <Chapter title="Fields">
      <Part title="Field" wide>
        <Specimen state="live" fill>
          <Field
            {...field}
            value={login}
            onChange={(event) => setLogin(event.target.value)}
            hint={t('fields.loginHint')}
          />
        </Specimen>
        <Specimen state="hover" fill>
          <Field {...field} value="" />
        </Specimen>
        <Specimen state="focus" fill>
          <Field {...field} value="marlo" />
        </Specimen>
        <Specimen state="invalid" fill>
          <Field {...field} value="m!" error={t('errors:loginInvalid')} />
        </Specimen>
        <Specimen state="disabled" fill>
          <Field {...field} value="marlo.night" disabled />
        </Specimen>
        <Specimen state="read only" fill>
          <Field {...field} value="marlo.night" readOnly />
        </Specimen>
        <Specimen state="password" fill>
          <PasswordField
            name="password"
            label={t('fields.password')}
            value="sodium-lamp-47"
            onChange={ignore}
            showLabel={t('common:password.show')}
            hideLabel={t('common:password.hide')}
            hint={t('fields.passwordHint')}
          />
        </Specimen>
      </Part>
      <Part title="What a form says when it is refused" wide>
        <Specimen state="invalid" fill>
          <FormAlert sentences={[t('errors:errorCredentials')]} />
        </Specimen>
        <Specimen state="invalid, several" fill>
          <FormAlert sentences={[t('errors:errorLoginExist'), t('errors:errorEmailExist')]} />
        </Specimen>
      </Part>
    </Chapter>
  );
}
