import { Menu } from '@base-ui/react/menu';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type Locale, LOCALES } from '#/contract/kernel/locale.ts';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { errorTextOf } from '#/client/platform/i18n/errorText.ts';
import { Icon } from '#/client/ui/display/Icon.tsx';
import { notify } from '#/client/ui/feedback/notify.ts';
import { callOperator } from '../platform/operatorApi.ts';
import { sessionQuery, useOperator } from '../platform/session.ts';
import { chooseLanguage } from '../platform/texts.ts';
import menu from '../parts/menu.module.css';
import styles from './PersonMenu.module.css';

/** Menu with the operator's name, the language and the sign-out. */
export function PersonMenu() {
  const { t } = useTranslation(['operator', 'common']);
  const client = useQueryClient();
  const operator = useOperator();
  if (!operator) return null;

  async function signOut() {
    try {
      await callOperator(operatorCalls.signOut, {});
      // the next operator in this browser must not see cached data of this one
      client.clear();
      location.assign('/operator');
    } catch (error) {
      notify({ type: 'error', title: errorTextOf(error) });
      void client.invalidateQueries({ queryKey: sessionQuery.queryKey });
    }
  }

  /** Changes the language of the page even if the language of the mails could not be stored. The next choice stores both. */
  async function switchTo(locale: Locale) {
    await callOperator(operatorCalls.chooseLanguage, { body: { locale } }).catch((error: unknown) =>
      notify({ type: 'error', title: errorTextOf(error) }),
    );
    chooseLanguage(locale);
  }

  return (
    <Menu.Root>
      <Menu.Trigger className={styles.trigger} aria-label={t('person.label', { name: operator.name })}>
        <Icon name="userCircle" />
        <span className={styles.name}>{operator.name}</span>
        <Icon name="caretDown" className={styles.caret} />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner align="end" sideOffset={8} className={menu.positioner}>
          <Menu.Popup className={menu.popup}>
            <div className={styles.who}>
              <strong>{operator.name}</strong>
              <span>{operator.email}</span>
              <span>{t(`words.role.${operator.role}`)}</span>
            </div>
            <Menu.RadioGroup
              value={pageConfig.locale}
              onValueChange={(next: Locale) => void switchTo(next)}
              aria-label={t('common:header.language')}
              className={styles.languages}
            >
              {LOCALES.map((locale) => (
                <Menu.RadioItem key={locale} value={locale} lang={locale} className={menu.item}>
                  {t(`common:languages.${locale}`)}
                  <Menu.RadioItemIndicator>
                    <Icon name="check" />
                  </Menu.RadioItemIndicator>
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
            <Menu.Item className={menu.item} onClick={() => void signOut()}>
              {t('person.signOut')}
              <Icon name="signOut" />
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
