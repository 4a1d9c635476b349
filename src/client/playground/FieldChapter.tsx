import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Checkbox } from '../ui/Checkbox.tsx';
import { Field } from '../ui/Field.tsx';
import { PasswordField } from '../ui/PasswordField.tsx';
import { Select } from '../ui/Select.tsx';
import { TextLink } from '../ui/TextLink.tsx';
import { Chapter, LiveStates, Part, Specimen } from './Specimens.tsx';

const SERVERS = ['Everest', 'Harbor', 'Mesa', 'Delta'].map((label) => ({ value: label, label }));
const ignore = () => {};

/** What is filled in. */
export function FieldChapter() {
  const { t } = useTranslation(['auth', 'common', 'errors']);
  const [login, setLogin] = useState('marlo.night');
  const [server, setServer] = useState('Everest');
  const [agreed, setAgreed] = useState(true);
  const field = { name: 'login', label: t('fields.login'), onChange: ignore };
  const select = {
    name: 'server',
    label: t('common:server.label'),
    options: SERVERS,
    onValueChange: ignore,
    placeholder: t('common:server.placeholder'),
  };
  const tick = { name: 'terms', label: t('fields.email'), onCheckedChange: ignore };
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
      <Part title="Select" wide>
        <Specimen state="live" fill>
          <Select {...select} value={server} onValueChange={setServer} />
        </Specimen>
        <Specimen state="focus" fill>
          <Select {...select} value="" />
        </Specimen>
        <Specimen state="invalid" fill>
          <Select {...select} value="" error={t('errors:serverRequired')} />
        </Specimen>
        <Specimen state="disabled" fill>
          <Select {...select} value="Mesa" disabled />
        </Specimen>
      </Part>
      <Part title="Checkbox" wide>
        <Specimen state="live">
          <Checkbox
            {...tick}
            label={
              <>
                {t('fields.promoCodeHint')} <TextLink to="#kit">{t('fields.promoCode')}</TextLink>
              </>
            }
            checked={agreed}
            onCheckedChange={setAgreed}
          />
        </Specimen>
        <LiveStates>
          <Checkbox {...tick} checked={false} />
        </LiveStates>
        <Specimen state="ticked">
          <Checkbox {...tick} checked />
        </Specimen>
        <Specimen state="invalid">
          <Checkbox {...tick} checked={false} error={t('errors:emailRequired')} />
        </Specimen>
        <Specimen state="disabled">
          <Checkbox {...tick} checked disabled />
        </Specimen>
      </Part>
    </Chapter>
  );
}
